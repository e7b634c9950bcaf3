import { createHash } from 'node:crypto';
import { brand } from '@stillpix/contract/brand';
import { dailyLimitPlace, describeDailyLimit } from '@stillpix/contract/daily-limit';
import { isLanguage } from '@stillpix/contract/languages';
import { pricePlace, priceWords } from '@stillpix/contract/money';
import { notSet, operatorPlace, unsetFact } from '@stillpix/contract/operator';
import { publicUrl, type SettingName, type Settings } from '../settings.ts';
import { fillAdPlaces } from './ad-places.ts';
import { escapeHtml } from './escape-html.ts';

/** Fills operator, Pro's prices and advertisements into pages. */
export interface OperatorFacts {
  /** Changes whenever a fact does. Part of the pages' entity tags. */
  digest: string;
  /** `name` is the file's name, such as `de/impressum/index.html`. */
  fill: (text: string, name: string) => string;
}

/**
 * The site is built without knowing its operator. Its pages have placeholders such as
 * `{OPERATOR-NAME}` and `{PRICE-month}`, places for advertisements, and the brand's example address
 * and domain. Settings replace these when a page is served.
 */
export function operatorFacts(settings: Settings): OperatorFacts {
  const origin = settings.PUBLIC_URL === undefined ? undefined : publicUrl(settings);
  return createFacts(settings, origin);
}

/** `origin` is the site's URL including its folder. `undefined` keeps the example. */
export function createFacts(settings: FactSettings, origin: string | undefined): OperatorFacts {
  const facts: Partial<Record<string, FactSetting>> = {
    NAME: 'OPERATOR_NAME',
    ADDRESS: 'OPERATOR_ADDRESS',
    PHONE: 'OPERATOR_PHONE',
    REGISTER: 'OPERATOR_REGISTER',
    'TAX-ID': 'OPERATOR_TAX_ID',
    PRIVACY:
      settings.OPERATOR_PRIVACY_CONTACT === undefined
        ? 'SUPPORT_EMAIL'
        : 'OPERATOR_PRIVACY_CONTACT',
    COUNTRY: 'OPERATOR_HOSTING_COUNTRY',
    PROCESSORS: 'OPERATOR_PROCESSORS',
  };
  // The brand's address is an example: nobody reads mail sent there.
  const hasSupport = settings.SUPPORT_EMAIL !== brand.support;
  const exampleOrigin = `https://${brand.domain}`;
  return {
    digest: createHash('sha256')
      .update(
        JSON.stringify([
          Object.values(facts).map((setting) => setting && settings[setting]),
          origin,
          settings.SUPPORT_EMAIL,
          settings.CURRENCY,
          settings.FREE_DAILY_LIMIT,
          [settings.ADS_OWN, settings.ADS_PUBLISHER_ID, settings.ADS_SLOTS, settings.FLAGS],
        ]),
      )
      .digest('base64url')
      .slice(0, 8),
    fill(text, name) {
      const first = name.split('/')[0];
      const language = isLanguage(first) ? first : 'en';
      const noSupport = notSet('SUPPORT_EMAIL', language);
      const write = name.endsWith('.txt') ? (value: string) => value : escapeHtml;
      const prices: Record<string, string> = priceWords(settings.CURRENCY, language);
      return fillAdPlaces(text, language, settings)
        .replaceAll(dailyLimitPlace, describeDailyLimit(settings.FREE_DAILY_LIMIT, language))
        .replace(pricePlace, (place, price: string) => prices[price] ?? place)
        .replace(operatorPlace, (place, fact: string) => {
          const setting = facts[fact];
          if (setting === undefined) return place;
          return write(settings[setting] ?? unsetFact(fact, setting, language));
        })
        .replace(supportLinks, (link) => (hasSupport ? link : noSupport))
        .replaceAll(brand.support, hasSupport ? write(settings.SUPPORT_EMAIL) : noSupport)
        .replaceAll(exampleOrigin, origin ?? exampleOrigin);
    },
  };
}

/** The settings that pages depend on. */
export type FactSettings = Pick<
  Settings,
  | FactSetting
  | 'CURRENCY'
  | 'FREE_DAILY_LIMIT'
  | 'ADS_OWN'
  | 'ADS_PUBLISHER_ID'
  | 'ADS_SLOTS'
  | 'FLAGS'
>;

type FactSetting = Extract<SettingName, `OPERATOR_${string}` | 'SUPPORT_EMAIL'>;

/** A mail link to the brand's example address, with its text. */
const supportLinks = new RegExp(
  `<a [^>]*href="mailto:${brand.support.replaceAll('.', '\\.')}"[^>]*>[^<]*</a>`,
  'g',
);
