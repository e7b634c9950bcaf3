import { desc, eq, inArray } from 'drizzle-orm';
import type { Subscription } from '@stillpix/contract';
import type { Language } from '@stillpix/contract/languages';
import { type BillingPlan, moneyBackDays } from '@stillpix/contract/limits';
import { billingCustomers, payments, subscriptions } from '../database/schema.ts';
import type { BillingContext } from './context.ts';
import { type Customer, withCustomer } from './customer-lock.ts';
import type { PaymentProvider, ProviderSubscription } from './provider.ts';
import { findEntitling, proUntil } from './rights.ts';
import { type Synced, syncHeld } from './sync.ts';

type SubscriptionRow = typeof subscriptions.$inferSelect;

/** The person has no subscription that this can be done to. */
export class NoSubscriptionError extends Error {
  override readonly name = 'NoSubscriptionError';
}

/** The time in which money is given back on request is over. */
export class RefundOverError extends Error {
  override readonly name = 'RefundOverError';
}

const dayMs = 86_400_000;

/** The subscription that matters for a person: the one that gives Pro, else the latest. */
export async function readSubscription(
  billing: BillingContext,
  userId: string,
): Promise<Subscription | null> {
  const rows = await billing.db
    .select()
    .from(subscriptions)
    .where(eq(subscriptions.userId, userId))
    .orderBy(desc(subscriptions.startedAt));
  const row =
    findEntitling(rows, billing.now())?.subscription ??
    rows.find(({ status }) => !isUnfinished(status));
  return row ? toSubscription(row, await findFirstPaid(billing, row), billing.now()) : null;
}

/** All payments of a person, newest first. */
export async function readPayments(billing: BillingContext, userId: string) {
  return billing.db
    .select({
      id: payments.externalId,
      amount: payments.amount,
      tax: payments.tax,
      refunded: payments.refunded,
      currency: payments.currency,
      status: payments.status,
      createdAt: payments.createdAt,
      receiptUrl: payments.receiptUrl,
    })
    .from(payments)
    .innerJoin(billingCustomers, eq(billingCustomers.id, payments.customer))
    .where(eq(billingCustomers.userId, userId))
    .orderBy(desc(payments.createdAt));
}

export async function cancelAtPeriodEnd(
  billing: BillingContext,
  provider: PaymentProvider,
  userId: string,
): Promise<void> {
  await changeRunning(billing, provider, userId, async ({ subscription, customer }) => {
    if (subscription.cancelAtPeriodEnd) return;
    await provider.setCancelAtPeriodEnd(subscription.id, true);
    await billing.queueMail(billing.db, {
      kind: 'pro-cancelled',
      recipient: customer.email,
      language: customer.language as Language,
      details: { customer: customer.id, date: subscription.currentPeriodEnd.toISOString() },
    });
  });
}

export async function reactivate(
  billing: BillingContext,
  provider: PaymentProvider,
  userId: string,
): Promise<void> {
  await changeRunning(billing, provider, userId, async ({ subscription }) => {
    if (subscription.cancelAtPeriodEnd) {
      await provider.setCancelAtPeriodEnd(subscription.id, false);
    }
  });
}

/** A change takes back a cancellation: nobody pays for a year that ends next week. */
export async function changePlan(
  billing: BillingContext,
  provider: PaymentProvider,
  userId: string,
  plan: BillingPlan,
): Promise<void> {
  await changeRunning(billing, provider, userId, async ({ subscription }) => {
    if (subscription.plan === plan) return;
    const period = subscription.currentPeriodStart.getTime();
    await provider.changePlan(subscription.id, plan, `change-${subscription.id}-${plan}-${period}`);
    if (subscription.cancelAtPeriodEnd) {
      await provider.setCancelAtPeriodEnd(subscription.id, false);
    }
  });
}

/**
 * Gives back everything paid in the money-back time and ends Pro at once.
 * @throws RefundOverError, NoSubscriptionError
 */
