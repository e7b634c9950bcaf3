import { Stripe } from 'stripe';
import { ProviderError } from '../provider/provider.ts';

/** Calls Stripe and converts exceptions to our `ProviderError`. */
export async function guarded<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw asProviderError(error);
  }
}

/** Whether the provider reported that the object does not exist. */
export function isMissing(error: unknown): boolean {
  return hasCode(error, 'resource_missing');
}

/** Whether a `guarded` call failed with one of Stripe's error codes. */
export function hasCode(error: unknown, code: string): boolean {
  const cause = error instanceof ProviderError ? error.cause : error;
  return cause instanceof Stripe.errors.StripeError && cause.code === code;
}

/**
 * Rejects objects without an id. A server that answers 200 or 404 in another format than Stripe's
 * (a proxy, an emulator) makes the library return those without throwing.
 */
export function requireId<T extends { id: string }>(object: T): T {
  if (typeof object.id === 'string' && object.id !== '') return object;
  throw new ProviderError('unavailable', 'the provider answered without an object');
}

function asProviderError(error: unknown): unknown {
  if (error instanceof ProviderError) return error;
  if (error instanceof Stripe.errors.StripeCardError) {
    return new ProviderError('declined', error.message, { cause: error });
  }
  if (
    error instanceof Stripe.errors.StripeInvalidRequestError ||
    error instanceof Stripe.errors.StripeAuthenticationError ||
    error instanceof Stripe.errors.StripePermissionError ||
    error instanceof Stripe.errors.StripeIdempotencyError
  ) {
    return new ProviderError('invalid', error.message, { cause: error });
  }
  if (error instanceof Stripe.errors.StripeError) {
    return new ProviderError('unavailable', error.message, { cause: error });
  }
  return error;
}
