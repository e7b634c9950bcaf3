import { createHash, randomBytes } from 'node:crypto';
import { and, eq, gt, sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { mailedTokens } from '../database/schema.ts';

export type TokenPurpose = 'reset-password' | 'confirm-email';

const hashToken = (token: string) => createHash('sha256').update(token).digest('base64url');

/** A token for a mail to `email`: 256 random bits, of which the database keeps the hash. */
export async function makeMailedToken(
  db: Database,
  purpose: TokenPurpose,
  user: { id: string; email: string },
  minutes: number,
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await db.insert(mailedTokens).values({
    hash: hashToken(token),
    userId: user.id,
    purpose,
    email: user.email,
    expiresAt: new Date(Date.now() + minutes * 60_000),
  });
  return token;
}

const isValid = (purpose: TokenPurpose, token: string) =>
  and(
    eq(mailedTokens.hash, hashToken(token)),
    eq(mailedTokens.purpose, purpose),
    gt(mailedTokens.expiresAt, sql`now()`),
  );

/** What a token is for, without using it up. `null` as for `takeMailedToken`. */
export async function findMailedToken(
  db: Database,
  purpose: TokenPurpose,
  token: string,
): Promise<{ userId: string; email: string } | null> {
  const [found] = await db
    .select({ userId: mailedTokens.userId, email: mailedTokens.email })
    .from(mailedTokens)
    .where(isValid(purpose, token));
  return found ?? null;
}

/** Uses a token up. `null` when it was never made, was used, is too old or serves something else. */
export async function takeMailedToken(
  tx: Database,
  purpose: TokenPurpose,
  token: string,
): Promise<{ userId: string; email: string } | null> {
  const [taken] = await tx
    .delete(mailedTokens)
    .where(isValid(purpose, token))
    .returning({ userId: mailedTokens.userId, email: mailedTokens.email });
  return taken ?? null;
}
