import { currencies, type Currency, defaultCurrency } from '@stillpix/contract/limits';
import { Stripe } from 'stripe';
import {
  BadSignatureError,
  type PaymentProvider,
  type PaymentRequest,
  ProviderError,
  type ProviderEvent,
  type ProviderPayment,
  type ProviderSubscription,
  type StartedPayment,
} from '../provider/provider.ts';
import { findPortalId, firstMonthCouponId, requirePriceId } from './catalog.ts';
import { guarded, hasCode, isMissing, requireId } from './errors.ts';
import {
  attemptKey,
  groupCharges,
  idOf,
  isLastGivenBack,
  paidIntentsOf,
  toPayment,
  toSubscription,
} from './mapping.ts';

export interface StripeOptions {
  secretKey: string;
  publishableKey: string;
  webhookSecret: string;
  /** `embedded`: the card form in our own page. `hosted`: the provider's payment page. */
  checkout: 'embedded' | 'hosted';
  /** Lets the provider calculate the tax included in the price. */
  automaticTax: boolean;
  /** Currency of new subscriptions. Default: US dollars. */
  currency?: Currency;
  /** Another server with Stripe's API, such as `http://127.0.0.1:4009`; for tests. */
  apiUrl?: string | undefined;
}

/** The client library, with a timeout of 20 seconds per attempt. */
export function createStripeClient(secretKey: string, apiUrl?: string): Stripe {
  const url = apiUrl === undefined ? null : new URL(apiUrl);
  return new Stripe(secretKey, {
    maxNetworkRetries: 2,
    timeout: 20_000,
    telemetry: false,
    ...(url && {
      host: url.hostname,
      port: url.port || (url.protocol === 'https:' ? 443 : 80),
      protocol: url.protocol === 'https:' ? 'https' : 'http',
    }),
  });
}

/** Payments by Stripe. https://docs.stripe.com/billing/subscriptions/build-subscriptions */
export class StripeProvider implements PaymentProvider {
  readonly name = 'stripe';
  readonly publishableKey: string;
  readonly #stripe: Stripe;
  readonly #options: StripeOptions;

  constructor(
    options: StripeOptions,
    stripe = createStripeClient(options.secretKey, options.apiUrl),
  ) {
    this.#options = options;
    this.publishableKey = options.publishableKey;
    this.#stripe = stripe;
  }

