import { beforeEach, expect, test } from 'vitest';
import { countConversions, readToday } from './daily-counter.ts';

class MemoryStorage {
  readonly #entries = new Map<string, string>();
  get length() {
    return this.#entries.size;
  }
  key = (index: number) => [...this.#entries.keys()][index] ?? null;
  getItem = (key: string) => this.#entries.get(key) ?? null;
  setItem = (key: string, value: string) => void this.#entries.set(key, value);
  removeItem = (key: string) => void this.#entries.delete(key);
}

let storage: MemoryStorage;
const day = (number: number) => new Date(2026, 10, number, 15, 30);

beforeEach(() => {
  storage = new MemoryStorage();
});

test('adds up within a day and starts anew on the next', () => {
  countConversions(storage, 3, day(20));
  countConversions(storage, 2, day(20));
  expect(readToday(storage, day(20))).toBe(5);
  expect(readToday(storage, day(21))).toBe(0);
});

test('keeps seven days and drops those that are 8 or more days old', () => {
  countConversions(storage, 1, day(1));
  countConversions(storage, 1, day(2));
  countConversions(storage, 1, day(9));
  expect(readToday(storage, day(1))).toBe(0);
  expect(readToday(storage, day(2))).toBe(1);
});

test('leaves the keys of others alone', () => {
  storage.setItem('theme', 'dark');
  countConversions(storage, 1, day(1));
  countConversions(storage, 1, day(28));
  expect(storage.getItem('theme')).toBe('dark');
});

test('takes a damaged count as none', () => {
  countConversions(storage, 1, day(20));
  const key = storage.key(0) ?? '';
  storage.setItem(key, 'many');
  expect(readToday(storage, day(20))).toBe(0);
});
