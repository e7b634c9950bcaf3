import { expect, test } from 'vitest';
import { findAged } from './aging.ts';
import { readAllArticles } from './read-articles.ts';

const source = 'https://example.org/';

test('facts checked more than a year ago are listed, oldest first, with article and source', () => {
  const ages = [
    { fact: 'Checked a year ago to the day', source, checked: '2025-11-22' },
    { fact: 'Checked a year and a day ago', source, checked: '2025-11-21' },
    { fact: 'Checked long ago', source, checked: '2024-01-02' },
  ];
  expect(findAged([{ ages, file: 'blog/en/a.md' }], '2026-11-22')).toEqual([
    'blog/en/a.md: checked on 2024-01-02: Checked long ago (https://example.org/)',
    'blog/en/a.md: checked on 2025-11-21: Checked a year and a day ago (https://example.org/)',
  ]);
});

test('articles that name versions and prices of others say when those were checked', () => {
  const { articles } = readAllArticles();
  const named = articles.filter(({ ages }) => ages.length > 0);
  expect(named.length).toBeGreaterThan(60);
  expect(findAged(named, '2099-01-01')).toHaveLength(named.flatMap(({ ages }) => ages).length);
});
