import { frameMessages } from '../../i18n/frame-messages.ts';
import { type Language } from '../pages/language.ts';
import { useLanguage } from '../../i18n/messages.ts';
import { usePageData } from '../pages/page-data.ts';
import { isPageId, pageOf, pathOf } from '../pages/pages.ts';
import styles from './header.module.css';

const signedOutPath = (language: Language) => `${pathOf('account', language)}?ended=signed-out`;

/** Sign in, sign out, and Pro, in the header's bar. */
export function HeaderAccount() {
  const language = useLanguage();
  const { nav, pages } = frameMessages[language];
  const page = usePageData();
  // Pro is not offered to a visitor who has just paid for it.
  const isSelling = !(page && isPageId(page.id) && pageOf(page.id).isAllStates);
  return (
    <>
      <a href={pathOf('account', language)} className={styles.signIn} data-dialog="sign-in">
        <span data-user-name={pages.account} suppressHydrationWarning>
          {nav.signIn}
        </span>
        <span className={styles.badge}>{nav.pro}</span>
      </a>
      <button type="button" className={styles.signOut} data-sign-out={signedOutPath(language)}>
        {nav.signOut}
      </button>
      {isSelling && (
        <a href={pathOf('pricing', language)} className={styles.goPro} data-dialog="purchase">
          {nav.goPro}
        </a>
      )}
    </>
  );
}

/** The same in the menu of narrow screens. */
export function MenuAccount() {
  const language = useLanguage();
  const { nav, pages } = frameMessages[language];
  return (
    <>
      <a href={pathOf('pricing', language)}>{pages.pricing}</a>
      <a href={pathOf('account', language)}>{pages.account}</a>
      <button type="button" className={styles.signOut} data-sign-out={signedOutPath(language)}>
        {nav.signOut}
      </button>
    </>
  );
}
