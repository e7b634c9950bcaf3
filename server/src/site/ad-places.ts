import type { AdPlace } from '@stillpix/contract';
import type { Language } from '@stillpix/contract/languages';
import type { Settings } from '../settings.ts';
import { escapeHtml } from './escape-html.ts';

/**
 * Places for advertisements in pages are templates, which browsers do not render: one for the
 * operator's own ads and, on pages to read, one for a publisher's.
 */
const template =
  /<template data-ad-place="([a-z-]+)" data-ad-by="(own|network)">([\s\S]*?)<\/template>/g;

type AdSettings = Pick<Settings, 'ADS_OWN' | 'ADS_PUBLISHER_ID' | 'ADS_SLOTS' | 'FLAGS'>;

/**
 * Fills a page with the configured advertisements and removes all other places. The operator's own
 * ads take precedence over a publisher's.
 */
export function fillAdPlaces(html: string, language: Language, settings: AdSettings): string {
  return html.replace(template, (_, place: AdPlace, by: string, content: string) => {
    const own = settings.ADS_OWN.find(
      (ad) => ad.place === place && (ad.language ?? language) === language,
    );
    if (by === 'network') return own === undefined && isBooked(place, settings) ? content : '';
    if (own === undefined) return '';
    return content
      .replaceAll('{AD-TITLE}', () => escapeHtml(own.title))
      .replaceAll('{AD-TEXT}', () => escapeHtml(own.text))
      .replaceAll('{AD-LINK}', () => escapeHtml(own.link));
  });
}

/**
 * Visitors are asked for consent only if an advertisement may follow. An administrator can turn the
 * flag off or limit it while the server runs, but only `FLAGS` gives places to pages.
 */
function isBooked(place: AdPlace, settings: AdSettings): boolean {
  const flag = settings.FLAGS.ads_optimized;
  return (
    settings.ADS_PUBLISHER_ID !== undefined &&
    settings.ADS_SLOTS[place] !== undefined &&
    flag?.enabled === true &&
    // Left out, it is the flag's default: nobody.
    (flag.rolloutPercentage ?? 0) > 0
  );
}
