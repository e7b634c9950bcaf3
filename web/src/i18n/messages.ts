import { createContext, use } from 'react';
import type { Language } from '../site/pages/language.ts';
import type { en } from './en/index.ts';

/** English defines the type, so a key that another language lacks does not compile. */
export type Messages = typeof en;

interface Locale {
  language: Language;
  messages: Messages;
}

const LocaleContext = createContext<Locale | null>(null);

/** A page's layout, and its island in the browser, provide the dictionary of its language. */
export const LocaleProvider = LocaleContext.Provider;

function requireLocale(): Locale {
  const locale = use(LocaleContext);
  if (!locale) throw new Error('No language layout above this component');
  return locale;
}

export function useLanguage(): Language {
  return requireLocale().language;
}

export function useMessages(): Messages {
  return requireLocale().messages;
}
