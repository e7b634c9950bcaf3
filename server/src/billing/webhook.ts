import { eq } from 'drizzle-orm';
import { billingCustomers, billingEvents } from '../database/schema.ts';
import { ApiError } from '../api-error.ts';
import type { Billing } from './context.ts';
import { syncCustomer } from './doubles.ts';

/**
 * Handles a webhook: verifies it, records it once, and updates the customer. Throws if the update
 * fails, so that the provider sends it again. A repeated event that was already handled is
 * acknowledged at once.
 * @param rawBody exactly the bytes received
 * @throws BadSignatureError, and whatever the update throws
 */
export async function receiveEvent(
  billing: Billing,
  rawBody: string,
  signature: string | undefined,
): Promise<void> {
  const { provider } = billing;
  if (provider === null) throw new ApiError('not-found');
  const event = await provider.readEvent(rawBody, signature);
  await billing.db
    .insert(billingEvents)
    .values({ id: event.id, type: event.type, customerId: event.customerId })
    .onConflictDoNothing();
  const [known] = await billing.db
    .select({ handledAt: billingEvents.handledAt })
    .from(billingEvents)
    .where(eq(billingEvents.id, event.id));
  if (known?.handledAt) return;
  const isKnown = await syncByProviderId(billing, event.customerId);
  if (!isKnown && event.isFailedRefund) {
    const text = 'a refund came back, and its payer has no account any more';
    billing.log.error({ event: event.id }, text);
  }
  await billing.db
    .update(billingEvents)
    .set({ handledAt: billing.now() })
    .where(eq(billingEvents.id, event.id));
}

/** @returns whether the customer is one of ours */
async function syncByProviderId(billing: Billing, customerId: string | null): Promise<boolean> {
  if (customerId === null) return false;
  const [customer] = await billing.db
    .select({ id: billingCustomers.id })
    .from(billingCustomers)
    .where(eq(billingCustomers.customerId, customerId));
  // Otherwise a customer of another product on the same provider account, or of a deleted account.
  if (customer) await syncCustomer(billing, customer.id);
  return customer !== undefined;
}
