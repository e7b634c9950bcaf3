import { eq, sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { mailedTokens, users } from '../database/schema.ts';
import { ApiError } from '../api-error.ts';
import type { UserRow } from './user-view.ts';

/**
 * Whether an account still has the credentials that were compared with what its user gave. Comparing takes long enough
 * for the owner to replace them meanwhile; from here on they stay until the transaction ends.
 */
export async function holdCredentials(
  tx: Database,
  compared: Pick<UserRow, 'id' | 'email' | 'passwordHash'>,
): Promise<boolean> {
  const [now] = await tx
    .select({ email: users.email, passwordHash: users.passwordHash })
    .from(users)
    .where(eq(users.id, compared.id))
    .for('no key update');
  if (now === undefined) throw new ApiError('not-signed-in');
  return now.email === compared.email && now.passwordHash === compared.passwordHash;
}

/**
 * Changes an account's credentials: its password, or the address that reset links go to. Earlier
 * links, sent or queued, stop working, and browsers that signed in before are no longer known.
 * @returns the updated account
 */
export async function replaceCredentials(
  tx: Database,
  userId: string,
  changes: { passwordHash?: string; email?: string; emailVerifiedAt?: Date },
): Promise<UserRow> {
  const [changed] = await tx
    .update(users)
    .set({ ...changes, credentialsChangedAt: sql`now()` })
    .where(eq(users.id, userId))
    .returning();
  if (changed === undefined) throw new ApiError('not-signed-in');
  await tx.delete(mailedTokens).where(eq(mailedTokens.userId, userId));
  return changed;
}
