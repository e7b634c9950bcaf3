// Starts the Stripe-speaking test server on its own, for tests that run the product in another process:
// node testing/fake-stripe/main.ts
import { serve } from '@hono/node-server';
import { FakeStripe } from './server.ts';

const { PORT = '4509', FAKE_STRIPE_WEBHOOK_URL, FAKE_STRIPE_WEBHOOK_SECRET } = process.env;
const stripe = new FakeStripe({
  secretKey: process.env.FAKE_STRIPE_SECRET_KEY ?? 'sk_test_fake',
  publishableKey: process.env.FAKE_STRIPE_PUBLISHABLE_KEY ?? 'pk_test_fake',
  ...(FAKE_STRIPE_WEBHOOK_URL && {
    webhook: { url: FAKE_STRIPE_WEBHOOK_URL, secret: FAKE_STRIPE_WEBHOOK_SECRET ?? '' },
  }),
});
const server = serve({ fetch: stripe.fetch, port: Number(PORT), hostname: '127.0.0.1' });
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    server.close();
    process.exit(0);
  });
}
