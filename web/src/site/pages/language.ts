import {
  fallbackLanguage,
  isLanguage,
  type Language,
  languages,
  locales,
} from '@stillpix/contract/languages';

export { isLanguage, type Language, languages, locales };

/** Each language by its own name, as the switcher shows it. */
export const languageNames: Record<Language, string> = {
  en: 'English',
  es: 'Español',
  pt: 'Português',
  de: 'Deutsch',
};

/** For Open Graph, which wants a country: Spanish for Latin America. */
export const openGraphLocales: Record<Language, string> = {
  en: 'en_US',
  es: 'es_LA',
  pt: 'pt_BR',
  de: 'de_DE',
};

/** The language a path belongs to: its first segment where that is a language, else English. */
export function languageOfPath(path: string): Language {
  const first = path.split('/')[1];
  return isLanguage(first) ? first : fallbackLanguage;
}
