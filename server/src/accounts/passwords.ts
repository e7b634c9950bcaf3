import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { findPasswordProblem, type PasswordRule } from '@stillpix/contract/passwords';
import { ApiError } from '../api-error.ts';
import { isGuessable } from './password-strength.ts';
import { limitWork } from './work-limit.ts';

// OWASP's password storage cheat sheet: argon2id (the library's default) with 19 MiB, 2 passes, 1 lane.
const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

// Each hash takes 19 MiB and about 30 ms of CPU. A flood of sign-ins must leave room for other
// work.
const withinLimits = limitWork(availableParallelism(), 200);

/** Compared with if there is no account, so that the check takes equally long. */
const nobody = hash('the password of no account at all', options);

export async function hashPassword(password: string): Promise<string> {
  return withinLimits(() => hash(normalize(password), options));
}

/** With `null` for the hash, returns false after the usual time. */
export async function isPassword(password: string, hashed: string | null): Promise<boolean> {
  const compared = hashed ?? (await nobody);
  const matches = await withinLimits(() => verify(compared, normalize(password)));
  return matches && hashed !== null;
}

/**
 * Rejects weak passwords.
 * @param person facts about the owner, which must not be the password
 * @throws ApiError `weak-password`, with the problem of the field
 */
export async function requireGoodPassword(
  password: string,
  rule: PasswordRule,
  field: string,
  person: readonly string[],
): Promise<void> {
  const lacking = findPasswordProblem(password, rule);
  const isWeak = lacking === null && (await isGuessable(normalize(password), person));
  const problem = isWeak ? 'too-common' : lacking;
  if (problem !== null) throw new ApiError('weak-password', { fields: { [field]: problem } });
}

// Keyboards compose characters such as ü differently; the same password must match from all of
// them.
function normalize(password: string): string {
  return password.normalize('NFKC');
}
