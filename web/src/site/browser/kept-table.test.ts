import { beforeEach, expect, test, vi } from 'vitest';
import { keepChoices, readChoices } from './choices.ts';
import { hasKeptTable, keptTableKey, markKeptTable, removeOldTables } from './kept-table.ts';

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
  markKeptTable('convert', 0, 1);
  expect(hasKeptTable('convert', 6 * day)).toBe(true);
  expect(hasKeptTable('compress', 6 * day)).toBe(false);
  expect(hasKeptTable('convert', 7 * day)).toBe(false);
});

test('is deleted when it is too old, and not before', async () => {
  markKeptTable('convert', 0, 1);
  await removeOldTables(6 * day);
  expect(removed).toEqual([]);
  await removeOldTables(7 * day);
  expect(removed).toEqual(['stillpix-kept-table']);
  expect(localStorage.getItem(keptTableKey)).toBeNull();
});

test('is deleted alone where another tool has a newer one', async () => {
  markKeptTable('convert', 0, 1);
  markKeptTable('compress', day, 1);
  await removeOldTables(7 * day);
  expect(removed).toEqual(['convert']);
  expect(hasKeptTable('convert', 7 * day)).toBe(false);
  expect(hasKeptTable('compress', 7 * day)).toBe(true);
});

test('is neither there nor left behind when the wish to keep it is gone', async () => {
  markKeptTable('convert', 0, 1);
  keepChoices(localStorage, { ...readChoices(localStorage), table: false });
  expect(hasKeptTable('convert', day)).toBe(false);
  await removeOldTables(day);
  expect(removed).toEqual(['stillpix-kept-table']);
});
