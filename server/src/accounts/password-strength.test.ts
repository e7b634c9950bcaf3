import { Worker } from 'node:worker_threads';
import { dictionary } from '@zxcvbn-ts/language-common';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createEstimator, isGuessable } from './password-strength.ts';

const ana = ['ana.lopez@example.com', 'Ana', 'López'];

test.each([
  'Summer2026!',
  'Sommer2026!',
  'Verano2026!',
  'Frühling2026!',
  'Madrid2024!',
  'Password1!',
  'P@ssw0rd!1',
  'Passwort123!',
  'Contraseña1!',
  'Qwerty123!',
  'ana.lopez@example.com!1',
  'ana.lopez!1',
  'Lopez1990!',
  'Stillpix2026!',
  'abcdefgh1!',
  '123456',
  '111111',
  'qwerty',
  'letmein',
  `${'abc'.repeat(60)}1!`,
])('%s is guessed at once', async (password) => {
  expect(await isGuessable(password, ana)).toBe(true);
});

test.each([
  'Correct-Horse-7-Battery',
  'Größer-als-9',
  'sesam-öffne',
  'kX9$vL2!',
  'k7#pQz',
  'пароль-для-2026',
  'Sunshine & 4 rainy days',
  '🐱🐶🐭🐹🐰🦊',
])('%s is not', async (password) => {
  expect(await isGuessable(password, ana)).toBe(false);
});

test('an address is weak for its owner only', async () => {
  expect(await isGuessable('grevlund.tobs!1', ana)).toBe(false);
  expect(await isGuessable('grevlund.tobs!1', ['grevlund.tobs@example.com'])).toBe(true);
});

test('what people have used most, by the lists that have leaked, is refused', async () => {
  // Those that are too short anyway are not what it is for.
  const leaked = dictionary['passwords-common'].map(String).filter(({ length }) => length >= 6);
  expect(leaked.length).toBeGreaterThan(30_000);
  const sample = leaked.filter((_, index) => index % 700 === 0);
  const good = [];
  for (const password of sample) if (!(await isGuessable(password, []))) good.push(password);
  expect(good).toEqual([]);
});

test('its thread ends when it rests, and another takes the next question', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const ending = vi.spyOn(Worker.prototype, 'terminate');
  const isBad = createEstimator(1000);
  expect(await isBad('Password1!', [])).toBe(true);
  vi.advanceTimersByTime(999);
  expect(await isBad('Password1!', [])).toBe(true);
  expect(ending).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1000);
  expect(ending).toHaveBeenCalledOnce();
  expect(await isBad('Password1!', [])).toBe(true);
  vi.advanceTimersByTime(1000);
  expect(ending).toHaveBeenCalledTimes(2);
});
