import { expect, test } from 'vitest';
import { keepChoices, readChoices } from './choices.ts';

function createStorage() {
  const values = new Map<string, string>();
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
  };
}

test('whoever has chosen nothing has settings and counter, and neither a kept list nor advertisements', () => {
  expect(readChoices(createStorage())).toEqual({
    settings: true,
    counter: true,
    offline: true,
    table: false,
    ads: false,
  });
});

test('a choice is kept, and the other stays', () => {
  const storage = createStorage();
  keepChoices(storage, { settings: false, counter: true, offline: false, table: true, ads: true });
  expect(readChoices(storage)).toEqual({
    settings: false,
    counter: true,
    offline: false,
    table: true,
    ads: true,
  });
});

test('damaged storage counts as nothing chosen', () => {
  const storage = createStorage();
  storage.setItem('stillpix_choices', '{"settings":');
  expect(readChoices(storage)).toEqual({
    settings: true,
    counter: true,
    offline: true,
    table: false,
    ads: false,
  });
});
