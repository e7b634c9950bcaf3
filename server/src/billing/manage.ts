// What an account does to its running subscription.
import { eq } from 'drizzle-orm';
import type { Language } from '@stillpix/contract/languages';
import type { BillingPlan } from '@stillpix/contract/limits';
import { users } from '../database/schema.ts';
import { ApiError } from '../http/api-error.ts';
import { type Billing, requireProvider } from './context.ts';
import { type Customer, withCustomer } from './customer-lock.ts';
import { findCustomers } from './customers.ts';
import { settleDoubles } from './doubles.ts';
import { findFirstPayment, refundableUntil } from './first-payment.ts';
import type { ProviderSubscription } from './provider/provider.ts';
import { findEntitling } from './rights.ts';
import { type Synced, syncHeld } from './sync.ts';

/** Ends Pro with the paid period. @throws ApiError `no-subscription` */
export async function cancelSubscription(billing: Billing, userId: string): Promise<void> {
  await changeRunning(billing, userId, async ({ subscription, customer }) => {
    if (subscription.cancelAtPeriodEnd) return;
    await requireProvider(billing).setCancelAtPeriodEnd(subscription.id, true);
    await billing.queueMail(billing.db, {
      kind: 'pro-canceled',
      recipient: customer.email,
      language: customer.language as Language,
      details: { customer: customer.id, date: subscription.currentPeriodEnd.toISOString() },
    });
  });
}

/** Takes a cancellation back. @throws ApiError `no-subscription` */
export async function reactivateSubscription(billing: Billing, userId: string): Promise<void> {
  await changeRunning(billing, userId, async ({ subscription }) => {
    if (subscription.cancelAtPeriodEnd) {
      await requireProvider(billing).setCancelAtPeriodEnd(subscription.id, false);
    }
  });
}

/**
 * Moves to another plan. That takes back a cancellation: nobody pays for a year that ends next week.
 * @throws ApiError `no-subscription`, `payment-failed`
 */
export async function changePlan(
  billing: Billing,
  userId: string,
  plan: BillingPlan,
): Promise<void> {
  const provider = requireProvider(billing);
  await changeRunning(billing, userId, async ({ subscription, customer }) => {
    if (subscription.plan === plan) return;
    const period = subscription.currentPeriodStart.getTime();
    await provider.changePlan(subscription.id, plan, `change-${subscription.id}-${plan}-${period}`);
    if (subscription.cancelAtPeriodEnd) {
      await provider.setCancelAtPeriodEnd(subscription.id, false);
    }
    await billing.queueMail(billing.db, {
      kind: 'pro-plan-changed',
      recipient: customer.email,
      language: customer.language as Language,
      details: { customer: customer.id, plan, currency: subscription.currency },
    });
  });
}

/**
 * Gives back everything paid in the money-back time and ends Pro at once.
 * @throws ApiError `refund-not-available`, `no-subscription`
 */
export async function refund(billing: Billing, userId: string): Promise<void> {
  const provider = requireProvider(billing);
  await changeRunning(billing, userId, async ({ subscription, customer, synced }) => {
    const firstPaid = await findFirstPayment(billing, userId);
    if (!firstPaid || billing.now() > refundableUntil(firstPaid)) {
      throw new ApiError('refund-not-available');
    }
    const paid = synced.payments.filter(
      ({ status, subscriptionId }) => status === 'paid' && subscriptionId === subscription.id,
    );
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
        currency: paid[0]?.currency ?? billing.currency,
      },
    });
  });
}

/** The address of the provider's page for cards and invoices. @throws ApiError `no-subscription` */
export async function openPortal(
  billing: Billing,
  userId: string,
  returnPath: string,
): Promise<string> {
  const provider = requireProvider(billing);
  const customers = await findCustomers(billing.db, provider, userId);
  const found = customers.find(({ customerId }) => customerId !== null);
  if (!found?.customerId) throw new ApiError('no-subscription');
  return provider.openPortal(found.customerId, billing.publicUrl + returnPath);
}

interface Running {
  subscription: ProviderSubscription;
  customer: Customer;
  synced: Synced;
}

/** Finds the running subscription by the provider's word, changes it there, and looks again. */
async function changeRunning(
  billing: Billing,
  userId: string,
  change: (running: Running) => Promise<void>,
): Promise<void> {
  const provider = requireProvider(billing);
  // What is done to one must not leave a second one running.
  const [user] = await billing.db
    .select({ email: users.email })
    .from(users)
    .where(eq(users.id, userId));
  if (user) await settleDoubles(billing, user.email);
  for (const { id } of await findCustomers(billing.db, provider, userId)) {
    const done = await withCustomer(billing, id, async (customer, token) => {
      const synced = await syncHeld(billing, customer, token);
      const found =
        findEntitling(synced.subscriptions, billing.now())?.subscription ??
        synced.subscriptions.find(({ status }) => status === 'past_due' || status === 'unpaid');
      if (!found) return false;
      await change({ subscription: found, customer, synced });
      await syncHeld(billing, customer, token);
      return true;
    });
    if (done) return;
  }
  throw new ApiError('no-subscription');
}
