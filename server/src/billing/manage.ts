// Changes to an account's running subscription. Mails follow from updating the customer
// (`notices.ts`).
import { and, eq } from 'drizzle-orm';
import type { BillingPlan } from '@stillpix/contract/limits';
import { subscriptions as rows, users } from '../database/schema.ts';
import { ApiError } from '../http/api-error.ts';
import { type Billing, requireProvider } from './context.ts';
import { withCustomer } from './customer-lock.ts';
import { findCustomers, isCharging } from './customers.ts';
import { settleDoubles } from './doubles.ts';
import { findFirstPayment, isRefundable } from './first-payment.ts';
import { findOwed, ProviderError, type ProviderSubscription } from './provider/provider.ts';
import { findEntitling, mayCharge } from './rights.ts';
import { type Synced, syncHeld } from './sync.ts';

/**
 * Stops further charges: Pro ends with the paid period. If that is over already, Pro ends at once,
 * because the provider would keep retrying a failed payment.
 * @throws ApiError `no-subscription`
 */
export async function cancelSubscription(billing: Billing, userId: string): Promise<void> {
  const provider = requireProvider(billing);
  await changeRunning(billing, userId, async (subscription) => {
    const { id, cancelAtPeriodEnd } = subscription;
    if (!isPaid(subscription)) await provider.cancelNow(id);
    else if (!cancelAtPeriodEnd) await provider.setCancelAtPeriodEnd(id, true);
  });
}

function isPaid({ status, paidUntil }: ProviderSubscription): boolean {
  return (status === 'active' || status === 'trialing') && paidUntil !== null;
}

/** Undoes a cancellation. @throws ApiError `no-subscription` */
export async function reactivateSubscription(billing: Billing, userId: string): Promise<void> {
  await changeRunning(billing, userId, async ({ id, cancelAtPeriodEnd }) => {
    if (cancelAtPeriodEnd) await requireProvider(billing).setCancelAtPeriodEnd(id, false);
  });
}

/**
 * Switches to another plan. Also undoes a cancellation: nobody pays for a year that ends next week.
 * @throws ApiError `no-subscription`, `payment-failed`
 */
export async function changePlan(
  billing: Billing,
  userId: string,
  plan: BillingPlan,
): Promise<void> {
  await changeRunning(billing, userId, async (subscription) => {
    if (subscription.plan === plan) return;
    // The provider would credit the rest of a period even if it was never paid.
    if (!isPaid(subscription)) throw new ApiError('payment-failed');
    await requireProvider(billing).changePlan(subscription.id, plan);
  });
}

/**
 * Refunds everything paid within the money-back period. Ends Pro at once, if it has not ended
 * already.
 * @throws ApiError `refund-not-available`, `no-subscription`
 */
export async function refund(billing: Billing, userId: string): Promise<void> {
  const provider = requireProvider(billing);
  const isReturned = await onEachCustomer(billing, userId, async ({ subscriptions, payments }) => {
    const running = subscriptions.filter(mayCharge);
    const owed = payments.filter((payment) => findOwed(payment) > 0);
    if (running.length === 0 && owed.length === 0) return false;
    const firstPaid = await findFirstPayment(billing, userId);
    if (!firstPaid || !isRefundable(firstPaid, billing.now())) {
      throw new ApiError('refund-not-available');
    }
    // Ends first: if a refund fails, the button can be pressed again, and no renewal falls due.
    for (const { id } of running) await provider.cancelNow(id);
    for (const { id } of owed) await provider.refund(id);
    return true;
  });
  if (!isReturned) throw new ApiError('no-subscription');
}

/** URL of the provider's page for cards and invoices. @throws ApiError `no-subscription` */
export async function openPortal(
  billing: Billing,
  userId: string,
  returnPath: string,
): Promise<string> {
  const provider = requireProvider(billing);
  const customers = await findCustomers(billing.db, provider, userId);
  const charged = await billing.db
    .select({ customerId: rows.customerId })
    .from(rows)
    .where(and(eq(rows.userId, userId), isCharging));
  // The portal must show the customer whose card is charged.
  const found =
    customers.find((one) => charged.some(({ customerId }) => customerId === one.customerId)) ??
    customers.find(({ customerId }) => customerId !== null);
  if (!found?.customerId) throw new ApiError('no-subscription');
  return provider.openPortal(found.customerId, billing.publicUrl + returnPath);
}

/**
 * Changes the subscription that may still be charged, according to the provider. If there are
 * several, the one that grants Pro. @throws ApiError `no-subscription`
 */
async function changeRunning(
  billing: Billing,
  userId: string,
  change: (running: ProviderSubscription) => Promise<void>,
): Promise<void> {
  let isFound = false;
  await onEachCustomer(billing, userId, async ({ subscriptions }) => {
    const running = subscriptions.filter(mayCharge);
    const found = findEntitling(running, billing.now())?.subscription ?? running[0];
    if (isFound || !found) return false;
    isFound = true;
    await change(found);
    return true;
  });
  if (!isFound) throw new ApiError('no-subscription');
}

/**
 * Applies a change to each of an account's customers, with the provider's current state, and
 * updates those that were changed.
 * @returns whether any was changed
 */
async function onEachCustomer(
  billing: Billing,
  userId: string,
  work: (synced: Synced) => Promise<boolean>,
): Promise<boolean> {
  const provider = requireProvider(billing);
  // Settle doubles first, so that changing one subscription does not leave a second one running.
  // Doubles are ended before they are refunded, so a refund that the provider refuses (and that is
  // retried later) need not prevent canceling.
  const [user] = await billing.db
    .select({ email: users.email })
    .from(users)
    .where(eq(users.id, userId));
  if (user) {
    await settleDoubles(billing, user.email).catch((error: unknown) => {
      if (!(error instanceof ProviderError) || error.reason !== 'invalid') throw error;
      billing.log.warn({ err: error }, 'a double payment is given back later');
    });
  }
  let isDone = false;
  for (const { id } of await findCustomers(billing.db, provider, userId)) {
    await withCustomer(billing, id, async (customer, token) => {
      if (!(await work(await syncHeld(billing, customer, token)))) return;
      isDone = true;
      await syncHeld(billing, customer, token);
    });
  }
  return isDone;
}
