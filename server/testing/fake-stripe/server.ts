import { Hono, type Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { Stripe } from 'stripe';
import { type FormObject, parseForm, readList, readObject, readText } from './form.ts';
import { Ledger, makeId } from './ledger.ts';
import type * as fake from './objects.ts';

export interface FakeStripeOptions {
  secretKey: string;
  publishableKey: string;
  /** Where events are sent, and the secret they are signed with. Without it they are only kept. */
  webhook?: { url: string; secret: string };
}

class RequestError extends Error {
  readonly status: ContentfulStatusCode;
  readonly body: Record<string, unknown>;

  constructor(status: ContentfulStatusCode, body: Record<string, unknown>) {
    super(String(body.message));
    this.status = status;
    this.body = body;
  }
}

/**
 * A server that speaks the part of Stripe's API that the product uses: state, errors, idempotency,
 * expansion and signed webhooks. `fetch` answers requests; `ledger` is the truth behind them.
 */
export class FakeStripe {
  readonly ledger = new Ledger();
  readonly fetch: (request: Request) => Response | Promise<Response>;
  /** The next requests fail with this status, as when the provider is down. */
  failures: { status: ContentfulStatusCode; count: number } = { status: 500, count: 0 };
  /** Every call that came in, such as `POST /v1/customers`. */
  readonly calls: string[] = [];
  readonly #options: FakeStripeOptions;
  readonly #portals = new Map<string, fake.PortalConfiguration>();
  readonly #webhooks = new Map<string, fake.WebhookEndpoint>();
  readonly #checkouts = new Map<string, fake.CheckoutSession>();
  readonly #answers = new Map<string, { fingerprint: string; status: number; body: string }>();
  #deliveries: Promise<void> = Promise.resolve();

  constructor(options: FakeStripeOptions) {
    this.#options = options;
    this.ledger.onEvent = (event) => {
      this.#deliveries = this.#deliveries.then(() => this.#deliver(event));
    };
    const app = new Hono();
    this.#mountTestControls(app);
    app.use('/v1/*', async (c, next) => {
      this.calls.push(`${c.req.method} ${c.req.path}`);
      if (this.failures.count > 0) {
        this.failures.count--;
        throw new RequestError(this.failures.status, { type: 'api_error', message: 'Try again.' });
      }
      const replay = await this.#findReplay(c);
      if (replay) return replay;
      await next();
      await this.#remember(c);
      return undefined;
    });
    this.#mountPaymentIntents(app);
    app.use('/v1/*', async (c, next) => {
      this.#requireKey(c, this.#options.secretKey);
      await next();
    });
    this.#mountCatalog(app);
    this.#mountCustomers(app);
    this.#mountSubscriptions(app);
    this.#mountMoney(app);
    this.#mountPages(app);
    app.notFound((c) =>
      c.json(
        {
          error: {
            type: 'invalid_request_error',
            message: `Unrecognized request URL (${c.req.method}: ${c.req.path}).`,
          },
        },
        404,
      ),
    );
    app.onError((error, c) => {
      if (error instanceof RequestError) return c.json({ error: error.body }, error.status);
      return c.json({ error: { type: 'api_error', message: String(error) } }, 500);
    });
    this.fetch = app.fetch;
  }

  /** Resolves when every event so far was sent (or given up). */
  async settled(): Promise<void> {
    await this.#deliveries;
  }

  /** An event as it travels: the bytes of the body and the signature over them. */
  sign(event: fake.Event, secret: string): { body: string; signature: string } {
    const body = JSON.stringify(event);
    const signature = Stripe.webhooks.generateTestHeaderString({ payload: body, secret });
    return { body, signature };
  }

  async #deliver(event: fake.Event): Promise<void> {
    const webhook = this.#options.webhook;
    if (!webhook) return;
    const { body, signature } = this.sign(event, webhook.secret);
    for (let attempt = 0; attempt < 5; attempt++) {
      const answer = await fetch(webhook.url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'stripe-signature': signature },
        body,
      }).catch(() => null);
      if (answer?.ok) return;
      await new Promise((resolve) => setTimeout(resolve, 50 * 2 ** attempt));
    }
  }

  #requireKey(c: Context, key: string): void {
    const sent = c.req.header('authorization')?.replace(/^Bearer /, '');
    if (sent === key) return;
    throw new RequestError(401, {
      type: 'invalid_request_error',
      message: sent ? 'Invalid API Key provided.' : 'You did not provide an API key.',
    });
  }

  // The same key with the same parameters answers what it answered before; with others it is an error.
  async #findReplay(c: Context): Promise<Response | null> {
    const key = c.req.header('idempotency-key');
    const known = key === undefined ? undefined : this.#answers.get(key);
    if (!known) return null;
    if (known.fingerprint !== (await fingerprint(c))) {
      throw new RequestError(400, {
        type: 'idempotency_error',
        message: 'Keys for idempotent requests can only be used with the same parameters.',
      });
    }
    return new Response(known.body, {
      status: known.status,
      headers: { 'content-type': 'application/json', 'idempotent-replayed': 'true' },
    });
  }

  async #remember(c: Context): Promise<void> {
    const key = c.req.header('idempotency-key');
    if (key === undefined || c.req.method !== 'POST' || c.res.status >= 500) return;
    const body = await c.res.clone().text();
    this.#answers.set(key, { fingerprint: await fingerprint(c), status: c.res.status, body });
  }

  #mountCatalog(app: Hono): void {
    const { products, prices, coupons } = this.ledger;
    app.get('/v1/products/:id', (c) => c.json(requireObject(products, c.req.param('id'))));
    app.post('/v1/products', async (c) => {
      const form = await readForm(c);
      const id = readText(form, 'id') ?? makeId('prod');
      const product: fake.Product = {
        id,
        object: 'product',
        name: requireText(form, 'name'),
        active: true,
        created: this.ledger.now(),
      };
      if (products.has(id)) throw alreadyExists(id);
      products.set(id, product);
      return c.json(product);
    });
    app.post('/v1/products/:id', async (c) => {
      const product = requireObject(products, c.req.param('id'));
      const form = await readForm(c);
      product.name = readText(form, 'name') ?? product.name;
      product.active = (readText(form, 'active') ?? 'true') === 'true';
      return c.json(product);
    });
    app.get('/v1/prices', (c) => {
      const keys = readList(readQuery(c), 'lookup_keys');
      const found = [...prices.values()].filter(
        ({ lookup_key, active }) =>
          active && (keys.length === 0 || keys.includes(lookup_key ?? '')),
      );
      return c.json(toPage(found, '/v1/prices'));
    });
    app.post('/v1/prices', async (c) => {
      const form = await readForm(c);
      requireObject(products, requireText(form, 'product'));
      const lookupKey = readText(form, 'lookup_key') ?? null;
      const previous = [...prices.values()].find(({ lookup_key }) => lookup_key === lookupKey);
      if (lookupKey !== null && previous) {
        if (readText(form, 'transfer_lookup_key') !== 'true') throw alreadyExists(lookupKey);
        previous.lookup_key = null;
      }
      const interval = readText(readObject(form, 'recurring'), 'interval');
      const price: fake.Price = {
        id: makeId('price'),
        object: 'price',
        active: true,
        type: 'recurring',
        currency: requireText(form, 'currency'),
        unit_amount: Number(requireText(form, 'unit_amount')),
        lookup_key: lookupKey,
        tax_behavior: readText(form, 'tax_behavior') ?? 'unspecified',
        product: requireText(form, 'product'),
        recurring: { interval: interval === 'year' ? 'year' : 'month', interval_count: 1 },
      };
      prices.set(price.id, price);
      return c.json(price);
    });
    app.get('/v1/coupons/:id', (c) => c.json(requireObject(coupons, c.req.param('id'))));
    app.delete('/v1/coupons/:id', (c) => {
      const { id } = requireObject(coupons, c.req.param('id'));
      coupons.delete(id);
      return c.json({ id, object: 'coupon', deleted: true });
    });
    app.post('/v1/coupons', async (c) => {
      const form = await readForm(c);
      const coupon: fake.Coupon = {
        id: readText(form, 'id') ?? makeId('coupon'),
        object: 'coupon',
        name: readText(form, 'name') ?? null,
        amount_off: Number(requireText(form, 'amount_off')),
        currency: requireText(form, 'currency'),
        duration: requireText(form, 'duration'),
        valid: true,
        times_redeemed: 0,
      };
      coupons.set(coupon.id, coupon);
      return c.json(coupon);
    });
  }

  #mountCustomers(app: Hono): void {
    const { customers } = this.ledger;
    app.post('/v1/customers', async (c) => {
      const form = await readForm(c);
      const customer: fake.Customer = {
        id: makeId('cus'),
        object: 'customer',
        email: readText(form, 'email') ?? null,
        created: this.ledger.now(),
        preferred_locales: readList(form, 'preferred_locales').map(String),
        invoice_settings: {
          custom_fields: null,
          default_payment_method: null,
          footer: null,
          rendering_options: null,
        },
      };
      customers.set(customer.id, customer);
      return c.json(customer);
    });
    app.post('/v1/customers/:id', async (c) => {
      const customer = requireObject(customers, c.req.param('id'));
      customer.email = readText(await readForm(c), 'email') ?? customer.email;
      return c.json(customer);
    });
  }

  #mountSubscriptions(app: Hono): void {
    const { subscriptions, customers } = this.ledger;
    app.post('/v1/subscriptions', async (c) => {
      const form = await readForm(c);
      const customer = requireObject(customers, requireText(form, 'customer'), 'customer');
      const price = this.#requirePrice(form);
      const coupon = readText(readObject({ d: readList(form, 'discounts')[0] }, 'd'), 'coupon');
      const subscription = this.ledger.subscribe(
        customer.id,
        price,
        coupon === undefined ? null : requireObject(this.ledger.coupons, coupon, 'coupon'),
        readMetadata(form),
      );
      if (readText(form, 'payment_behavior') !== 'default_incomplete') {
        throw missingParameter('payment_behavior');
      }
      return c.json(this.#expand(subscription, readList(form, 'expand')));
    });
    app.get('/v1/subscriptions', (c) => {
      const query = readQuery(c);
      const customer = requireObject(customers, requireText(query, 'customer'), 'customer');
      const all = readText(query, 'status') === 'all';
      const found = [...subscriptions.values()].filter(
        (one) => one.customer === customer.id && (all || one.status !== 'canceled'),
      );
      return c.json(toPage(found, '/v1/subscriptions'));
    });
    app.get('/v1/subscriptions/:id', (c) => {
      const subscription = requireObject(subscriptions, c.req.param('id'));
      return c.json(this.#expand(subscription, readList(readQuery(c), 'expand')));
    });
    app.post('/v1/subscriptions/:id', async (c) => {
      const subscription = requireObject(subscriptions, c.req.param('id'));
      const form = await readForm(c);
      if (subscription.status === 'canceled') {
        throw new RequestError(400, {
          type: 'invalid_request_error',
          message: 'A canceled subscription can only update its cancellation_details and metadata.',
        });
      }
      const cancel = readText(form, 'cancel_at_period_end');
      if (cancel !== undefined) this.ledger.setCancelAtPeriodEnd(subscription, cancel === 'true');
      if (readText(form, 'cancel_at') === '') this.ledger.setCancelAtPeriodEnd(subscription, false);
      if (readList(form, 'items').length > 0) {
        const isPaid = this.ledger.changePrice(subscription, this.#requirePrice(form));
        if (!isPaid) throw cardDeclined();
      }
      return c.json(subscription);
    });
    app.delete('/v1/subscriptions/:id', (c) => {
      const subscription = requireObject(subscriptions, c.req.param('id'));
      if (subscription.ended_at !== null) throw missing(subscription.id);
      this.ledger.cancelNow(subscription);
      return c.json(subscription);
    });
  }

  // What the browser's part calls: with the publishable key and the secret of one payment.
  #mountPaymentIntents(app: Hono): void {
    app.post('/v1/payment_intents/:id/confirm', async (c) => {
      const form = await readForm(c);
      const intent = requireObject(this.ledger.intents, c.req.param('id'));
      if (readText(form, 'key') !== this.#options.publishableKey) this.#requireKey(c, '');
      if (readText(form, 'client_secret') !== intent.client_secret) throw missing(intent.id);
      if (intent.status === 'succeeded') {
        throw new RequestError(400, {
          type: 'invalid_request_error',
          code: 'payment_intent_unexpected_state',
          message: 'You cannot confirm this PaymentIntent because it has already succeeded.',
          payment_intent: intent,
        });
      }
      const outcome = this.ledger.confirm(intent, requireText(form, 'payment_method'));
      if (outcome === 'declined') throw cardDeclined(intent);
      return c.json(intent);
    });
  }

  #mountMoney(app: Hono): void {
    const { invoices, charges } = this.ledger;
    app.get('/v1/invoices', (c) => {
      const query = readQuery(c);
      const withPayments = readList(query, 'expand').includes('data.payments');
      const found = [...invoices.values()]
        .filter(({ customer }) => customer === readText(query, 'customer'))
        .map((invoice) => (withPayments ? invoice : withoutPayments(invoice)));
      return c.json(toPage(found, '/v1/invoices'));
    });
    app.get('/v1/invoices/:id', (c) => {
      const invoice = requireObject(invoices, c.req.param('id'));
      const expand = readList(readQuery(c), 'expand');
      return c.json(expand.includes('payments') ? invoice : withoutPayments(invoice));
    });
    app.get('/v1/charges', (c) => {
      const customer = readText(readQuery(c), 'customer');
      const found = [...charges.values()].filter((charge) => charge.customer === customer);
      return c.json(toPage(found, '/v1/charges'));
    });
    app.post('/v1/refunds', async (c) => {
      const intent = requireText(await readForm(c), 'payment_intent');
      const charge = [...charges.values()].find((one) => one.payment_intent === intent);
      if (!charge) throw missing(intent, 'payment_intent');
      if (charge.refunded) {
        throw new RequestError(400, {
          type: 'invalid_request_error',
          code: 'charge_already_refunded',
          message: `Charge ${charge.id} has already been refunded.`,
        });
      }
      return c.json(this.ledger.refund(charge));
    });
  }

  #mountPages(app: Hono): void {
    app.get('/v1/billing_portal/configurations', (c) =>
      c.json(toPage([...this.#portals.values()], '/v1/billing_portal/configurations')),
    );
    app.post('/v1/billing_portal/configurations', async (c) => {
      const metadata = readMetadata(await readForm(c));
      const portal: fake.PortalConfiguration = {
        id: makeId('bpc'),
        object: 'billing_portal.configuration',
        active: true,
        metadata,
      };
      this.#portals.set(portal.id, portal);
      return c.json(portal);
    });
    app.post('/v1/billing_portal/sessions', async (c) => {
      const form = await readForm(c);
      requireObject(this.ledger.customers, requireText(form, 'customer'), 'customer');
      const id = makeId('bps');
      return c.json({
        id,
        object: 'billing_portal.session',
        return_url: readText(form, 'return_url') ?? null,
        url: address(c, `/portal/${id}`),
      });
    });
    app.get('/v1/webhook_endpoints', (c) =>
      c.json(toPage([...this.#webhooks.values()], '/v1/webhook_endpoints')),
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
      this.#webhooks.set(endpoint.id, endpoint);
      // Told once, when it is made.
      return c.json({ ...endpoint, secret: makeId('whsec') });
    });
    app.post('/v1/webhook_endpoints/:id', async (c) => {
      const endpoint = requireObject(this.#webhooks, c.req.param('id'));
      endpoint.enabled_events = readList(await readForm(c), 'enabled_events').map(String);
      return c.json(endpoint);
    });
    app.get('/v1/checkout/sessions', (c) => {
      const customer = readText(readQuery(c), 'customer');
      const found = [...this.#checkouts.values()].filter((one) => one.customer === customer);
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
        created: this.ledger.now(),
        customer: requireObject(this.ledger.customers, requireText(form, 'customer')).id,
        price: requireObject(this.ledger.prices, requireText(line, 'price'), 'price').id,
        coupon: readText(readObject({ d: readList(form, 'discounts')[0] }, 'd'), 'coupon') ?? null,
        subscriptionMetadata: readMetadata(readObject(form, 'subscription_data')),
      };
      this.#checkouts.set(id, session);
      return c.json(session);
    });
    app.post('/v1/checkout/sessions/:id/expire', (c) => {
      const session = requireObject(this.#checkouts, c.req.param('id'));
      session.status = 'expired';
      return c.json(session);
    });
  }

  /** What a test does that is not Stripe's API: the bank's question, time, the payment page, outages. */
  #mountTestControls(app: Hono): void {
    app.post('/_test/authenticate', async (c) => {
      const form = await readForm(c);
      const intent = requireObject(this.ledger.intents, requireText(form, 'payment_intent'));
      this.ledger.authenticate(intent, readText(form, 'agreed') === 'true');
      return c.json(intent);
    });
    app.post('/_test/advance', async (c) => {
      this.ledger.advance(Number(requireText(await readForm(c), 'days')));
      await this.settled();
      return c.json({ now: this.ledger.now() });
    });
    app.get('/_test/charges', (c) => c.json([...this.ledger.charges.values()]));
    app.post('/_test/fail', async (c) => {
      const form = await readForm(c);
      this.failures = { status: 500, count: Number(requireText(form, 'count')) };
      return c.json(this.failures);
    });
    app.get('/pay/:id', (c) => {
      const session = requireObject(this.#checkouts, c.req.param('id'));
      if (session.status !== 'open') return c.text('This page has expired.', 410);
      const price = requireObject(this.ledger.prices, session.price);
      const coupon =
        session.coupon === null ? null : requireObject(this.ledger.coupons, session.coupon);
      const subscription = this.ledger.subscribe(
        session.customer,
        price,
        coupon,
        session.subscriptionMetadata,
      );
      const intent = [...this.ledger.intents.values()].find(
        ({ invoice }) => invoice === subscription.latest_invoice,
      );
      if (intent) this.ledger.confirm(intent, 'pm_card_visa');
      session.status = 'complete';
      return c.redirect(session.success_url ?? '/');
    });
    app.get('/portal/:id', (c) => c.html('<h1>Billing portal</h1>'));
  }

  #requirePrice(form: FormObject): fake.Price {
    const item = readObject({ i: readList(form, 'items')[0] }, 'i');
    return requireObject(this.ledger.prices, requireText(item, 'price'), 'items[0][price]');
  }

  // Fields that Stripe only sends when asked to.
  #expand(subscription: fake.Subscription, expand: readonly unknown[]): object {
    if (!expand.includes('latest_invoice.confirmation_secret')) return subscription;
    const invoice = this.ledger.requireInvoice(subscription.latest_invoice);
    const intentId = invoice.payments.data[0]?.payment.payment_intent ?? '';
    const secret = this.ledger.intents.get(intentId)?.client_secret;
    return {
      ...subscription,
      latest_invoice: {
        ...withoutPayments(invoice),
        confirmation_secret:
          secret && invoice.status === 'open'
            ? { type: 'payment_intent', client_secret: secret }
            : null,
      },
    };
  }
}

async function fingerprint(c: Context): Promise<string> {
  return `${c.req.method} ${c.req.path} ${await c.req.text()}`;
}

async function readForm(c: Context): Promise<FormObject> {
  return parseForm(await c.req.text());
}

function address(c: Context, path: string): string {
  return new URL(path, c.req.url).href;
}

function readQuery(c: Context): FormObject {
  return parseForm(new URL(c.req.url).search.slice(1));
}

function readMetadata(form: FormObject): Stripe.Metadata {
  const metadata = readObject(form, 'metadata');
  return Object.fromEntries(
    Object.keys(metadata).map((key) => [key, readText(metadata, key) ?? '']),
  );
}

function withoutPayments(invoice: fake.Invoice): Omit<fake.Invoice, 'payments'> {
  const { payments: _, ...shown } = invoice;
  return shown;
}

function toPage<T>(data: T[], url: string) {
  return { object: 'list', url, has_more: false, data };
}

function requireObject<T>(map: ReadonlyMap<string, T>, id: string, parameter = 'id'): T {
  const found = map.get(id);
  if (!found) throw missing(id, parameter);
  return found;
}

function requireText(form: FormObject, key: string): string {
  const value = readText(form, key);
  if (value === undefined || value === '') throw missingParameter(key);
  return value;
}

function missing(id: string, parameter = 'id'): RequestError {
  return new RequestError(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    param: parameter,
    message: `No such ${parameter}: '${id}'`,
  });
}

function missingParameter(parameter: string): RequestError {
  return new RequestError(400, {
    type: 'invalid_request_error',
    code: 'parameter_missing',
    param: parameter,
    message: `Missing required param: ${parameter}.`,
  });
}

function alreadyExists(id: string): RequestError {
  return new RequestError(400, {
    type: 'invalid_request_error',
    code: 'resource_already_exists',
    message: `${id} already exists.`,
  });
}

function cardDeclined(intent?: fake.PaymentIntent): RequestError {
  return new RequestError(402, {
    type: 'card_error',
    code: 'card_declined',
    decline_code: 'generic_decline',
    message: 'Your card was declined.',
    ...(intent && { payment_intent: intent }),
  });
}
