import { type Billing, requireProvider } from './context.ts';
import { withCustomer } from './customer-lock.ts';
import { mayCharge } from './rights.ts';
import { type Synced, syncHeld } from './sync.ts';

/**
 * Ends what a customer would go on paying for although its last payment was given back or is disputed: it
 * gives no rights, and its payer is not to be charged again.
 *
 * @param seen What was found when looking just now; most customers need nothing more.
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
      payments.some(({ subscriptionId, status }) => subscriptionId === one.id && status === 'paid'),
  );
}
