import { expect, test } from 'vitest';
import type { Refusal } from '../accept.ts';
import { toReport } from './intake-report.ts';

const refused = (...refusals: Refusal[]) =>
  refusals.map((refusal, index) => ({ name: `${index}`, refusal }));
const broken = { name: 'a.zip', refusal: 'archive', reason: 'Download it again.' } as const;
const file = new File(['x'], 'a.jpg');

test('has nothing to say where all that came was taken', () => {
  expect(toReport({ accepted: [file], refused: [] }, 'dropped')).toBeNull();
});

test.each([
  ['nothing came that could be a picture', [], true],
  ['all that came was refused', refused('unsupported', 'duplicate'), true],
  ['all that came is there already', refused('duplicate', 'duplicate'), false],
  ['a ZIP says itself what to do', [broken, ...refused('unsupported')], false],
])('asks for a valid file, or not, where %s', (_, files, noneValid) => {
  expect(toReport({ accepted: [], refused: files }, 'picked')).toEqual({
    refused: files,
    way: 'picked',
    noneValid,
  });
});

test('asks for none where one was taken', () => {
  const files = refused('empty');
  expect(toReport({ accepted: [file], refused: files }, 'dropped')).toMatchObject({
    noneValid: false,
  });
});
