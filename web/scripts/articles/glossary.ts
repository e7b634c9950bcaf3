import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Language } from '../../src/site/pages/language.ts';
import { contentFolder } from './read-articles.ts';

export interface GlossaryEntry {
  /** The thing, in English. */
  term: string;
  /** What this language calls it here. */
  write: string;
  /** Patterns of what it is not called; `*` stands for any ending. */
  never: readonly string[];
}

/** The rows of `content/glossary/<language>.md`. Throws where one does not have three cells. */
export function readGlossary(language: Language): GlossaryEntry[] {
  return parseGlossary(
    readFileSync(join(contentFolder, 'glossary', `${language}.md`), 'utf8'),
    `content/glossary/${language}.md`,
  );
}

export function parseGlossary(source: string, file: string): GlossaryEntry[] {
  const rows = source.split('\n').filter((line) => line.startsWith('|'));
  // The head of the table and the line below it.
  return rows.slice(2).map((row) => {
    const cells = row.split('|').slice(1, -1);
    if (cells.length !== 3) throw new Error(`${file}: a row needs three cells: ${row}`);
    const [term = '', write = '', never = ''] = cells.map((cell) => cell.trim());
    return { term, write, never: never.split(', ').filter((word) => word !== '') };
  });
}

function patternOf(words: string): RegExp {
  const escaped = words
    .replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '[\\p{Letter}\\p{Mark}]*');
  return new RegExp(`(?<![\\p{Letter}\\p{Mark}-])${escaped}(?![\\p{Letter}\\p{Mark}])`, 'giu');
}

/** Forbidden words in a text, each with what to write instead. */
export function findForbidden(text: string, entries: readonly GlossaryEntry[]): string[] {
  return entries.flatMap(({ write, never }) =>
    never.flatMap((words) =>
      [...text.matchAll(patternOf(words))].map(([found]) => `“${found}”: write ${write}`),
    ),
  );
}
