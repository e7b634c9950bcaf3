import { useLanguage } from '../i18n/messages.ts';
import { readingMessages } from '../i18n/reading-messages.ts';
import { pathOf } from './pages.ts';
import styles from './ad-slot.module.css';

type AdPlace = 'header-banner' | 'footer-banner' | 'sidebar' | 'in-article';

const places: readonly AdPlace[] = ['header-banner', 'footer-banner', 'sidebar', 'in-article'];

/** Keeps its room from the start, so that nothing moves. The boot script closes it for the session. */
export function AdSlot({ place }: { place: AdPlace }) {
  const language = useLanguage();
  const { ad } = readingMessages[language];
  return (
    <div className={styles.slot} data-ad={place}>
      <p className="edge">{ad.label}</p>
      <p>{ad.text}</p>
      <a href={pathOf('pricing', language)}>{ad.pro}</a>
      <button type="button" data-ad-close className={styles.close}>
        {ad.close}
      </button>
    </div>
  );
}

/** Every place under its name, for operators who check the layout. */
export function AdPlaces() {
  return (
    <div className={styles.places}>
      {places.map((place) => (
        <section key={place}>
          <h2 className="edge">{place}</h2>
          <AdSlot place={place} />
        </section>
      ))}
    </div>
  );
}
