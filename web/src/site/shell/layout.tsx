import { Outlet } from 'react-router';
import type { Language } from '../pages/language.ts';
import { LocaleProvider, type Messages } from '../../i18n/messages.ts';
import styles from './layout.module.css';
import { PageEnd, PageTop } from './page-frame.tsx';

interface SiteLayoutProps {
  language: Language;
  messages: Messages;
}

export function SiteLayout({ language, messages }: SiteLayoutProps) {
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
