import { describe, expect, test } from 'vitest';
import { findPasswordProblem, maxPasswordLength } from './passwords.ts';

describe('passwords of an account', () => {
  test.each([
    ['a1!', 'too-short'],
    ['abcdefg!', 'needs-digit'],
    ['1234567!', 'needs-letter'],
    ['abcdefg1', 'needs-special'],
    [`a1!${'x'.repeat(maxPasswordLength)}`, 'too-long'],
  ])('%s is refused: %s', (password, problem) => {
    expect(findPasswordProblem(password, 'account')).toBe(problem);
  });

  test.each(['Correct-Horse-7', 'größer als 9!', 'пароль-для-2026', 'Sunshine & 4 rainy days'])(
    '%s is good',
    (password) => {
      expect(findPasswordProblem(password, 'account')).toBeNull();
    },
  );
});

describe('passwords at a change', () => {
  test('need six characters, of any kind', () => {
    expect(findPasswordProblem('abcde', 'change')).toBe('too-short');
    expect(findPasswordProblem('tulpen', 'change')).toBeNull();
  });

  test('count characters as people do', () => {
    expect(findPasswordProblem('🐱🐶🐭🐹🐰', 'change')).toBe('too-short');
    expect(findPasswordProblem('🐱🐶🐭🐹🐰🦊', 'change')).toBeNull();
  });
});
