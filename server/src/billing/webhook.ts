import { eq } from 'drizzle-orm';
import { billingCustomers, billingEvents } from '../database/schema.ts';
import type { BillingContext } from './context.ts';
import type { PaymentProvider } from './provider.ts';
import { syncCustomer } from './sync.ts';

/**
 * Takes a webhook: checks it, writes it down once, and looks again. Throws when looking again fails,
 * so that the provider sends it once more; a repeated event that was handled is answered at once.
 * @param rawBody exactly the bytes received
 * @throws BadSignatureError, and whatever looking again throws
 */
export async function receiveEvent(
  billing: BillingContext,
  provider: PaymentProvider,
  rawBody: string,
  signature: string | undefined,
): Promise<void> {
  const event = provider.readEvent(rawBody, signature);
  await billing.db
    .insert(billingEvents)
    .values({ id: event.id, type: event.type, customerId: event.customerId })
    .onConflictDoNothing();
  const [known] = await billing.db
    .select({ handledAt: billingEvents.handledAt })
    .from(billingEvents)
    .where(eq(billingEvents.id, event.id));
  if (known?.handledAt) return;
  await lookAgain(billing, provider, event.customerId);
  await billing.db
    .update(billingEvents)
    .set({ handledAt: billing.now() })
    .where(eq(billingEvents.id, event.id));
}

async function lookAgain(
  billing: BillingContext,
  provider: PaymentProvider,
  customerId: string | null,
): Promise<void> {
  if (customerId === null) return;
  const [customer] = await billing.db
    .select({ id: billingCustomers.id })
    .from(billingCustomers)
    .where(eq(billingCustomers.customerId, customerId));
  // A customer of another product on the same provider account, or one whose account was deleted.
  if (customer) await syncCustomer(billing, provider, customer.id);
}
