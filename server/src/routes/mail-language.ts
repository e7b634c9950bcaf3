import { fallbackLanguage, findAcceptedLanguage } from '@stillpix/contract/languages';
import type { RequestFacts } from '../http/environment.ts';

/** The language for mails to the sender of a request. */
export function languageOf(facts: RequestFacts): string {
  return findAcceptedLanguage(facts.acceptLanguage) ?? fallbackLanguage;
}
