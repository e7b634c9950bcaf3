import { eq, sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { mailedTokens, users } from '../database/schema.ts';

/**
 * Changes what an account is entered by: its password, or the address that a forgotten one is
 * mailed to. Links that were asked for before, sent or still waiting to be, open nothing any more.
 */
export async function replaceCredentials(
  tx: Database,
  userId: string,
  changes: { passwordHash?: string; email?: string; emailVerifiedAt?: Date },
): Promise<void> {
  await tx
    .update(users)
    .set({ ...changes, credentialsChangedAt: sql`now()` })
    .where(eq(users.id, userId));
  await tx.delete(mailedTokens).where(eq(mailedTokens.userId, userId));
}
