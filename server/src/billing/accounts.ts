// What accounts ask of billing.
import { and, eq, isNull } from 'drizzle-orm';
import type { Database } from '../database/open.ts';
import { billingCustomers, subscriptions } from '../database/schema.ts';
import type { BillingContext } from './context.ts';
import { withCustomer } from './customer-lock.ts';
import { findCustomers } from './manage.ts';
import { addSession, findSession, makeSessionId, readPaymentState } from './payment-session.ts';
import { findEntitling } from './rights.ts';
import { syncCustomer, syncHeld } from './sync.ts';

/** Until when a person has Pro, and by which plan; `null` without it. */
export async function findPro(
  db: Database,
  userId: string,
  now: Date,
): Promise<{ until: Date; plan: 'monthly' | 'annual' } | null> {
  const rows = await db.select().from(subscriptions).where(eq(subscriptions.userId, userId));
  const found = findEntitling(rows, now);
  return found ? { until: found.until, plan: found.subscription.plan } : null;
}

export type PaymentCheck =
  | { state: 'unknown' }
  | { state: 'open' | 'paid' | 'failed'; email: string };

/**
 * What became of the attempt to pay of a `session_id`. Looks again at the provider unless it is
 * known to be paid, so that it is right before any webhook came.
 */
export async function checkPayment(
  billing: BillingContext,
  sessionId: string,
): Promise<PaymentCheck> {
  const found = await findSession(billing.db, sessionId);
  if (!found) return { state: 'unknown' };
  const { email } = found.customer;
  const state = await readPaymentState(billing.db, found);
  const { provider } = billing;
  if (state === 'paid' || provider?.name !== found.customer.provider) return { state, email };
  await syncCustomer(billing, provider, found.customer.id);
  return { state: await readPaymentState(billing.db, found), email };
}

/**
 * Gives a user what the payer of a `session_id` paid for. The caller has checked that the payment is
 * complete and by the user's address.
 */
export async function claimPayment(db: Database, userId: string, sessionId: string): Promise<void> {
  const found = await findSession(db, sessionId);
  if (found?.customer.userId === null) await claim(db, userId, found.customer.id);
}

/** Gives a user what was paid under an address that the user has just proved to own by mail. */
export async function claimByProvedAddress(
  db: Database,
  userId: string,
  email: string,
): Promise<void> {
  const rows = await db
    .select({ id: billingCustomers.id })
    .from(billingCustomers)
    .where(and(eq(billingCustomers.email, email), isNull(billingCustomers.userId)));
  for (const { id } of rows) await claim(db, userId, id);
}

async function claim(db: Database, userId: string, customer: string): Promise<void> {
  await db.transaction(async (transaction) => {
    const [taken] = await transaction
      .update(billingCustomers)
      .set({ userId })
      .where(and(eq(billingCustomers.id, customer), isNull(billingCustomers.userId)))
      .returning({ customerId: billingCustomers.customerId });
    if (!taken?.customerId) return;
    await transaction
      .update(subscriptions)
      .set({ userId })
      .where(eq(subscriptions.customerId, taken.customerId));
  });
}

/** A new `session_id` for an attempt that was paid, for the link in a mail. */
export async function makeMailedSession(
  db: Database,
  welcome: { customer: string; attempt: string; plan: 'monthly' | 'annual' },
): Promise<string> {
  const sessionId = makeSessionId();
  await addSession(db, { sessionId, ...welcome });
  return sessionId;
}

/** Tells the provider the new address of a user, for receipts. */
export async function changePayerAddress(
  billing: BillingContext,
  userId: string,
  email: string,
): Promise<void> {
  const { provider } = billing;
  if (!provider) return;
  for (const { id, customerId } of await findCustomers(billing, provider, userId)) {
    if (customerId) await provider.updateCustomer(customerId, { email });
    await billing.db.update(billingCustomers).set({ email }).where(eq(billingCustomers.id, id));
  }
}

/**
 * Ends every subscription of a user at once and forgets who paid; to be called before the account is
 * deleted. When the provider can't be reached it throws and nothing is forgotten: an account must
 * not vanish while its card goes on being charged.
 */
export async function closeForDeletion(billing: BillingContext, userId: string): Promise<void> {
  const rows = await billing.db
    .select({ id: billingCustomers.id, provider: billingCustomers.provider })
    .from(billingCustomers)
    .where(eq(billingCustomers.userId, userId));
  for (const row of rows) {
    const { provider } = billing;
    if (provider?.name !== row.provider) continue;
    await withCustomer(billing, row.id, async (customer, token) => {
      const { subscriptions: found } = await syncHeld(billing, provider, customer, token);
      for (const { id, endedAt } of found) if (endedAt === null) await provider.cancelNow(id);
    });
  }
  await billing.db.transaction(async (transaction) => {
    await transaction.delete(subscriptions).where(eq(subscriptions.userId, userId));
    await transaction.delete(billingCustomers).where(eq(billingCustomers.userId, userId));
  });
}
