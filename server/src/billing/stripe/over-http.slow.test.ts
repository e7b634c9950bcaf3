import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import type { Stripe } from 'stripe';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { keys } from '../../../testing/billing-fixture.ts';
import { FakeStripe } from '../../../testing/fake-stripe/server.ts';
import { BadSignatureError, ProviderError } from '../provider/provider.ts';
import { setUpCatalog } from './catalog.ts';
import { createStripeClient, StripeProvider } from './stripe-provider.ts';

/** A webhook as it arrived: the bytes and their signature. */
interface Received {
  body: string;
  signature: string;
}

function listen(server: Server): Promise<string> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    });
  });
}

// Through Stripe's library over real HTTP, as in production.
describe('the Stripe provider over HTTP', () => {
  const received: Received[] = [];
  let webhook: Server;
  let url: string;
  let close: () => Promise<void> | void;
  let stripe: Stripe;
  let provider: StripeProvider;

  beforeAll(async () => {
    webhook = createServer((request, response) => {
      let body = '';
      request.setEncoding('utf8');
      request.on('data', (part: string) => (body += part));
      request.on('end', () => {
        received.push({ body, signature: String(request.headers['stripe-signature']) });
        response.end();
      });
    });
    const address = await listen(webhook);
    const fake = new FakeStripe({
      ...keys,
      webhook: { url: address, secret: keys.webhookSecret },
    });
    const server = serve({ fetch: fake.fetch, port: 0, hostname: '127.0.0.1' }) as Server;
    await new Promise((resolve) => server.once('listening', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    close = () => void server.close();
    stripe = createStripeClient(keys.secretKey, url);
    provider = new StripeProvider(
      {
        ...keys,
        checkout: 'hosted',
        automaticTax: false,
        apiUrl: url,
      },
      stripe,
    );
  });
  afterAll(async () => {
    webhook.close();
    await close();
  });

  const newCustomer = (key: string) =>
    provider.ensureCustomer({ email: `${key}@example.com`, language: 'de', idempotencyKey: key });

  test('makes a customer and changes its address', async () => {
    const id = await newCustomer('first');
    expect(id).toMatch(/^cus_/);
    await expect(provider.updateCustomer(id, { email: 'new@example.com' })).resolves.toBe(
      undefined,
    );
  });

  test('says that a customer is missing in a way that we understand', async () => {
    const refused = provider.updateCustomer('cus_missing', { email: 'x@example.com' });
    await expect(refused).rejects.toBeInstanceOf(ProviderError);
    await expect(refused).rejects.toMatchObject({ reason: 'invalid' });
  });

  test('without our prices a payment is refused with the command that makes them', async () => {
    const customerId = await newCustomer('priceless');
    const refused = provider.startPayment({
      customerId,
      plan: 'monthly',
      isFirst: true,
      currency: 'usd',
      attempt: 'attempt',
      returnUrl: 'https://stillpix.test/thanks',
      cancelUrl: 'https://stillpix.test/pricing',
    });
    await expect(refused).rejects.toThrow('billing:setup');
  });

  test('a payment page opens, and leads back when it was paid', async () => {
    const customer = await newCustomer('hosted');
    const product = await stripe.products.create({ name: 'Stillpix Pro' });
    const price = await stripe.prices.create({
      product: product.id,
      currency: 'usd',
      unit_amount: 499,
      recurring: { interval: 'month' },
    });
    const session = await stripe.checkout.sessions.create({
      mode: 'subscription',
      customer,
      line_items: [{ price: price.id, quantity: 1 }],
      success_url: 'https://stillpix.test/thanks?session_id=1',
      cancel_url: 'https://stillpix.test/pricing',
    });
    expect(session).toMatchObject({ object: 'checkout.session', status: 'open', customer });
    expect(session.url).toContain(url);
    const listed = await stripe.checkout.sessions.list({ customer, limit: 100 });
    expect(listed.data.map(({ id }) => id)).toContain(session.id);
    const expired = await stripe.checkout.sessions.expire(session.id);
    expect(expired.status).toBe('expired');
  });

  test('signs its webhooks so that ours are believed and changed ones are not', async () => {
    received.length = 0;
    const customer = await newCustomer('events');
    await setUpCatalog(stripe, {
      productName: 'Stillpix Pro',
      publicUrl: 'https://stillpix.test',
      withWebhook: false,
    });
    const { data } = await stripe.prices.list({ lookup_keys: ['stillpix_pro_monthly'] });
    await stripe.subscriptions.create({
      customer,
      items: [{ price: data[0]?.id ?? '' }],
      payment_behavior: 'default_incomplete',
    });
    await expect.poll(() => received.length, { timeout: 10_000 }).toBeGreaterThan(0);
    const { body, signature } = received.at(-1) ?? { body: '', signature: '' };
    const event = await provider.readEvent(body, signature);
    expect(event.customerId).toBe(customer);
    const changed = body.replace(customer, 'cus_other');
    await expect(provider.readEvent(changed, signature)).rejects.toThrow(BadSignatureError);
    await expect(provider.readEvent(body, undefined)).rejects.toThrow(BadSignatureError);
  });
});
