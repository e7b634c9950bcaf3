import { expect, test } from 'vitest';
import { workspace as german } from '../../../i18n/de/workspace.ts';
import { workspace as english } from '../../../i18n/en/workspace.ts';
import { workspace as spanish } from '../../../i18n/es/workspace.ts';
import { describeReduction } from './reduction-words.ts';

test('an estimated reduction is marked as an estimate', () => {
  expect(describeReduction(english, 'en', 44)).toMatch(/^about 44\s?%$/);
  expect(describeReduction(german, 'de', 44)).toMatch(/^etwa 44\s?%$/);
  expect(describeReduction(spanish, 'es', 44)).toMatch(/^alrededor de un 44\s?%$/);
});

test('so is an estimated growth', () => {
  expect(describeReduction(english, 'en', -20)).toMatch(/^about 20\s?% bigger$/);
});
