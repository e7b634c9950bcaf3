import { createHash } from 'node:crypto';
import { and, asc, desc, eq, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { billingCustomers, subscriptions, users } from '../database/schema.ts';
import type { Customer } from './customer-lock.ts';
import type { PaymentProvider } from './provider/provider.ts';
import { chargingStatuses } from './rights.ts';

/** Keys of customer rows: of an account, or of a browser that pays without signing in. */
export const accountKey = (userId: string) => `account:${userId}`;
export const sessionKey = (sessionId: string) =>
  `session:${createHash('sha256').update(sessionId).digest('hex')}`;

/**
 * Returns a payer's row, creating it if needed. For concurrent requests the database creates only
 * one.
 */
export async function requireCustomer(
  db: Database,
  payer: Pick<Customer, 'payerKey' | 'userId' | 'email' | 'language' | 'provider'>,
): Promise<Customer> {
  await db.insert(billingCustomers).values(payer).onConflictDoNothing();
  const [found] = await db
    .select()
    .from(billingCustomers)
    .where(
      and(
        eq(billingCustomers.provider, payer.provider),
        eq(billingCustomers.payerKey, payer.payerKey),
      ),
    );
  if (!found) throw new Error('a customer row vanished while it was made');
  return found;
}

/**
 * All of an account's customers at the present provider, its own row first. Several are locked in
 * this order.
 */
export async function findCustomers(
  db: Database,
  provider: PaymentProvider,
  userId: string,
): Promise<Customer[]> {
  return db
    .select()
    .from(billingCustomers)
    .where(and(eq(billingCustomers.userId, userId), eq(billingCustomers.provider, provider.name)))
    .orderBy(desc(eq(billingCustomers.payerKey, accountKey(userId))), asc(billingCustomers.id));
}

/**
 * SQL for the address of the person behind a customer, in queries that join `users`: the account's,
 * or else the one typed in.
 */
export const personAddress = sql<string>`coalesce(${users.email}, ${billingCustomers.email})`;

/**
 * `personAddress = address` as a condition, which finds the rows by their indexes: each event about
 * a payer asks for it.
 */
export function isPersons(db: Database, address: string) {
  const account = db.select({ id: users.id }).from(users).where(eq(users.email, address));
  return or(
    eq(billingCustomers.userId, account),
    and(isNull(billingCustomers.userId), eq(billingCustomers.email, address)),
  );
}

/** `mayCharge` as a condition for queries of `subscriptions`. */
export const isCharging = and(
  isNull(subscriptions.endedAt),
  inArray(subscriptions.status, [...chargingStatuses]),
);

/** Address for mails about a customer: its account's, or else the payer's. */
export async function recipientOf(db: Database, customer: Customer): Promise<string> {
  if (customer.userId === null) return customer.email;
  const [user] = await db
    .select({ email: users.email })
    .from(users)
    .where(eq(users.id, customer.userId));
  return user?.email ?? customer.email;
}

/** The owner of an address, who has confirmed it. */
export async function findConfirmedUser(
  db: Database,
  email: string,
): Promise<{ id: string } | null> {
  // Locks the row (shared), so that a concurrent confirmation either comes first or sees what is
  // attached.
  const [found] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.email, email), isNotNull(users.emailVerifiedAt)))
    .for('share');
  return found ?? null;
}

/** Assigns an unowned customer to an account. False if somebody was faster. */
export async function attachCustomer(tx: Database, id: string, userId: string): Promise<boolean> {
  const [taken] = await tx
    .update(billingCustomers)
    .set({ userId })
    .where(and(eq(billingCustomers.id, id), isNull(billingCustomers.userId)))
    .returning({ customerId: billingCustomers.customerId });
  if (!taken) return false;
  if (taken.customerId !== null) {
    await tx
      .update(subscriptions)
      .set({ userId })
      .where(eq(subscriptions.customerId, taken.customerId));
  }
  return true;
}

/** As whom an account's owner has begun to pay; the address may be another than the account's. */
export async function readPayers(db: Database, userId: string) {
  const { email, language, provider, customerId, createdAt } = billingCustomers;
  return db
    .select({ email, language, provider, customerId, createdAt })
    .from(billingCustomers)
    .where(eq(billingCustomers.userId, userId))
    .orderBy(createdAt);
}
