import type { Language } from '../../site/pages/language.ts';
import { pathOf } from '../../site/pages/pages.ts';

/** Why the session has ended. */
const endings = ['signed-out', 'deleted'] as const;
export type Ending = (typeof endings)[number];

/**
 * The page that says what happened. The sign-out link in the header leads there, too (header.tsx).
 */
export function endAddress(ending: Ending, language: Language): string {
  return `${pathOf('account', language)}?ended=${ending}`;
}

export function readEnding(): Ending | undefined {
  const said = new URLSearchParams(location.search).get('ended');
  return endings.find((ending) => ending === said);
}
