import { Hono, type Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { Stripe } from 'stripe';
import { mountCatalog } from './catalog.ts';
import { type FormObject, readList, readText } from './form.ts';
import { Ledger } from './ledger.ts';
import { makeId } from './new-objects.ts';
import { findCoupon, mountMoney, requirePrice, withoutPayments } from './money.ts';
import type * as fake from './objects.ts';
import { mountPages } from './pages.ts';
import {
  actionRequired,
  cardDeclined,
  missing,
  missingParameter,
  readForm,
  readMetadata,
  readQuery,
  RequestError,
  requireCurrency,
  requireObject,
  requireText,
  toPage,
  unsupportedParameter,
} from './requests.ts';

export interface FakeStripeOptions {
  secretKey: string;
  publishableKey: string;
  /** Where events are sent, and the secret they are signed with. Without it they are only kept. */
  webhook?: { url: string; secret: string };
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
  /** The next such call, such as `POST /v1/customers`, is carried out and then answered 500. */
  breakAfter: string | null = null;
  /** Whether the account has all that Stripe Tax needs. */
  taxStatus: Stripe.Tax.Settings['status'] = 'active';
  /** Every call that came in, such as `POST /v1/customers`. */
  readonly calls: string[] = [];
  readonly #options: FakeStripeOptions;
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
      if (this.breakAfter === `${c.req.method} ${c.req.path}`) {
        this.breakAfter = null;
        c.res = Response.json(
          { error: { type: 'api_error', message: 'Broken.' } },
          { status: 500 },
        );
      }
      await this.#remember(c);
      return undefined;
    });
    this.#mountPaymentIntents(app);
    app.use('/v1/*', async (c, next) => {
      this.#requireKey(c, this.#options.secretKey);
      await next();
    });
    mountCatalog(app, this.ledger);
    this.#mountCustomers(app);
    this.#mountSubscriptions(app);
    mountMoney(app, this.ledger, () => this.taxStatus);
    mountPages(app, this.ledger);
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

  // The same key with the same parameters answers what it answered before, also where that was a
  // failure; with others it is an error. https://docs.stripe.com/api/idempotent_requests
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
    if (key === undefined || c.req.method !== 'POST') return;
    const body = await c.res.clone().text();
    this.#answers.set(key, { fingerprint: await fingerprint(c), status: c.res.status, body });
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
        balance: 0,
        currency: null,
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
    app.get('/v1/customers/:id', (c) => c.json(requireObject(customers, c.req.param('id'))));
    app.post('/v1/customers/:id', async (c) => {
      const customer = requireObject(customers, c.req.param('id'));
      const form = await readForm(c);
      customer.email = readText(form, 'email') ?? customer.email;
      customer.balance = Number(readText(form, 'balance') ?? customer.balance);
      return c.json(customer);
    });
  }

  #mountSubscriptions(app: Hono): void {
    const { subscriptions, customers } = this.ledger;
    app.post('/v1/subscriptions', async (c) => {
      const form = await readForm(c);
      const customer = requireObject(customers, requireText(form, 'customer'), 'customer');
      const price = requirePrice(this.ledger, form);
      requireCurrency(customer, price);
      customer.currency ??= price.currency;
      const subscription = this.ledger.subscribe(
        customer.id,
        price,
        findCoupon(this.ledger, form),
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
      this.#update(subscription, form);
      return c.json(this.#expand(subscription, readList(form, 'expand')));
    });
    app.delete('/v1/subscriptions/:id', (c) => {
      const subscription = requireObject(subscriptions, c.req.param('id'));
      if (subscription.ended_at !== null) throw missing(subscription.id);
      this.ledger.cancelNow(subscription);
      return c.json(subscription);
    });
  }

  // With `error_if_incomplete` all of it or nothing; with `pending_if_incomplete` nothing before it is paid.
  #update(subscription: fake.Subscription, form: FormObject): void {
    const cancel = readText(form, 'cancel_at_period_end');
    if (readText(form, 'payment_behavior') === 'pending_if_incomplete') {
      const unsupported = Object.keys(form).find((name) => !pendingParameters.has(name));
      if (unsupported !== undefined) throw unsupportedParameter(unsupported);
      this.ledger.changePrice(subscription, requirePrice(this.ledger, form), {
        canWait: true,
        cancel: cancel === undefined ? null : cancel === 'true',
      });
      return;
    }
    if (readList(form, 'items').length > 0) {
      const price = requirePrice(this.ledger, form);
      const outcome = this.ledger.changePrice(subscription, price, { canWait: false });
      if (outcome === 'action') throw actionRequired();
      if (outcome === 'declined') throw cardDeclined();
    }
    if (cancel !== undefined) this.ledger.setCancelAtPeriodEnd(subscription, cancel === 'true');
    if (readText(form, 'cancel_at') === '') this.ledger.setCancelAtPeriodEnd(subscription, false);
  }

  // What the browser's part calls: with the publishable key and the secret of one payment.
  #mountPaymentIntents(app: Hono): void {
    app.get('/v1/payment_intents/:id', (c) =>
      c.json(requireObject(this.ledger.intents, c.req.param('id'))),
    );
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

  /** What a test does that is not Stripe's API: the bank's question, time, outages. */
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
  }

  // Fields that Stripe only sends when asked to.
  #expand(subscription: fake.Subscription, expand: readonly unknown[]): object {
    const invoice = this.ledger.requireInvoice(subscription.latest_invoice);
    if (expand.includes('latest_invoice.payments')) {
      return { ...subscription, latest_invoice: invoice };
    }
    if (!expand.includes('latest_invoice.confirmation_secret')) return subscription;
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

/** What an update that may wait can be asked for. https://docs.stripe.com/billing/subscriptions/pending-updates-reference */
const pendingParameters = new Set([
  'items',
  'payment_behavior',
  'proration_behavior',
  'cancel_at_period_end',
  'expand',
]);

async function fingerprint(c: Context): Promise<string> {
  return `${c.req.method} ${c.req.path} ${await c.req.text()}`;
}
