import { useLanguage } from '../i18n/messages.ts';
import { readingMessages } from '../i18n/reading-messages.ts';
import { pathOf } from './pages.ts';
import styles from './ad-slot.module.css';

export type AdPlace = 'header-banner' | 'footer-banner' | 'sidebar' | 'in-article';

/** Publisher id and slot ids; all pending, so every slot shows our own message and loads nothing. */
export const adConfig: { publisher: string | null; slots: Record<AdPlace, string | null> } = {
  publisher: null,
  slots: { 'header-banner': null, 'footer-banner': null, sidebar: null, 'in-article': null },
};

/** Keeps its room from the start, so that nothing moves. The boot script closes it for the session. */
export function AdSlot({ place }: { place: AdPlace }) {
  const language = useLanguage();
  const { ad } = readingMessages[language];
  return (
    <aside className={styles.slot} data-ad={place} aria-label={ad.label}>
      <p className="edge">{ad.label}</p>
      <p>{ad.text}</p>
      <a href={pathOf('pricing', language)}>{ad.pro}</a>
      <button type="button" data-ad-close className={styles.close}>
        {ad.close}
      </button>
    </aside>
  );
}
