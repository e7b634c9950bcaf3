import { Outlet } from 'react-router';
import type { Language } from '../i18n/language.ts';
import { LocaleProvider, type Messages } from '../i18n/messages.ts';
import { ToastHost } from '../ui/toast.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { LanguageOffer } from './language-offer.tsx';
import styles from './layout.module.css';

interface LayoutProps {
  language: Language;
  messages: Messages;
}

export function Layout({ language, messages }: LayoutProps) {
  return (
    <LocaleProvider value={{ language, messages }}>
      <a href="#content" className={styles.skip}>
        {messages.site.skip}
      </a>
      <Header />
      <main id="content" tabIndex={-1} className={styles.main}>
        <Outlet />
      </main>
      <Footer />
      <LanguageOffer />
      <ToastHost closeLabel={messages.site.common.close} />
    </LocaleProvider>
  );
}