export async function refundAll(
  billing: BillingContext,
  provider: PaymentProvider,
  userId: string,
): Promise<void> {
  await changeRunning(billing, provider, userId, async ({ subscription, customer, synced }) => {
    const paid = synced.payments.filter(
      ({ status, subscriptionId }) => status === 'paid' && subscriptionId === subscription.id,
    );
    const first = paid.reduce<Date | null>(
      (earliest, { createdAt }) => (!earliest || createdAt < earliest ? createdAt : earliest),
      null,
    );
    if (!first || billing.now() > refundableUntil(first)) {
      throw new RefundOverError('the money-back time is over');
    }
    // Ended first: should the refund fail, the button can be pressed again, and no renewal falls due.
    await provider.cancelNow(subscription.id);
    for (const payment of paid) {
      if (payment.refunded < payment.amount) await provider.refund(payment.id);
    }
    await billing.queueMail(billing.db, {
      kind: 'pro-refunded',
      recipient: customer.email,
      language: customer.language as Language,
      details: {
        customer: customer.id,
        cents: String(paid.reduce((sum, { amount, refunded }) => sum + amount - refunded, 0)),
      },
    });
  });
}

export async function openPortal(
  billing: BillingContext,
  provider: PaymentProvider,
  userId: string,
  returnUrl: string,
): Promise<string> {
  const customer = (await findCustomers(billing, provider, userId))[0];
  if (!customer?.customerId) throw new NoSubscriptionError('nothing was ever paid');
  return provider.openPortal(customer.customerId, returnUrl);
}

function refundableUntil(firstPaid: Date): Date {
  return new Date(firstPaid.getTime() + moneyBackDays * dayMs);
}

interface Running {
  subscription: ProviderSubscription;
  customer: Customer;
  synced: Synced;
}

/** Finds the running subscription by the provider's word, changes it there, and looks again. */
async function changeRunning(
  billing: BillingContext,
  provider: PaymentProvider,
  userId: string,
  change: (running: Running) => Promise<void>,
): Promise<void> {
  for (const { id } of await findCustomers(billing, provider, userId)) {
    const done = await withCustomer(billing, id, async (customer, token) => {
      const synced = await syncHeld(billing, provider, customer, token);
      const found =
        findEntitling(synced.subscriptions, billing.now())?.subscription ??
        synced.subscriptions.find(({ status }) => status === 'past_due' || status === 'unpaid');
      if (!found) return false;
      await change({ subscription: found, customer, synced });
      await syncHeld(billing, provider, customer, token);
      return true;
    });
    if (done) return;
  }
  throw new NoSubscriptionError('no running subscription');
}

export async function findCustomers(
  billing: BillingContext,
  provider: PaymentProvider,
  userId: string,
): Promise<Customer[]> {
  const rows = await billing.db
    .select()
    .from(billingCustomers)
    .where(eq(billingCustomers.userId, userId))
    .orderBy(desc(billingCustomers.createdAt));
  return rows.filter((row) => row.provider === provider.name);
}

async function findFirstPaid(billing: BillingContext, row: SubscriptionRow): Promise<Date | null> {
  if (row.provider === 'manual') return null;
  const paid = await billing.db
    .select({ createdAt: payments.createdAt })
    .from(payments)
    .where(inArray(payments.subscriptionId, [row.externalId]))
    .orderBy(payments.createdAt)
    .limit(1);
  return paid[0]?.createdAt ?? null;
}

function toSubscription(row: SubscriptionRow, firstPaid: Date | null, now: Date): Subscription {
  const isManual = row.provider === 'manual';
  const until = proUntil(row);
  const entitled = until !== null && until > now;
  const renews = entitled && !isManual && row.status !== 'canceled' && !row.cancelAtPeriodEnd;
  const refundUntil = firstPaid && entitled ? refundableUntil(firstPaid) : null;
  return {
    status: toStatus(row.status),
    plan: row.plan,
    startDate: row.startedAt.toISOString(),
    nextBillingDate: renews ? row.currentPeriodEnd.toISOString() : null,
    currentPeriodEnd: row.currentPeriodEnd.toISOString(),
    cancelAtPeriodEnd: row.cancelAtPeriodEnd,
    entitled,
    refundableUntil: refundUntil && refundUntil > now ? refundUntil.toISOString() : null,
    provider: row.provider,
  };
}

function isUnfinished(status: SubscriptionRow['status']): boolean {
  return status === 'incomplete' || status === 'incomplete_expired';
}

function toStatus(status: SubscriptionRow['status']): Subscription['status'] {
  if (status === 'incomplete_expired') return 'incomplete';
  return status === 'paused' ? 'unpaid' : status;
}
