export const languages = ['en', 'es', 'pt', 'de'] as const;

export type Language = (typeof languages)[number];

const fallbackLanguage: Language = 'en';

/** Each language by its own name, as the switcher shows it. */
export const languageNames: Record<Language, string> = {
  en: 'English',
  es: 'Español',
  pt: 'Português',
  de: 'Deutsch',
};

/** For Intl formatters and Open Graph: Portuguese is written for Brazil, Spanish without a country. */
export const locales: Record<Language, string> = {
  en: 'en-US',
  es: 'es',
  pt: 'pt-BR',
  de: 'de-DE',
};

export function isLanguage(value: unknown): value is Language {
  return languages.some((language) => language === value);
}

/** The language a path belongs to: its first segment where that is a language, else English. */
export function languageOfPath(path: string): Language {
  const first = path.split('/')[1];
  return isLanguage(first) ? first : fallbackLanguage;
}
