import { beforeEach, expect, it, vi } from 'vitest';
import { keepChoices, readChoices } from './choices.ts';
import { hasKeptTable, keptTableKey, markKeptTable, removeOldTable } from './kept-table.ts';

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
  const root = { removeEntry: async (name: string) => void removed.push(name) };
  vi.stubGlobal('navigator', { storage: { getDirectory: async () => root } });
  keepChoices(localStorage, { ...readChoices(localStorage), table: true });
});

it('waits for the same tool, and for seven days', () => {
  markKeptTable('convert', 0);
  expect(hasKeptTable('convert', 6 * day)).toBe(true);
  expect(hasKeptTable('compress', 6 * day)).toBe(false);
  expect(hasKeptTable('convert', 7 * day)).toBe(false);
});

it('is deleted when it is too old, and not before', async () => {
  markKeptTable('convert', 0);
  await removeOldTable(6 * day);
  expect(removed).toEqual([]);
  await removeOldTable(7 * day);
  expect(removed).toEqual(['stillpix-kept-table']);
  expect(localStorage.getItem(keptTableKey)).toBeNull();
});

it('is neither there nor left behind when the wish to keep it is gone', async () => {
  markKeptTable('convert', 0);
  keepChoices(localStorage, { ...readChoices(localStorage), table: false });
  expect(hasKeptTable('convert', day)).toBe(false);
  await removeOldTable(day);
  expect(removed).toEqual(['stillpix-kept-table']);
});
