import type { Stripe } from 'stripe';
import { BadSignatureError, type ProviderEvent } from '../provider/provider.ts';
import { guarded, isMissing } from './errors.ts';
import { idOf } from './mapping.ts';

/**
 * Reads a webhook. Throws `BadSignatureError` for what is not the provider's, and `ProviderError` where it has to be
 * asked whom the event concerns and does not answer.
 */
export async function readEvent(
  stripe: Stripe,
  secret: string,
  rawBody: string,
  signature: string | undefined,
): Promise<ProviderEvent> {
  let event: Stripe.Event;
  try {
    event = stripe.webhooks.constructEvent(rawBody, signature ?? '', secret);
  } catch (error) {
    throw new BadSignatureError('the webhook is not signed by the provider', { cause: error });
  }
  return {
    id: event.id,
    type: event.type,
    createdAt: new Date(event.created * 1000),
    customerId: await findCustomer(stripe, event.data.object),
    isFailedRefund: event.type === 'refund.failed',
  };
}

/** Whom an event concerns. A dispute and a refund name only the charge that they are about. */
async function findCustomer(stripe: Stripe, object: unknown): Promise<string | null> {
  const charge = chargeOf(object);
  if (charge === null) return customerOf(object);
  try {
    return idOf((await guarded(() => stripe.charges.retrieve(charge))).customer);
  } catch (error) {
    // However often the event came again, it would concern nobody.
    if (isMissing(error)) return null;
    throw error;
  }
}

function chargeOf(object: unknown): string | null {
  if (typeof object !== 'object' || object === null || !('object' in object)) return null;
  if (object.object !== 'dispute' && object.object !== 'refund') return null;
  return 'charge' in object ? idOf(object.charge as string | { id: string } | null) : null;
}

function customerOf(object: unknown): string | null {
  if (typeof object !== 'object' || object === null) return null;
  if ('object' in object && object.object === 'customer' && 'id' in object) {
    return typeof object.id === 'string' ? object.id : null;
  }
  if (!('customer' in object)) return null;
  return idOf(object.customer as string | { id: string } | null);
}
