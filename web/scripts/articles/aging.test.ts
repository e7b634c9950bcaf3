import { expect, test } from 'vitest';
import { findAged, findUndated } from './aging.ts';
import { readAllArticles } from './read-articles.ts';

const source = 'https://example.org/';

test('facts never checked, or more than a year ago, are listed, oldest first, with article and source', () => {
  const ages = [
    { fact: 'Checked a year ago to the day', source, checked: '2025-11-22' },
    { fact: 'Checked a year and a day ago', source, checked: '2025-11-21' },
    { fact: 'Checked long ago', source, checked: '2024-01-02' },
    { fact: 'Not yet looked up', source },
  ];
  expect(findAged([{ ages, file: 'blog/en/a.md' }], '2026-11-22')).toEqual([
    'blog/en/a.md: never checked: Not yet looked up (https://example.org/)',
    'blog/en/a.md: checked on 2024-01-02: Checked long ago (https://example.org/)',
    'blog/en/a.md: checked on 2025-11-21: Checked a year and a day ago (https://example.org/)',
  ]);
});

test('every article names the facts that others may change, or is known to have none', () => {
  expect(findUndated(readAllArticles().articles)).toEqual([]);
});

test('an article without such facts, and a timeless one with some, are reported', () => {
  const ages = [{ fact: 'A price', source, checked: '2026-11-22' }];
  const told = findUndated([
    { ages: [], file: 'content/blog/en/new.md' },
    { ages, file: 'content/blog/en/jpg-quality-guide.md' },
    { ages: [], file: 'content/blog/en/jpg-quality-comparison.md' },
  ]);
  expect(told).toHaveLength(2);
  expect(told.join()).not.toContain('comparison');
});
