import type { Language } from './languages.ts';

/** Said where the operator has not set a fact: only outside production, which refuses to start so. */
export const notSet: Record<Language, string> = {
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

/** The places in the built pages where who runs the site is written, such as `{OPERATOR-NAME}`. */
export const operatorPlace = /\{OPERATOR-([A-Z-]+)\}/g;

/** What stands at a place while nothing is set. */
export function unsetFact(fact: string, language: Language): string {
  return fact === 'PHONE' ? noPhone[language] : notSet[language];
}