  async ensureCustomer(customer: {
    email: string;
    language: string;
    idempotencyKey: string;
  }): Promise<string> {
    const made = await guarded(() =>
      this.#stripe.customers.create(
        { email: customer.email, preferred_locales: [customer.language] },
        { idempotencyKey: customer.idempotencyKey },
      ),
    );
    return requireId(made).id;
  }

  async knowsCustomer(customerId: string): Promise<boolean> {
    try {
      const found = await guarded(() => this.#stripe.customers.retrieve(customerId));
      return found.deleted !== true;
    } catch (error) {
      if (isMissing(error)) return false;
      throw error;
    }
  }

  async updateCustomer(customerId: string, customer: { email: string }): Promise<void> {
    requireId(await guarded(() => this.#stripe.customers.update(customerId, customer)));
  }

  async startPayment(request: PaymentRequest): Promise<StartedPayment> {
    const { currency = defaultCurrency } = this.#options;
    const price = await requirePriceId(this.#stripe, request.plan, currency);
    await this.#dropReturnedCredit(request.customerId);
    const hasCoupon = request.isFirst && request.plan === 'monthly';
    const discounts = hasCoupon ? [{ coupon: firstMonthCouponId(currency) }] : [];
    return this.#options.checkout === 'hosted'
      ? await this.#startHosted(request, price, discounts)
      : await this.#startEmbedded(request, price, discounts);
  }

  async #startEmbedded(
    request: PaymentRequest,
    price: string,
    discounts: { coupon: string }[],
  ): Promise<StartedPayment> {
    const subscription = requireId(
      await guarded(() =>
        this.#stripe.subscriptions.create(
          {
            customer: request.customerId,
            items: [{ price }],
            payment_behavior: 'default_incomplete',
            payment_settings: { save_default_payment_method: 'on_subscription' },
            ...(discounts.length > 0 && { discounts }),
            ...(this.#options.automaticTax && { automatic_tax: { enabled: true } }),
            metadata: { [attemptKey]: request.attempt },
            expand: ['latest_invoice.confirmation_secret'],
          },
          { idempotencyKey: `subscribe-${request.attempt}` },
        ),
      ),
    );
    const clientSecret = secretOf(subscription);
    // The customer's credit covered it, so nothing is left to pay.
    if (subscription.status === 'active') return { url: request.returnUrl, subscriptionId: null };
    if (clientSecret === null) {
      throw new ProviderError('invalid', 'the subscription came without a payment to confirm');
    }
    return { clientSecret, subscriptionId: subscription.id };
  }

  async #startHosted(
    request: PaymentRequest,
    price: string,
    discounts: { coupon: string }[],
  ): Promise<StartedPayment> {
    // A page left open in another tab must not take a second payment.
    await this.closePaymentPages(request.customerId);
    const session = requireId(
      await guarded(() =>
        this.#stripe.checkout.sessions.create({
          mode: 'subscription',
          customer: request.customerId,
          line_items: [{ price, quantity: 1 }],
          ...(discounts.length > 0 && { discounts }),
          ...(this.#options.automaticTax && {
            automatic_tax: { enabled: true },
            customer_update: { address: 'auto' },
          }),
          subscription_data: { metadata: { [attemptKey]: request.attempt } },
          success_url: request.returnUrl,
          cancel_url: request.cancelUrl,
        }),
      ),
    );
    if (!session.url) throw new ProviderError('invalid', 'the payment page has no address');
    return { url: session.url, subscriptionId: null };
  }

  /**
   * Removes credit whose money was refunded. A change to a smaller plan leaves credit, which the
   * provider uses before it charges money. If the original payment was refunded, that credit must
   * not buy anything.
   */
  async #dropReturnedCredit(customerId: string): Promise<void> {
    const customer = await guarded(() => this.#stripe.customers.retrieve(customerId));
    if (customer.deleted || customer.balance >= 0) return;
    const { invoices, charges } = await this.#listMoney(customerId);
    if (!isLastGivenBack(invoices, charges)) return;
    requireId(await guarded(() => this.#stripe.customers.update(customerId, { balance: 0 })));
  }

  async closePaymentPages(customer: string): Promise<void> {
    try {
      const { data } = await guarded(() =>
        this.#stripe.checkout.sessions.list({ customer, limit: 100 }),
      );
      for (const session of data) {
        if (session.status !== 'open' || idOf(session.customer) !== customer) continue;
        await guarded(() => this.#stripe.checkout.sessions.expire(session.id));
      }
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
  }

  async resumePayment(subscriptionId: string): Promise<StartedPayment | null> {
    const subscription = requireId(
      await guarded(() =>
        this.#stripe.subscriptions.retrieve(subscriptionId, {
          expand: ['latest_invoice.confirmation_secret'],
        }),
      ),
    );
    const clientSecret = subscription.status === 'incomplete' ? secretOf(subscription) : null;
    return clientSecret === null ? null : { clientSecret, subscriptionId };
  }

  async listSubscriptions(customerId: string): Promise<ProviderSubscription[]> {
    const [subscriptions, { invoices, charges }] = await Promise.all([
      listKnown(() =>
        this.#stripe.subscriptions
          .list({ customer: customerId, status: 'all', limit: 100 })
          .autoPagingToArray({ limit: 1000 }),
      ),
      this.#listMoney(customerId),
    ]);
    return subscriptions
      .sort((a, b) => b.created - a.created)
      .map((subscription) => toSubscription(subscription, invoices, charges));
  }

  async listPayments(customerId: string): Promise<ProviderPayment[]> {
    const { invoices, charges } = await this.#listMoney(customerId);
    return invoices
      .sort((a, b) => b.created - a.created)
      .map((invoice) => toPayment(invoice, charges))
      .filter((payment) => payment !== null);
  }

  async #listMoney(customer: string) {
    const [invoices, charges] = await Promise.all([
      listKnown(() =>
        this.#stripe.invoices
          .list({ customer, limit: 100, expand: ['data.payments'] })
          .autoPagingToArray({ limit: 1000 }),
      ),
      listKnown(() =>
        this.#stripe.charges.list({ customer, limit: 100 }).autoPagingToArray({ limit: 1000 }),
      ),
    ]);
    return { invoices, charges: groupCharges(charges) };
  }

  async setCancelAtPeriodEnd(subscriptionId: string, cancel: boolean): Promise<void> {
    const found = requireId(
      await guarded(() => this.#stripe.subscriptions.retrieve(subscriptionId)),
    );
    const change = cancel ? { cancel_at_period_end: true } : takingBackCancellation(found);
    requireId(await guarded(() => this.#stripe.subscriptions.update(subscriptionId, change)));
  }

  async cancelNow(subscriptionId: string): Promise<void> {
    try {
      requireId(await guarded(() => this.#stripe.subscriptions.cancel(subscriptionId)));
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
  }

  async changePlan(subscriptionId: string, plan: PaymentRequest['plan']): Promise<void> {
    const found = requireId(
      await guarded(() => this.#stripe.subscriptions.retrieve(subscriptionId)),
    );
    // Subscriptions from before the operator changed the currency keep the old one.
    const currency = currencies.find((one) => one === found.currency) ?? defaultCurrency;
    const price = await requirePriceId(this.#stripe, plan, currency);
    const item = found.items.data[0];
    if (!item) throw new ProviderError('invalid', 'the subscription holds nothing');
    if (item.price.id === price) return;
    requireId(
      await guarded(() =>
        // Without an idempotency key of ours: a refused card may be another one at the next
        // attempt.
        this.#stripe.subscriptions.update(subscriptionId, {
          items: [{ id: item.id, price }],
          proration_behavior: 'always_invoice',
          // Changes nothing unless the difference was really paid.
          payment_behavior: 'error_if_incomplete',
          ...takingBackCancellation(found),
        }),
      ),
    );
  }

  async refund(paymentId: string): Promise<void> {
    const invoice = requireId(
      await guarded(() => this.#stripe.invoices.retrieve(paymentId, { expand: ['payments'] })),
    );
    for (const intent of paidIntentsOf(invoice)) {
      try {
        requireId(
          await guarded(() =>
            // Without an idempotency key of ours: a refused refund may succeed later, and it cannot
            // happen twice.
            this.#stripe.refunds.create({
              payment_intent: intent,
              reason: 'requested_by_customer',
            }),
          ),
        );
      } catch (error) {
        const isBack =
          hasCode(error, 'charge_already_refunded') || hasCode(error, 'charge_disputed');
        if (!isBack) throw error;
      }
    }
  }

  async openPortal(customerId: string, returnUrl: string): Promise<string> {
    const configuration = await findPortalId(this.#stripe);
    const session = requireId(
      await guarded(() =>
        this.#stripe.billingPortal.sessions.create({
          customer: customerId,
          return_url: returnUrl,
          ...(configuration !== undefined && { configuration }),
        }),
      ),
    );
    return session.url;
  }

  async readEvent(rawBody: string, signature: string | undefined): Promise<ProviderEvent> {
    let event: Stripe.Event;
    try {
      event = this.#stripe.webhooks.constructEvent(
        rawBody,
        signature ?? '',
        this.#options.webhookSecret,
      );
    } catch (error) {
      throw new BadSignatureError('the webhook is not signed by the provider', { cause: error });
    }
    return {
      id: event.id,
      type: event.type,
      createdAt: new Date(event.created * 1000),
      customerId: await this.#findCustomer(event.data.object),
    };
  }

  /** The customer of an event. A dispute names only its charge. */
  async #findCustomer(object: unknown): Promise<string | null> {
    const charge = disputedCharge(object);
    if (charge === null) return customerOf(object);
    return idOf((await guarded(() => this.#stripe.charges.retrieve(charge))).customer);
  }
}

/** A list of a customer's objects. Empty if the provider has no such customer. */
async function listKnown<T>(list: () => Promise<T[]>): Promise<T[]> {
  try {
    return await guarded(list);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

/** Undoes a cancellation. Those made on the provider's pages are a date. */
function takingBackCancellation(found: Stripe.Subscription): Stripe.SubscriptionUpdateParams {
  const isDated = !found.cancel_at_period_end && found.cancel_at !== null;
  return isDated ? { cancel_at: '' } : { cancel_at_period_end: false };
}

function disputedCharge(object: unknown): string | null {
  if (typeof object !== 'object' || object === null || !('object' in object)) return null;
  if (object.object !== 'dispute' || !('charge' in object)) return null;
  return idOf(object.charge as string | { id: string });
}

function secretOf(subscription: Stripe.Subscription): string | null {
  const invoice = subscription.latest_invoice;
  if (invoice === null || typeof invoice === 'string') return null;
  return invoice.confirmation_secret?.client_secret ?? null;
}

function customerOf(object: unknown): string | null {
  if (typeof object !== 'object' || object === null) return null;
  if ('object' in object && object.object === 'customer' && 'id' in object) {
    return typeof object.id === 'string' ? object.id : null;
  }
  if (!('customer' in object)) return null;
  return idOf(object.customer as string | { id: string } | null);
}
