import { expect, test } from 'vitest';
import { readArticle } from './read-articles.ts';
import { canCheckSpelling, findMisspelled, listSpelledWords } from './spelling.ts';

test('addresses, file names and what touches a digit are not words', () => {
  const text = 'See https://example.org/pag, IMG_2041.heic or www.example.org; 12MP and H265 too.';
  expect(listSpelledWords(text, 'en')).toEqual(['See', 'or', 'and', 'too']);
});

test('hyphenated words are looked up in parts, and a possessive without its ending', () => {
  expect(listSpelledWords("The phone’s HEIC-Datei isn't here.", 'en')).toEqual([
    'The',
    'phone',
    'HEIC',
    'Datei',
    "isn't",
    'here',
  ]);
});

const article = (body: string) =>
  readArticle(
    `---
id: a-good-key
title: A title of a fitting length
description: A description that is long enough to be of use in a list of results, and not too long.
date: 2026-11-21
tags: [heic, quality]
author: Stillpix
---

${body}`,
    'en',
    'content/blog/en/a.md',
  );

test.skipIf(!canCheckSpelling())(
  'a mistake is told with its file; names on the list and code are not',
  () => {
    const body =
      'The Zorbulator makes a misteak.\n\n`mispeled code`\n\n| tabel |\n| --- |\n| fine |';
    expect(findMisspelled([article(body)], 'en', new Set(['Zorbulator']))).toEqual([
      'content/blog/en/a.md: misteak',
      'content/blog/en/a.md: tabel',
    ]);
  },
);
