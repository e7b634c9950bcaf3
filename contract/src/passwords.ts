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
export const passwordMinimum: Record<PasswordRule, number> = { account: 8, change: 6 };

/** Longest password, in characters: hashing must not become a way to keep the server busy. */
export const passwordMaximum = 200;

// Stems that head every published list of leaked passwords. A password that is nothing but one of
// them with digits and signs around it falls to the first minute of guessing.
const commonStems = new Set(
  (
    'password passwort contrasena senha pass passw passwd qwerty qwertz qwertyuiop azerty asdf asdfgh ' +
    'asdfghjkl zxcvbn zxcvbnm abc abcd abcdef abcdefg abcdefgh letmein welcome willkommen admin ' +
    'administrator login iloveyou teamo hallo hello dragon monkey football futbol baseball superman ' +
    'batman master shadow sunshine princess trustno secret geheim changeme default test tester user ' +
    'guest root qazwsx qweasd qweasdzxc michael jordan summer winter sommer hunter starwars pokemon ' +
    'whatever freedom ninja mustang access stillpix'
  ).split(' '),
);

const straightRuns = '01234567890 09876543210 qwertyuiop abcdefghijklmnopqrstuvwxyz';

/**
 * What is wrong with a password under a rule, or `null` when it is good.
 * Characters are counted as code points, so an emoji counts once.
 */
export function findPasswordProblem(password: string, rule: PasswordRule): PasswordProblem | null {
  const length = Array.from(password).length;
  if (length < passwordMinimum[rule]) return 'too-short';
  if (length > passwordMaximum) return 'too-long';
  if (rule === 'account') {
    if (!/\p{L}/u.test(password)) return 'needs-letter';
    if (!/\p{N}/u.test(password)) return 'needs-digit';
    if (!/[^\p{L}\p{N}\s]/u.test(password)) return 'needs-special';
  }
  return isCommon(password) ? 'too-common' : null;
}

function isCommon(password: string): boolean {
  const plain = password
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replaceAll('0', 'o')
    .replaceAll('@', 'a')
    .replaceAll('$', 's');
  const stem = plain.replace(/^[^a-z]+|[^a-z]+$/g, '').replace(/o+$/, '');
  const core = password.toLowerCase().replace(/[^a-z0-9]/g, '');
  if (/^(.)\1*$/.test(password)) return true;
  if (core.length > 0 && straightRuns.includes(core)) return true;
  // Half of the length or more outside the stem is the owner's own invention.
  const longEnoughToDiffer = password.length >= stem.length + 6;
  return (
    !longEnoughToDiffer && (commonStems.has(stem) || commonStems.has(plain.replace(/[^a-z]/g, '')))
  );
}
