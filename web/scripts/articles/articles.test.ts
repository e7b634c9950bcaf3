import { describe, expect, test } from 'vitest';
import { languages } from '../../src/i18n/language.ts';
import { findProblems } from './find-problems.ts';
import { readAllArticles } from './read-articles.ts';
import { canCheckSpelling, findMisspelled } from './spelling.ts';

const { articles, problems } = readAllArticles();

describe('the articles in content/blog', () => {
  test('can all be read', () => {
    expect(problems).toEqual([]);
    expect(articles.length).toBeGreaterThan(90);
  });

  test('have links that lead somewhere, headings in order, figures, and a text of their own', () => {
    expect(findProblems(articles)).toEqual([]);
  }, 60_000);

  // Where hunspell and its dictionaries are missing the report shows these as skipped.
  test.skipIf(!canCheckSpelling()).each([...languages])('are spelled right in %s', (language) => {
    const own = articles.filter((article) => article.language === language);
    expect(findMisspelled(own, language)).toEqual([]);
  });
});
