import { describe, expect, test } from 'vitest';
import { languages } from '../pages/language.ts';
import { tagIds } from '../pages/tags.ts';
import { isForSearch, listPath, oldListPath } from './blog-paths.ts';

describe('the list of a subject', () => {
  test('has an address in the words of its language', () => {
    expect(listPath('es', { tag: 'quality', page: 1 })).toBe('/es/blog/tema/calidad');
    expect(listPath('de', { tag: 'how-to', page: 2 })).toBe('/de/blog/thema/anleitung/seite/2');
    expect(listPath('en', { tag: 'quality', page: 1 })).toBe('/blog/tag/quality');
  });

  test('is still found at the address it had, where that differs', () => {
    expect(oldListPath('es', { tag: 'quality', page: 1 })).toBe('/es/blog/tema/quality');
    expect(oldListPath('en', { tag: 'color', page: 1 })).toBe('/blog/tag/colour');
    expect(oldListPath('en', { tag: 'quality', page: 1 })).toBeNull();
    expect(oldListPath('pt', { tag: 'heic', page: 1 })).toBeNull();
    expect(oldListPath('de', { tag: null, page: 2 })).toBeNull();
  });

  test('never shares an address, old or new, with that of another subject', () => {
    for (const language of languages) {
      const lists = tagIds.map((tag) => ({ tag, page: 1 }));
      const paths = lists.flatMap((list) => [
        listPath(language, list),
        oldListPath(language, list) ?? [],
      ]);
      expect(new Set(paths.flat()).size).toBe(paths.flat().length);
    }
  });

  test('is for search engines from three articles on, its later pages never', () => {
    expect(isForSearch({ tag: 'raw', page: 1 }, 2)).toBe(false);
    expect(isForSearch({ tag: 'raw', page: 1 }, 3)).toBe(true);
    expect(isForSearch({ tag: 'heic', page: 2 }, 30)).toBe(false);
    expect(isForSearch({ tag: null, page: 1 }, 1)).toBe(true);
  });
});
