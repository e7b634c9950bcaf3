import type { ReactNode } from 'react';
import { Outlet } from 'react-router';
import type { Language } from '../i18n/language.ts';
import { LocaleProvider, type Messages } from '../i18n/messages.ts';
import { ToastHost } from '../ui/toast.tsx';
import { PageEnd, PageTop } from './page-frame.tsx';
import { ProMarker } from './pro-marker.tsx';
import { Static } from './static.tsx';
import styles from './layout.module.css';

interface LayoutProps {
  /** Dialogs that any page may open. */
  dialogs: ReactNode;
  language: Language;
  messages: Messages;
}

export function Layout({ language, messages, dialogs }: LayoutProps) {
  return (
    <LocaleProvider value={{ language, messages }}>
      <Static>{import.meta.env.SSR && <PageTop />}</Static>
      <main id="content" tabIndex={-1} className={styles.main}>
        <Outlet />
      </main>
      <Static>{import.meta.env.SSR && <PageEnd />}</Static>
      <ProMarker />
      {dialogs}
      <ToastHost closeLabel={messages.site.common.close} />
    </LocaleProvider>
  );
}
