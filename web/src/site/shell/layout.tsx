import { Outlet } from 'react-router';
import type { Language } from '../pages/language.ts';
import { LocaleProvider, type Messages } from '../../i18n/messages.ts';
import styles from './layout.module.css';
import { PageEnd, PageTop } from './page-frame.tsx';

interface LayoutProps {
  language: Language;
  messages: Messages;
}

export function Layout({ language, messages }: LayoutProps) {
  return (
    <LocaleProvider value={{ language, messages }}>
      <PageTop />
      <main id="content" tabIndex={-1} className={styles.main}>
        <Outlet />
      </main>
      <PageEnd />
    </LocaleProvider>
  );
}
