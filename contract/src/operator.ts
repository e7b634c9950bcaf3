import type { Language } from './languages.ts';

const notSetWords: Record<Language, string> = {
  en: 'not set',
  es: 'sin indicar',
  pt: 'não informado',
  de: 'nicht angegeben',
};

/** Text for an operator without a telephone number. */
const noPhone: Record<Language, string> = {
  en: 'none',
  es: 'no hay',
  pt: 'não há',
  de: 'keines',
};

/** Text for an operator without named processors. */
const noProcessors: Record<Language, string> = {
  en: 'nobody but those named here',
  es: 'nadie más que los nombrados aquí',
  pt: 'ninguém além dos citados aqui',
  de: 'niemand außer den hier genannten',
};

/** Placeholders for operator facts in built pages, such as `{OPERATOR-NAME}`. */
export const operatorPlace = /\{OPERATOR-([A-Z-]+)\}/g;

/**
 * Text for a fact that the operator has not set, with the setting's name. Only outside production,
 * which refuses to start without the facts.
 */
export function notSet(setting: string, language: Language): string {
  return `[${setting}: ${notSetWords[language]}]`;
}

/** Text for a placeholder whose setting is empty. */
export function unsetFact(fact: string, setting: string, language: Language): string {
  if (fact === 'PROCESSORS') return noProcessors[language];
  return fact === 'PHONE' ? noPhone[language] : notSet(setting, language);
}
