import X from 'lucide-react/icons/x';
import { useLanguage } from '../../i18n/messages.ts';
import { sitePrices } from '../../i18n/money.ts';
import { readingMessages } from '../../i18n/reading-messages.ts';
import { pathOf } from '../pages/pages.ts';
import styles from './ribbon.module.css';

/**
 * The boot script hides it before the first paint: for Pro users, and for 7 days after it was
 * dismissed.
 */
export function Ribbon() {
  const language = useLanguage();
  const { ribbon } = readingMessages[language];
  return (
    <aside className={styles.ribbon} aria-label={ribbon.go}>
      <p>
        {ribbon.text(sitePrices(language))} <a href={pathOf('pricing', language)}>{ribbon.go}</a>
      </p>
      <button
        type="button"
        data-ribbon-close
        aria-label={ribbon.close}
        title={ribbon.close}
        className={styles.close}
      >
        <X aria-hidden />
      </button>
    </aside>
  );
}
