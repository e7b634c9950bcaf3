import { type AdPlace, adPlaces } from '@stillpix/contract';
import builtFiles from 'virtual:island-files';
import { useLanguage } from '../../i18n/messages.ts';
import { readingMessages } from '../../i18n/reading-messages.ts';
import { pathOf } from '../pages/pages.ts';
import styles from './ad-slot.module.css';

const networkScript = 'src/site/browser/ads.client.ts';

function networkScriptPath(): string {
  if (builtFiles === null) return `/${networkScript}`;
  const [script] = builtFiles[networkScript]?.scripts ?? [];
  if (script === undefined) throw new Error(`The browser's build has no ${networkScript}`);
  return script;
}

interface AdSlotProps {
  place: AdPlace;
  /** On pages to read, a publisher's advertisements may stand here, after consent (ads.client.ts). */
  network?: boolean;
}

/** Keeps its room from the start, so that nothing moves. The boot script closes it for the session. */
export function AdSlot({ place, network = false }: AdSlotProps) {
  const language = useLanguage();
  const { ad } = readingMessages[language];
  return (
    <div
      className={styles.slot}
      data-ad={place}
      data-ad-network={network ? networkScriptPath() : undefined}
    >
      <p className="edge">{ad.label}</p>
      <p data-ad-own>{ad.text}</p>
      <a href={pathOf('pricing', language)}>{ad.pro}</a>
      {network && <a href={pathOf('tracking', language)}>{ad.choices}</a>}
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
      {adPlaces.map((place) => (
        <section key={place}>
          <h2 className="edge">{place}</h2>
          <AdSlot place={place} network />
        </section>
      ))}
    </div>
  );
}
