import { expect, test } from 'vitest';
import { failureCode, isDatabaseUnavailable, isUniqueViolation } from './failures.ts';

const coded = (code: string) => Object.assign(new Error('x'), { code });
const wrapped = (cause: Error) =>
  new Error('Failed query: …', { cause: new Error('x', { cause }) });

test.each([
  '08006',
  '57P01',
  '57P03',
  '53300',
  '40001',
  '40P01',
  '57014',
  'ECONNREFUSED',
  'ECONNRESET',
])('%s means: not now, try again', (code) => {
  expect(isDatabaseUnavailable(coded(code))).toBe(true);
  expect(isDatabaseUnavailable(wrapped(coded(code)))).toBe(true);
});

test.each(['23505', '42601', '42P01', '22P02', '22021', 'EISDIR'])(
  '%s means: a mistake of ours',
  (code) => {
    expect(isDatabaseUnavailable(wrapped(coded(code)))).toBe(false);
  },
);

test('a socket that is gone means the database, a file that is gone does not', () => {
  const gone = (syscall: string) => Object.assign(coded('ENOENT'), { syscall });
  expect(isDatabaseUnavailable(wrapped(gone('connect')))).toBe(true);
  expect(isDatabaseUnavailable(gone('open'))).toBe(false);
});

test('a unique violation is found under what drizzle wraps around it', () => {
  expect(isUniqueViolation(wrapped(coded('23505')))).toBe(true);
  expect(isUniqueViolation(wrapped(coded('23503')))).toBe(false);
  expect(isUniqueViolation('23505')).toBe(false);
});

test('the code of a failure is found under what drizzle wraps around it', () => {
  expect(failureCode(wrapped(coded('53100')))).toBe('53100');
  expect(failureCode(new Error('Connection terminated'))).toBe('');
});
