import { createHash, randomBytes } from 'node:crypto';
import { and, eq, gt, sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { mailedTokens } from '../database/schema.ts';

export type TokenPurpose = 'reset-password' | 'confirm-email';

const hashToken = (token: string) => createHash('sha256').update(token).digest('base64url');

/** Makes a token for a mail to `email`: 256 random bits. The database stores only its hash. */
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

/** Finds out what a token is for, without using it up. `null` as for `takeMailedToken`. */
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

/** Uses up a token. `null` if it is unknown, used, expired, or for another purpose. */
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
