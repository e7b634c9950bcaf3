import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { findPasswordProblem, type PasswordRule } from '@stillpix/contract/passwords';
import { ApiError } from '../http/api-error.ts';
import { isGuessable } from './password-strength.ts';
import { limitWork } from './work-limit.ts';

// OWASP's password storage cheat sheet: argon2id (the library's default) with 19 MiB, 2 passes, 1 lane.
const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

// Each takes 19 MiB and some 30 ms of a core: a flood of sign-ins must leave room for everything else.
const withinLimits = limitWork(availableParallelism(), 200);

/** Compared with when there is no account, so that this takes as long as when there is one. */
const nobody = hash('the password of no account at all', options);

export async function hashPassword(password: string): Promise<string> {
  return withinLimits(() => hash(normalize(password), options));
}

/** With `null` for the hash the answer is no, after the usual time. */
export async function isPassword(password: string, hashed: string | null): Promise<boolean> {
  const compared = hashed ?? (await nobody);
  const matches = await withinLimits(() => verify(compared, normalize(password)));
  return matches && hashed !== null;
}

/**
 * @param person what is known of the owner, who must not use it
 * @throws ApiError `weak-password`, naming the problem for the field
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

// Keyboards disagree on how to compose an ü; the same password must match from all of them.
function normalize(password: string): string {
  return password.normalize('NFKC');
}
