import type { Hono } from 'hono';
import { readList, readObject, readText } from './form.ts';
import type { Ledger } from './ledger.ts';
import { makeId } from './new-objects.ts';
import type * as fake from './objects.ts';
import {
  address,
  readForm,
  readMetadata,
  readQuery,
  requireObject,
  requireText,
  toPage,
  RequestError,
} from './requests.ts';

/**
 * Pages that Stripe shows, and what leads to them or comes from them: the customer portal, the
 * payment page, webhook endpoints.
 */
export function mountPages(app: Hono, ledger: Ledger): void {
  const portals = new Map<string, fake.PortalConfiguration>();
  const webhooks = new Map<string, fake.WebhookEndpoint>();
  const checkouts = new Map<string, fake.CheckoutSession>();
  app.get('/v1/billing_portal/configurations', (c) =>
    c.json(toPage([...portals.values()], '/v1/billing_portal/configurations')),
  );
  app.post('/v1/billing_portal/configurations', async (c) => {
    const metadata = readMetadata(await readForm(c));
    const portal: fake.PortalConfiguration = {
      id: makeId('bpc'),
      object: 'billing_portal.configuration',
      active: true,
      metadata,
    };
    portals.set(portal.id, portal);
    return c.json(portal);
  });
  app.post('/v1/billing_portal/sessions', async (c) => {
    const form = await readForm(c);
    requireObject(ledger.customers, requireText(form, 'customer'), 'customer');
    const id = makeId('bps');
    return c.json({
      id,
      object: 'billing_portal.session',
      return_url: readText(form, 'return_url') ?? null,
      url: address(c, `/portal/${id}`),
    });
  });
  app.get('/v1/webhook_endpoints', (c) =>
    c.json(toPage([...webhooks.values()], '/v1/webhook_endpoints')),
  );
  app.post('/v1/webhook_endpoints', async (c) => {
    const form = await readForm(c);
    const endpoint: fake.WebhookEndpoint = {
      id: makeId('we'),
      object: 'webhook_endpoint',
      url: requireText(form, 'url'),
      status: 'enabled',
      enabled_events: readList(form, 'enabled_events').map(String),
    };
    webhooks.set(endpoint.id, endpoint);
    // Told once, when it is made.
    return c.json({ ...endpoint, secret: makeId('whsec') });
  });
  app.post('/v1/webhook_endpoints/:id', async (c) => {
    const endpoint = requireObject(webhooks, c.req.param('id'));
    endpoint.enabled_events = readList(await readForm(c), 'enabled_events').map(String);
    return c.json(endpoint);
  });
  app.get('/v1/checkout/sessions', (c) => {
    const customer = readText(readQuery(c), 'customer');
    const found = [...checkouts.values()].filter((one) => one.customer === customer);
    return c.json(toPage(found, '/v1/checkout/sessions'));
  });
  app.post('/v1/checkout/sessions', async (c) => {
    const form = await readForm(c);
    const line = readObject({ d: readList(form, 'line_items')[0] }, 'd');
    const id = makeId('cs_test');
    const session: fake.CheckoutSession = {
      id,
      object: 'checkout.session',
      mode: 'subscription',
      status: 'open',
      url: address(c, `/pay/${id}`),
      success_url: requireText(form, 'success_url'),
      cancel_url: readText(form, 'cancel_url') ?? null,
      created: ledger.now(),
      customer: requireObject(ledger.customers, requireText(form, 'customer')).id,
      price: requireObject(ledger.prices, requireText(line, 'price'), 'price').id,
      coupon: readText(readObject({ d: readList(form, 'discounts')[0] }, 'd'), 'coupon') ?? null,
      subscriptionMetadata: readMetadata(readObject(form, 'subscription_data')),
    };
    checkouts.set(id, session);
    return c.json(session);
  });
  app.get('/v1/checkout/sessions/:id', (c) => c.json(requireObject(checkouts, c.req.param('id'))));
  app.post('/v1/checkout/sessions/:id/expire', (c) => {
    const session = requireObject(checkouts, c.req.param('id'));
    if (session.status !== 'open') {
      throw new RequestError(400, {
        type: 'invalid_request_error',
        message: 'Only Checkout Sessions with a status in ["open"] can be expired.',
      });
    }
    session.status = 'expired';
    return c.json(session);
  });
  app.get('/pay/:id', (c) => {
    const session = requireObject(checkouts, c.req.param('id'));
    if (session.status !== 'open') return c.text('This page has expired.', 410);
    const price = requireObject(ledger.prices, session.price);
    const coupon = session.coupon === null ? null : requireObject(ledger.coupons, session.coupon);
    const subscription = ledger.subscribe(
      session.customer,
      price,
      coupon,
      session.subscriptionMetadata,
    );
    const intent = [...ledger.intents.values()].find(
      ({ invoice }) => invoice === subscription.latest_invoice,
    );
    if (intent) ledger.confirm(intent, 'pm_card_visa');
    session.status = 'complete';
    return c.redirect(session.success_url ?? '/');
  });
  app.get('/portal/:id', (c) => c.html('<h1>Billing portal</h1>'));
}
