import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { languages, locales, type Language } from '../../src/site/pages/language.ts';
import { renderFigure } from '../../src/site/content/figure.server.ts';
import { findProblems } from './find-problems.ts';
import { findWordProblems } from './find-word-problems.ts';
import { contentFolder, readAllArticles } from './read-articles.ts';
import { readAllPages } from './read-pages.ts';
import { canCheckSpelling, findMisspelled } from './spelling.ts';

const { articles, problems } = readAllArticles();
const { pages, problems: pageProblems } = readAllPages(articles);

interface DataFile {
  columns: Record<string, { digits?: number }>;
  rows: Record<string, unknown>[];
}

const dataFolder = join(contentFolder, 'data');
const data = new Map(
  readdirSync(dataFolder).map((name) => [
    name.replace('.json', ''),
    JSON.parse(readFileSync(join(dataFolder, name), 'utf8')) as DataFile,
  ]),
);

/** Every number of a data file as its figures write it. */
function formatAll(file: DataFile | undefined, language: Language): Set<string> {
  const written = (file?.rows ?? []).flatMap((row) =>
    Object.entries(row).flatMap(([key, value]) => {
      const digits = file?.columns[key]?.digits ?? 0;
      const format = { minimumFractionDigits: digits, maximumFractionDigits: digits };
      return typeof value === 'number' ? [value.toLocaleString(locales[language], format)] : [];
    }),
  );
  return new Set(written);
}

describe('the articles in content/blog', () => {
  test('can all be read', () => {
    expect(problems).toEqual([]);
    expect(articles.length).toBeGreaterThan(90);
  });

  test('have links that lead somewhere, headings in order, figures, and a text of their own', () => {
    expect(findProblems(articles)).toEqual([]);
  }, 60_000);

  test('show in their figures no value that the data files do not hold', () => {
    const blocks = articles.flatMap(({ markdown, language, file }) =>
      [...markdown.matchAll(/```figure\n([\s\S]*?)```/g)].map(([, yaml = '']) => ({
        html: renderFigure(yaml, language, file, (name) => data.get(name)),
        known: formatAll(data.get(/^data:\s*(\S+)/m.exec(yaml)?.[1] ?? ''), language),
        file,
      })),
    );
    expect(blocks.length).toBeGreaterThan(50);
    for (const { html, known, file } of blocks) {
      const shown = [...html.matchAll(/(?:<td>|<text class="value"[^>]*>)([^<]+)</g)];
      expect(shown.length, file).toBeGreaterThan(0);
      expect(
        shown.map(([, text]) => text).filter((text) => text !== '–' && !known.has(text ?? '')),
        file,
      ).toEqual([]);
    }
  });

  // Where hunspell and its dictionaries are missing the report shows these as skipped.
  test.skipIf(!canCheckSpelling()).each([...languages])('are spelled right in %s', (language) => {
    const own = [...articles, ...pages].filter((text) => text.language === language);
    expect(findMisspelled(own, language)).toEqual([]);
  });
});

describe('the pages in content/pages, and the articles', () => {
  test('can all be read, with every name and figure they refer to', () => {
    expect(pageProblems).toEqual([]);
    expect(pages.length).toBeGreaterThan(150);
  });

  test('refer to our buttons and prices, and leave out the words that the glossaries forbid', async () => {
    expect(await findWordProblems(articles, pages)).toEqual([]);
  });
});
