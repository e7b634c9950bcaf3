import { beforeEach, expect, test, vi } from 'vitest';
import { keepChoices, readChoices } from './choices.ts';
import { hasKeptList, keptListKey, markKeptList, removeOldLists } from './kept-list.ts';

const day = 24 * 3600 * 1000;
let removed: string[];

beforeEach(() => {
  const values = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  });
  removed = [];
  const folder = { removeEntry: async (name: string) => void removed.push(name) };
  const root = {
    getDirectoryHandle: async () => folder,
    async removeEntry(name: string, options?: { recursive: boolean }) {
      if (!options?.recursive) throw new DOMException('not empty', 'InvalidModificationError');
      removed.push(name);
    },
  };
  vi.stubGlobal('navigator', { storage: { getDirectory: async () => root } });
  keepChoices(localStorage, { ...readChoices(localStorage), table: true });
});

test('waits for the same tool, and for seven days', () => {
  markKeptList('convert', 0, 1);
  expect(hasKeptList('convert', 6 * day)).toBe(true);
  expect(hasKeptList('compress', 6 * day)).toBe(false);
  expect(hasKeptList('convert', 7 * day)).toBe(false);
});

test('is deleted when it is too old, and not before', async () => {
  markKeptList('convert', 0, 1);
  await removeOldLists(6 * day);
  expect(removed).toEqual([]);
  await removeOldLists(7 * day);
  expect(removed).toEqual(['stillpix-kept-table']);
  expect(localStorage.getItem(keptListKey)).toBeNull();
});

test('is deleted alone where another tool has a newer one', async () => {
  markKeptList('convert', 0, 1);
  markKeptList('compress', day, 1);
  await removeOldLists(7 * day);
  expect(removed).toEqual(['convert']);
  expect(hasKeptList('convert', 7 * day)).toBe(false);
  expect(hasKeptList('compress', 7 * day)).toBe(true);
});

test('is neither there nor left behind when the wish to keep it is gone', async () => {
  markKeptList('convert', 0, 1);
  keepChoices(localStorage, { ...readChoices(localStorage), table: false });
  expect(hasKeptList('convert', day)).toBe(false);
  await removeOldLists(day);
  expect(removed).toEqual(['stillpix-kept-table']);
});
