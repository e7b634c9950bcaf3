/** `account`: registration and account setup. `change`: change and reset. */
export type PasswordRule = 'account' | 'change';

export type PasswordProblem =
  | 'too-short'
  | 'too-long'
  | 'needs-letter'
  | 'needs-digit'
  | 'needs-special'
  | 'too-common';

/** Shortest password a rule accepts, in characters. */
const minPasswordLength: Record<PasswordRule, number> = { account: 8, change: 6 };

/** Longest password, in characters: hashing must not become a way to keep the server busy. */
export const maxPasswordLength = 200;

/**
 * What a password lacks under a rule, or `null`. Whether it is too easy to guess (`too-common`) only
 * the server knows: the words that it would have to know do not belong into a page.
 * Characters are counted as code points, so an emoji counts once.
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
