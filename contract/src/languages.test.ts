import { expect, test } from 'vitest';
import { findAcceptedLanguage, isLanguage } from './languages.ts';

test.each([
  ['de', 'de'],
  ['es-MX,es;q=0.9,en;q=0.8', 'es'],
  ['fr-FR, fr;q=0.9, pt-BR;q=0.5, en;q=0.4', 'pt'],
  ['en;q=0.1, de;q=0.2', 'de'],
  ['de;q=0, en', 'en'],
  ['DE-at', 'de'],
  ['fr, ja', null],
  ['*', null],
  ['', null],
  [undefined, null],
  [';;;q=,,=', null],
])('Accept-Language %s asks for %s', (header, language) => {
  expect(findAcceptedLanguage(header)).toBe(language);
});

test('a region is no language of ours', () => {
  expect(isLanguage('es')).toBe(true);
  expect(isLanguage('es-MX')).toBe(false);
  expect(isLanguage(undefined)).toBe(false);
});
