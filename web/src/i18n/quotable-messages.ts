import { account as accountDe } from './de/account.ts';
import { billing as billingDe } from './de/billing.ts';
import { contact as contactDe } from './de/contact.ts';
import { convert as convertDe } from './de/convert.ts';
import { workspace as workspaceDe } from './de/workspace.ts';
import { account as accountEn } from './en/account.ts';
import { billing as billingEn } from './en/billing.ts';
import { contact as contactEn } from './en/contact.ts';
import { convert as convertEn } from './en/convert.ts';
import { workspace as workspaceEn } from './en/workspace.ts';
import { account as accountEs } from './es/account.ts';
import { billing as billingEs } from './es/billing.ts';
import { contact as contactEs } from './es/contact.ts';
import { convert as convertEs } from './es/convert.ts';
import { workspace as workspaceEs } from './es/workspace.ts';
import { failures } from './failures.ts';
import { frameMessages } from './frame-messages.ts';
import { languages, type Language } from '../site/pages/language.ts';
import { account as accountPt } from './pt/account.ts';
import { billing as billingPt } from './pt/billing.ts';
import { contact as contactPt } from './pt/contact.ts';
import { convert as convertPt } from './pt/convert.ts';
import { workspace as workspacePt } from './pt/workspace.ts';

// Build time only: no page loads all of these at once.
const parts = {
  en: [convertEn, workspaceEn, accountEn, billingEn, contactEn],
  es: [convertEs, workspaceEs, accountEs, billingEs, contactEs],
  pt: [convertPt, workspacePt, accountPt, billingPt, contactPt],
  de: [convertDe, workspaceDe, accountDe, billingDe, contactDe],
} as const;

function collect(language: Language) {
  const [convert, workspace, account, billing, contact] = parts[language];
  const { pages, nav } = frameMessages[language];
  return {
    /** The converter's texts on the page where photos are dropped. */
    ui: { ...convert, ...workspace },
    account,
    billing,
    contact,
    /** Names of pages by id. */
    page: pages,
    nav,
    failure: failures[language],
  };
}

/** Texts of our screens that pages and articles may quote, by the first part of a reference. */
export const quotableMessages = Object.fromEntries(
  languages.map((language) => [language, collect(language)]),
) as Record<Language, ReturnType<typeof collect>>;
