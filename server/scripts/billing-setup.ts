// `npm run billing:setup`: makes product, prices, coupon, portal and webhook at Stripe, where missing.
import { productName } from '../src/billing/product.ts';
import { ProviderError } from '../src/billing/provider/provider.ts';
import { setUpCatalog } from '../src/billing/stripe/catalog.ts';
import { createStripeClient } from '../src/billing/stripe/stripe-provider.ts';
import { publicUrl } from '../src/settings.ts';
import { readSettings } from '../src/read-settings.ts';
import { SettingsError } from '../src/settings-error.ts';

async function main(): Promise<void> {
  const secretKey = process.env.STRIPE_SECRET_KEY;
  if (!secretKey) throw new SettingsError('Set STRIPE_SECRET_KEY to the key of your account.');
  // No server is started with these. The other two keys are not needed yet: the webhook's secret is
  // what this command finds out.
  const settings = readSettings({
    ...process.env,
    NODE_ENV: 'development',
    ALLOW_SIMULATED: 'yes',
    STRIPE_SECRET_KEY: undefined,
    STRIPE_PUBLISHABLE_KEY: undefined,
    STRIPE_WEBHOOK_SECRET: undefined,
    PAYMENTS: undefined,
  });
  const address = publicUrl(settings);
  const withWebhook = address.startsWith('https:');
  const { lines, webhookSecret } = await setUpCatalog(
    createStripeClient(secretKey, settings.STRIPE_API_URL),
    { productName, currency: settings.CURRENCY, publicUrl: address, withWebhook },
  );
  for (const line of lines) console.log(line);
  if (webhookSecret !== null) {
    console.log(`\nKeep this, it is told only once:\nSTRIPE_WEBHOOK_SECRET=${webhookSecret}`);
  }
  if (!withWebhook) {
    console.log('\nNo webhook: PUBLIC_URL is not an https address that Stripe could reach.');
  }
}

main().catch((error: unknown) => {
  const isExpected = error instanceof SettingsError || error instanceof ProviderError;
  console.error(isExpected ? error.message : error);
  process.exit(1);
});
