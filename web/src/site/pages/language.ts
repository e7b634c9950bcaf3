import {
  fallbackLanguage,
  isLanguage,
  type Language,
  languages,
  locales,
} from '@stillpix/contract/languages';

export { isLanguage, type Language, languages, locales };

/** Each language's own name, for the switcher. */
export const languageNames: Record<Language, string> = {
  en: 'English',
  es: 'Español',
  pt: 'Português',
  de: 'Deutsch',
};

/** Open Graph wants a country: Spanish is for Latin America. */
export const openGraphLocales: Record<Language, string> = {
  en: 'en_US',
  es: 'es_LA',
  pt: 'pt_BR',
  de: 'de_DE',
};

/** The language of a path: its first segment if that is a language, else English. */
export function languageOfPath(path: string): Language {
  const first = path.split('/')[1];
  return isLanguage(first) ? first : fallbackLanguage;
}
