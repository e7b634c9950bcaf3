import type { Language } from './languages.ts';

const notSetWords: Record<Language, string> = {
  en: 'not set',
  es: 'sin indicar',
  pt: 'não informado',
  de: 'nicht angegeben',
};

/** Said of the telephone, which an operator need not have. */
const noPhone: Record<Language, string> = {
  en: 'none',
  es: 'no hay',
  pt: 'não há',
  de: 'keines',
};

/** Said of those who work for the operator, where none is named. */
const noProcessors: Record<Language, string> = {
  en: 'nobody but those named here',
  es: 'nadie más que los nombrados aquí',
  pt: 'ninguém além dos citados aqui',
  de: 'niemand außer den hier genannten',
};

/** The places in the built pages where who runs the site is written, such as `{OPERATOR-NAME}`. */
export const operatorPlace = /\{OPERATOR-([A-Z-]+)\}/g;

/**
 * Stands where the operator has not set a fact, with the setting's name: only outside production,
 * which refuses to start so.
 */
export function notSet(setting: string, language: Language): string {
  return `[${setting}: ${notSetWords[language]}]`;
}

/** What stands at a place while its setting is empty. */
export function unsetFact(fact: string, setting: string, language: Language): string {
  if (fact === 'PROCESSORS') return noProcessors[language];
  return fact === 'PHONE' ? noPhone[language] : notSet(setting, language);
}
