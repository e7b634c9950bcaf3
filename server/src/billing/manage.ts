// Changes to an account's running subscription. Mails follow from updating the customer
// (`notices.ts`).
import { and, eq } from 'drizzle-orm';
import { subscriptions as rows, users } from '../database/schema.ts';
import { ApiError } from '../api-error.ts';
import { type Billing, requireProvider } from './context.ts';
import { type Customer, withCustomer } from './customer-lock.ts';
import { findCustomers, isCharging } from './customers.ts';
import { settleNowOrLater } from './doubles.ts';
import { findFirstPayment, isRefundable } from './first-payment.ts';
import { findOwed, type ProviderPayment, type ProviderSubscription } from './provider/provider.ts';
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
    if (!isPaid(subscription)) return provider.cancelNow(id);
    await provider.dropChange(id);
    if (!cancelAtPeriodEnd) await provider.setCancelAtPeriodEnd(id, true);
  });
}

export function isPaid({ status, paidUntil }: ProviderSubscription): boolean {
  return (status === 'active' || status === 'trialing') && paidUntil !== null;
}

/** Undoes a cancellation. @throws ApiError `no-subscription` */
export async function reactivateSubscription(billing: Billing, userId: string): Promise<void> {
  await changeRunning(billing, userId, async ({ id, cancelAtPeriodEnd }) => {
    if (cancelAtPeriodEnd) await requireProvider(billing).setCancelAtPeriodEnd(id, false);
  });
}

/**
 * Refunds everything paid within the money-back period. Ends Pro at once, if it has not ended
 * already.
 * @throws ApiError `refund-not-available`, `no-subscription`
 */
export async function refund(billing: Billing, userId: string): Promise<void> {
  const provider = requireProvider(billing);
  const isReturned = await onEachCustomer(billing, userId, async (synced, { customerId }) => {
    const running = synced.subscriptions.filter(mayCharge);
    const isOwed = (payment: ProviderPayment) => findOwed(payment) > 0;
    if (running.length === 0 && !synced.payments.some(isOwed)) return false;
    const firstPaid = await findFirstPayment(billing, userId);
    if (!firstPaid || !isRefundable(firstPaid, billing.now())) {
      throw new ApiError('refund-not-available');
    }
    // Ends first: if a refund fails, the button can be pressed again, and no renewal falls due.
    for (const { id } of running) await provider.cancelNow(id);
    // A change of plan may have been paid in another tab just before. Not written down yet: the mail about an end is
    // for those who got no money back.
    const { payments } =
      running.length > 0 && customerId !== null ? await provider.readRecord(customerId) : synced;
    for (const { id } of payments.filter(isOwed)) await provider.refund(id);
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
export async function changeRunning(
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
  work: (synced: Synced, customer: Customer) => Promise<boolean>,
): Promise<boolean> {
  const provider = requireProvider(billing);
  // Settle doubles first, so that changing one subscription does not leave a second one running.
  const [user] = await billing.db
    .select({ email: users.email })
    .from(users)
    .where(eq(users.id, userId));
  if (user) await settleNowOrLater(billing, user.email);
  let isDone = false;
  for (const { id } of await findCustomers(billing.db, provider, userId)) {
    await withCustomer(billing, id, async (customer, token) => {
      if (!(await work(await syncHeld(billing, customer, token), customer))) return;
      isDone = true;
      await syncHeld(billing, customer, token);
    });
  }
  return isDone;
}
