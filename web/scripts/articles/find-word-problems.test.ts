import { expect, test } from 'vitest';
import { findSlips } from './find-word-problems.ts';

test.each([
  ['press "Convert"', '“"”: write a quotation mark of the language'],
  ["sem marca d'água", "“'”: write ’"],
  ['and so on...', '“...”: write …'],
  ['it works - mostly', '“s - m”: write a comma, colon or dash'],
  ['open the the file', '“the the”: write the word once'],
])('%s is found with what to write instead', (text, problem) => {
  expect(findSlips(text)).toEqual([problem]);
});

test('right signs, words that the requirements give, and German pronouns pass', () => {
  expect(findSlips('“Save”, d’água, Processing your payment..., was die die Kamera…')).toEqual([]);
});
