import { join } from 'node:path';
import type { PaymentSettings } from './payment-settings.ts';
import type { PaymentProvider } from './provider/provider.ts';
import { keepInFile } from './simulated/state.ts';
import { SimulatedProvider } from './simulated/simulated-provider.ts';
import { StripeProvider } from './stripe/stripe-provider.ts';

/** The configured provider. `null` if payments are not configured. */
export function createProvider(
  settings: PaymentSettings,
  publicUrl: string,
): PaymentProvider | null {
  const { PAYMENTS, STRIPE_SECRET_KEY } = settings;
  if (PAYMENTS === 'none') return null;
  if (STRIPE_SECRET_KEY && PAYMENTS !== 'simulated') {
    return new StripeProvider({
      secretKey: STRIPE_SECRET_KEY,
      publishableKey: settings.STRIPE_PUBLISHABLE_KEY ?? '',
      webhookSecret: settings.STRIPE_WEBHOOK_SECRET ?? '',
      checkout: settings.STRIPE_CHECKOUT,
      automaticTax: settings.STRIPE_AUTOMATIC_TAX,
      apiUrl: settings.STRIPE_API_URL,
    });
  }
  if (settings.NODE_ENV === 'production') return null;
  const store = keepInFile(join(settings.DATA_DIR, 'simulated-payments.json'));
  return new SimulatedProvider({ store, publicUrl });
}
