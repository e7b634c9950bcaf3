/** `account`: registration and account setup. `change`: change and reset. */
export type PasswordRule = 'account' | 'change';

export type PasswordProblem =
  | 'too-short'
  | 'too-long'
  | 'needs-letter'
  | 'needs-digit'
  | 'needs-special'
  | 'too-common';

/** Minimum password length by rule, in characters. */
const minPasswordLength: Record<PasswordRule, number> = { account: 8, change: 6 };

/** Maximum password length in characters, so that hashing cannot keep the server busy. */
export const maxPasswordLength = 200;

/**
 * The problem of a password under a rule, or `null`. Only the server checks whether it is too easy
 * to guess (`too-common`), because the word lists do not belong in a page. Counts code points, so
 * an emoji counts once.
 */
export function findPasswordProblem(
  password: string,
  rule: PasswordRule,
): Exclude<PasswordProblem, 'too-common'> | null {
  const length = Array.from(password).length;
  if (length < minPasswordLength[rule]) return 'too-short';
  if (length > maxPasswordLength) return 'too-long';
  if (rule === 'account') {
    if (!/\p{L}/u.test(password)) return 'needs-letter';
    if (!/\p{N}/u.test(password)) return 'needs-digit';
    if (!/[^\p{L}\p{N}\s]/u.test(password)) return 'needs-special';
  }
  return null;
}
