import { fallbackLanguage, isLanguage } from '@stillpix/contract/languages';
import type { User } from '@stillpix/contract';
import { desc, eq } from 'drizzle-orm';
import { findEntitling } from '../billing/rights.ts';
import type { Database } from '../database/database.ts';
import { subscriptions, users } from '../database/schema.ts';

export type UserRow = typeof users.$inferSelect;

/** What an attacker would try first as this user's password. */
export const namesOf = ({ email, firstName, lastName }: UserRow) => [email, firstName, lastName];

/** A user as shown to the owner. */
export async function viewUser(db: Database, row: UserRow): Promise<User> {
  const owned = await db
    .select()
    .from(subscriptions)
    .where(eq(subscriptions.userId, row.id))
    .orderBy(desc(subscriptions.startedAt));
  const entitling = findEntitling(owned, new Date());
  return {
    id: row.id,
    email: row.email,
    firstName: row.firstName,
    lastName: row.lastName,
    isPro: entitling !== null,
    createdAt: row.createdAt.toISOString(),
    subscription_status: (entitling?.subscription ?? owned[0])?.status ?? 'none',
    emailVerified: row.emailVerifiedAt !== null,
    hasPassword: row.passwordHash !== null,
    language: isLanguage(row.language) ? row.language : fallbackLanguage,
    timeZone: row.timeZone,
    notifications: { signIns: row.notifySignIns, billing: row.notifyBilling },
  };
}

export async function findUserByEmail(db: Database, email: string): Promise<UserRow | null> {
  const [row] = await db.select().from(users).where(eq(users.email, email));
  return row ?? null;
}

export async function findUserById(db: Database, id: string): Promise<UserRow | null> {
  const [row] = await db.select().from(users).where(eq(users.id, id));
  return row ?? null;
}
