import type { Stripe } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';

let loading: Promise<Stripe | null> | undefined;

/**
 * Stripe's script. Fetched only where somebody pays. A failed download is forgotten, so that it can
 * be retried.
 */
export function loadStripeOnce(publishableKey: string): Promise<Stripe | null> {
  loading ??= loadStripe(publishableKey);
  loading.catch(() => {
    loading = undefined;
  });
  return loading;
}
