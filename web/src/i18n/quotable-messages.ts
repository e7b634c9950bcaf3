import { account as accountDe } from './de/account.ts';
import { billing as billingDe } from './de/billing.ts';
import { contact as contactDe } from './de/contact.ts';
import { convert as convertDe } from './de/convert.ts';
import { lightTable as lightTableDe } from './de/light-table.ts';
import { account as accountEn } from './en/account.ts';
import { billing as billingEn } from './en/billing.ts';
import { contact as contactEn } from './en/contact.ts';
import { convert as convertEn } from './en/convert.ts';
import { lightTable as lightTableEn } from './en/light-table.ts';
import { account as accountEs } from './es/account.ts';
import { billing as billingEs } from './es/billing.ts';
import { contact as contactEs } from './es/contact.ts';
import { convert as convertEs } from './es/convert.ts';
import { lightTable as lightTableEs } from './es/light-table.ts';
import { failures } from './failures.ts';
import { frameMessages } from './frame-messages.ts';
import { languages, type Language } from './language.ts';
import { account as accountPt } from './pt/account.ts';
import { billing as billingPt } from './pt/billing.ts';
import { contact as contactPt } from './pt/contact.ts';
import { convert as convertPt } from './pt/convert.ts';
import { lightTable as lightTablePt } from './pt/light-table.ts';

// Build time only: no page of the site loads all of these at once.
const parts = {
  en: [convertEn, lightTableEn, accountEn, billingEn, contactEn],
  es: [convertEs, lightTableEs, accountEs, billingEs, contactEs],
  pt: [convertPt, lightTablePt, accountPt, billingPt, contactPt],
  de: [convertDe, lightTableDe, accountDe, billingDe, contactDe],
} as const;

function collect(language: Language) {
  const [convert, lightTable, account, billing, contact] = parts[language];
  const { pages, nav } = frameMessages[language];
  return {
    /** The converter: what stands on the page where photos are dropped. */
    ui: { ...convert, ...lightTable },
    account,
    billing,
    contact,
    /** Names of pages, by their ids. */
    page: pages,
    nav,
    failure: failures[language],
  };
}

/** The words on our screens that pages and articles may quote, by the first part of a reference. */
export const quotableMessages = Object.fromEntries(
  languages.map((language) => [language, collect(language)]),
) as Record<Language, ReturnType<typeof collect>>;
