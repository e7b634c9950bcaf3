import { type AdPlace, adPlaces } from '@stillpix/contract';
import type { ReactNode } from 'react';
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
  /** On reading pages, a publisher's advertisements may be here, after consent (ads.client.ts). */
  network?: boolean;
}

/**
 * A slot for an advertisement. In built pages it is only a template: the server replaces it by what
 * is configured, or removes it (decision 013). Inserted content has its size from the start, so
 * that nothing moves. The boot script can close it for the session.
 */
export function AdSlot({ place, network = false }: AdSlotProps) {
  const language = useLanguage();
  const { ad } = readingMessages[language];
  return (
    <>
      <template data-ad-place={place} data-ad-by="own">
        <AdFrame place={place}>
          <p>
            <a href="{AD-LINK}" rel="sponsored noopener noreferrer" target="_blank">
              {'{AD-TITLE}'}
            </a>{' '}
            {'{AD-TEXT}'}
          </p>
        </AdFrame>
      </template>
      {network && (
        <template data-ad-place={place} data-ad-by="network">
          <AdFrame place={place} script={networkScriptPath()}>
            <div className={styles.ask}>
              <p>
                {ad.ask} <a href={pathOf('tracking', language)}>{ad.choices}</a>
              </p>
              <p className={styles.answers}>
                <button type="button" data-ad-answer="yes">
                  {ad.yes}
                </button>
                <button type="button" data-ad-answer="no">
                  {ad.no}
                </button>
              </p>
            </div>
            <div className={styles.room} data-ad-room />
          </AdFrame>
        </template>
      )}
    </>
  );
}

interface AdFrameProps {
  place: AdPlace;
  /** For a publisher's slot: the script that shows the advertisement after consent. */
  script?: string;
  children: ReactNode;
}

function AdFrame({ place, script, children }: AdFrameProps) {
  const language = useLanguage();
  const { ad } = readingMessages[language];
  return (
    // Not a landmark, because a page may have several with one name.
    <div className={styles.slot} data-ad={place} data-ad-network={script}>
      <p className={styles.head}>
        <span className="edge">{ad.label}</span>
        <a href={pathOf('pricing', language)}>{ad.pro}</a>
        <button type="button" data-ad-close>
          {ad.close}
        </button>
      </p>
      {children}
    </div>
  );
}

/** Every slot with its name, for operators who check their configuration. */
export function AdPlaces() {
  const { ad } = readingMessages[useLanguage()];
  return (
    <div className={styles.places}>
      {adPlaces.map((place) => (
        <section key={place}>
          <h2 className="edge">{place}</h2>
          <AdSlot place={place} network />
          <p className={styles.empty}>{ad.empty}</p>
        </section>
      ))}
    </div>
  );
}
