import { and, eq, ne, notInArray } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { billingCustomers, payments, subscriptions } from '../database/schema.ts';
import { type Billing, requireProvider } from './context.ts';
import { type Customer, CustomerBusyError, holds, withCustomer } from './customer-lock.ts';
import { attachCustomer, findConfirmedUser } from './customers.ts';
import { recordFirstPayment } from './first-payment.ts';
import { logMoneyMoves, queueNotices, readKnown } from './notices.ts';
import type {
  PaymentProvider,
  ProviderPayment,
  ProviderRecord,
  ProviderSubscription,
} from './provider/provider.ts';
import { findEntitling } from './rights.ts';

/** What the provider said about a customer, now also in our rows. */
export type Synced = ProviderRecord;

/**
 * Fetches a customer's state from the provider and stores it. This is the only place where payments
 * change rights: webhooks, the payer's return and the reconciliation all end here, so their order
 * and number do not matter.
 */
export async function lookAgain(billing: Billing, id: string): Promise<Synced> {
  return withCustomer(billing, id, (customer, token) => syncHeld(billing, customer, token));
}

/** `lookAgain` for a caller that already holds the lock. */
export async function syncHeld(
  billing: Billing,
  customer: Customer,
  token: string,
): Promise<Synced> {
  const { customerId } = customer;
  const provider = requireProvider(billing);
  if (customerId === null || customer.provider !== provider.name) {
    return { subscriptions: [], payments: [] };
  }
  const synced = await provider.readRecord(customerId);
  const { subscriptions: found, payments: paid } = synced;
  const known = await billing.db.transaction(async (transaction) => {
    const [held] = await transaction
      .update(billingCustomers)
      .set({ syncedAt: billing.now() })
      .where(holds(customer.id, token))
      .returning();
    // The lock expired, and somebody else may have written something newer.
    if (!held) throw new CustomerBusyError(`lost customer ${customer.id}`);
    const owner = await findOwner(billing, transaction, held, found);
    const owned = { ...held, userId: owner };
    const before = await readKnown(transaction, owned);
    await writeSubscriptions(transaction, provider, owned, found, billing.now());
    await writePayments(transaction, owned, paid);
    await recordFirstPayment(billing, transaction, owned, paid);
    await queueNotices(billing, transaction, owned, before, synced);
    return before;
  });
  logMoneyMoves(billing, customer, known, paid);
  return synced;
}

/**
 * The owner of a customer. A payment made without signing in goes to the account of its address
 * once that is confirmed. Until then it belongs only to whoever can prove the payment.
 */
async function findOwner(
  billing: Billing,
  transaction: Database,
  customer: Customer,
  found: readonly ProviderSubscription[],
): Promise<string | null> {
  if (customer.userId !== null) return customer.userId;
  if (findEntitling(found, billing.now()) === null) return null;
  const user = await findConfirmedUser(transaction, customer.email);
  if (user === null) return null;
  await attachCustomer(transaction, customer.id, user.id);
  return user.id;
}

async function writeSubscriptions(
  transaction: Database,
  provider: PaymentProvider,
  customer: Customer,
  found: readonly ProviderSubscription[],
  now: Date,
): Promise<void> {
  for (const one of found) {
    const row = {
      userId: customer.userId,
      provider: provider.name,
      customerId: one.customerId,
      externalId: one.id,
      attempt: one.attempt,
      status: one.status,
      plan: one.plan,
      startedAt: one.startedAt,
      currentPeriodStart: one.currentPeriodStart,
      currentPeriodEnd: one.currentPeriodEnd,
      paidUntil: one.paidUntil,
      cancelAtPeriodEnd: one.cancelAtPeriodEnd,
      endedAt: one.endedAt,
      syncedAt: now,
    };
    await transaction
      .insert(subscriptions)
      .values(row)
      .onConflictDoUpdate({ target: subscriptions.externalId, set: row });
  }
  if (customer.customerId === null) return;
  // What the provider no longer knows (deleted test data) grants nothing.
  await transaction
    .update(subscriptions)
    .set({ status: 'canceled', paidUntil: null, syncedAt: now })
    .where(
      and(
        eq(subscriptions.customerId, customer.customerId),
        ne(subscriptions.provider, 'manual'),
        notInArray(
          subscriptions.externalId,
          found.map(({ id }) => id),
        ),
      ),
    );
}

async function writePayments(
  transaction: Database,
  customer: Customer,
  paid: readonly ProviderPayment[],
): Promise<void> {
  for (const one of paid) {
    const row = {
      externalId: one.id,
      customer: customer.id,
      subscriptionId: one.subscriptionId,
      amount: one.amount,
      tax: one.tax,
      refunded: one.refunded,
      refundFailed: one.refundFailed,
      dispute: one.dispute,
      currency: one.currency,
      status: one.status,
      createdAt: one.createdAt,
      receiptUrl: one.receiptUrl,
      cardFingerprint: one.cardFingerprint,
    };
    await transaction
      .insert(payments)
      .values(row)
      .onConflictDoUpdate({ target: payments.externalId, set: row });
  }
}
