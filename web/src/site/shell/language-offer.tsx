import X from 'lucide-react/icons/x';
import { languages, type Language } from '../pages/language.ts';
import { frameMessages } from '../../i18n/frame-messages.ts';
import { useLanguage, useMessages } from '../../i18n/messages.ts';
import { offers } from '../../i18n/offers.ts';
import { usePageData } from '../pages/page-data.ts';
import styles from './language-offer.module.css';

/**
 * Hidden until the boot script finds that the visitor prefers a language in which this page exists.
 */
export function LanguageOffer() {
  const language = useLanguage();
  const { close } = useMessages().site.common;
  const { nav } = frameMessages[language];
  const page = usePageData();
  const others = languages.filter(
    (other): other is Language => other !== language && page?.alternates[other] !== undefined,
  );
  if (others.length === 0) return null;
  return (
    <aside
      data-language-offer
      hidden
      className={styles.offer}
      suppressHydrationWarning
      aria-label={nav.language}
    >
      {others.map((other) => (
        <p key={other} data-offer={other} lang={other} hidden suppressHydrationWarning>
          {offers[other].text}{' '}
          <a href={page?.alternates[other]} hrefLang={other} data-language={other}>
            {offers[other].go}
          </a>
        </p>
      ))}
      <button type="button" data-offer-close aria-label={close} className={styles.close}>
        <X aria-hidden />
      </button>
    </aside>
  );
}
