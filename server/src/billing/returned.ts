import { type Billing, requireProvider } from './context.ts';
import { withCustomer } from './customer-lock.ts';
import type { ProviderPayment } from './provider/provider.ts';
import { mayCharge } from './rights.ts';
import { type Synced, syncHeld } from './sync.ts';

/**
 * Ends subscriptions that would be charged again although the last payment was refunded or is
 * disputed: they grant nothing.
 *
 * @param seen The result of the update just made. For most customers nothing more is needed.
 */
export async function endReturned(billing: Billing, id: string, seen: Synced): Promise<void> {
  if (findReturned(seen).length === 0) return;
  await withCustomer(billing, id, async (customer, token) => {
    const returned = findReturned(await syncHeld(billing, customer, token));
    for (const { id: subscription } of returned) {
      await requireProvider(billing).cancelNow(subscription);
    }
    if (returned.length > 0) await syncHeld(billing, customer, token);
  });
}

function findReturned({ subscriptions, payments }: Synced) {
  return subscriptions.filter(
    (one) =>
      mayCharge(one) &&
      one.paidUntil === null &&
      payments.some(
        (payment) =>
          payment.status === 'paid' &&
          // Or what credit paid, whose money came from another subscription.
          (payment.subscriptionId === one.id || isTakenBack(payment)),
      ),
  );
}

function isTakenBack({ amount, refunded, dispute }: ProviderPayment): boolean {
  return refunded >= amount || dispute === 'open' || dispute === 'lost';
}
