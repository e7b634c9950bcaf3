import type { Language } from '../../site/pages/language.ts';
import { pathOf } from '../../site/pages/pages.ts';

/** Why nobody is signed in any more. */
const endings = ['signed-out', 'deleted'] as const;
export type Ending = (typeof endings)[number];

/** The page that says what happened. The header's own way out leads to the same (header.tsx). */
export function endAddress(ending: Ending, language: Language): string {
  return `${pathOf('account', language)}?ended=${ending}`;
}

export function readEnding(): Ending | undefined {
  const said = new URLSearchParams(location.search).get('ended');
  return endings.find((ending) => ending === said);
}
