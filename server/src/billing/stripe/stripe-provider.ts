import { currencies, type Currency } from '@stillpix/contract/plans';
import { Stripe } from 'stripe';
import {
  type BegunChange,
  type CardPayment,
  type PaymentProvider,
  type PaymentRequest,
  type PlanChange,
  type PricedOrder,
  ProviderError,
  type ProviderEvent,
  type ProviderRecord,
  type StartedPayment,
} from '../provider/provider.ts';
import { findPortalId, firstMonthCouponId, requirePriceId } from './catalog.ts';
import { guarded, hasCode, isMissing, requireId } from './errors.ts';
import { readEvent } from './events.ts';
import { attemptKey, idOf, isLastGivenBack, paidIntentsOf } from './mapping.ts';
import { changePlan, dropChange, findBegunChange, takingBackCancellation } from './plan-change.ts';
import { listMoney, readRecord } from './record.ts';

export interface StripeOptions {
  secretKey: string;
  publishableKey: string;
  webhookSecret: string;
  /** `embedded`: the card form in our own page. `hosted`: the provider's payment page. */
  checkout: 'embedded' | 'hosted';
  /** Lets the provider calculate the tax included in the price. */
  automaticTax: boolean;
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

  async findOrderCurrency(customerId: string, usual: Currency): Promise<Currency> {
    try {
      const customer = await guarded(() => this.#stripe.customers.retrieve(customerId));
      const own = customer.deleted
        ? undefined
        : currencies.find((currency) => currency === customer.currency);
      if (own === undefined || own === usual) return usual;
      if (await this.#keepOwnCredit(customerId)) return own;
      // An attempt that was not paid yet has taken it, and gives it back when it ends.
      const { invoices } = await listMoney(this.#stripe, customerId);
      const isTaken = invoices.some(
        ({ status, total, amount_due: due }) => status === 'open' && due < total,
      );
      return isTaken ? own : usual;
    } catch (error) {
      if (isMissing(error)) return usual;
      throw error;
    }
  }

  async wouldStartAtOnce(order: PricedOrder): Promise<boolean> {
    const hasCredit = await this.#keepOwnCredit(order.customerId);
    // The provider's own page has a button of its own.
    if (!hasCredit || this.#options.checkout === 'hosted') return false;
    const { price, discounts } = await this.#priceOf(order);
    const { amount_due: due } = await guarded(() =>
      this.#stripe.invoices.createPreview({
        customer: order.customerId,
        subscription_details: { items: [{ price }] },
        ...(discounts.length > 0 && { discounts }),
        ...(this.#options.automaticTax && { automatic_tax: { enabled: true } }),
      }),
    );
    return due === 0;
  }

  async startPayment(request: PaymentRequest): Promise<StartedPayment> {
    const { price, discounts } = await this.#priceOf(request);
    return this.#options.checkout === 'hosted'
      ? await this.#startHosted(request, price, discounts)
      : await this.#startEmbedded(request, price, discounts);
  }

  async #priceOf({ plan, isFirst, currency }: PricedOrder) {
    const price = await requirePriceId(this.#stripe, plan, currency);
    const hasCoupon = isFirst && plan === 'monthly';
    return { price, discounts: hasCoupon ? [{ coupon: firstMonthCouponId(currency) }] : [] };
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
    // The customer's credit covered it, and nothing is left to pay.
    if (subscription.status === 'active') return { url: request.returnUrl, subscriptionId: null };
    const payment = toCardPayment(subscription);
    if (payment === null) {
      throw new ProviderError('invalid', 'the subscription came without a payment to confirm');
    }
    return payment;
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
   * Who moved to a smaller plan has credit, which the provider takes before it asks for money. Where the money that it
   * came from was given back, it must not buy anything more.
   * @returns whether any is left
   */
  async #keepOwnCredit(customerId: string): Promise<boolean> {
    const customer = await guarded(() => this.#stripe.customers.retrieve(customerId));
    if (customer.deleted || customer.balance >= 0) return false;
    const { invoices, taken } = await listMoney(this.#stripe, customerId);
    if (!isLastGivenBack(invoices, taken)) return true;
    requireId(await guarded(() => this.#stripe.customers.update(customerId, { balance: 0 })));
    return false;
  }

  async closePaymentPages(customer: string): Promise<void> {
    try {
      const { data } = await guarded(() =>
        this.#stripe.checkout.sessions.list({ customer, limit: 100 }),
      );
      for (const session of data) {
        if (session.status !== 'open' || idOf(session.customer) !== customer) continue;
        await this.#closePage(session.id);
      }
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
  }

  /** A page that was paid or left in the meantime cannot be closed, and need not be. */
  async #closePage(id: string): Promise<void> {
    const { sessions } = this.#stripe.checkout;
    try {
      await guarded(() => sessions.expire(id));
    } catch (error) {
      const { status } = await guarded(() => sessions.retrieve(id));
      if (status === 'open') throw error;
    }
  }

  async resumePayment(subscriptionId: string): Promise<CardPayment | null> {
    const subscription = requireId(
      await guarded(() =>
        this.#stripe.subscriptions.retrieve(subscriptionId, {
          expand: ['latest_invoice.confirmation_secret'],
        }),
      ),
    );
    return subscription.status === 'incomplete' ? toCardPayment(subscription) : null;
  }

  readRecord(customer: string): Promise<ProviderRecord> {
    return readRecord(this.#stripe, customer);
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
      // Before it ends: Stripe would leave the invoice open, and take money for nothing.
      await dropChange(this.#stripe, subscriptionId);
      requireId(await guarded(() => this.#stripe.subscriptions.cancel(subscriptionId)));
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
  }

  changePlan(subscriptionId: string, plan: PaymentRequest['plan']): Promise<PlanChange> {
    return changePlan(this.#stripe, subscriptionId, plan);
  }

  findBegunChange(subscriptionId: string): Promise<BegunChange | null> {
    return findBegunChange(this.#stripe, subscriptionId);
  }

  dropChange(subscriptionId: string): Promise<void> {
    return dropChange(this.#stripe, subscriptionId);
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
        // One that is disputed is not: the payer must not read that the money is on its way.
        if (!hasCode(error, 'charge_already_refunded')) throw error;
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

  readEvent(rawBody: string, signature: string | undefined): Promise<ProviderEvent> {
    return readEvent(this.#stripe, this.#options.webhookSecret, rawBody, signature);
  }
}

/** What is left to confirm of a subscription's latest invoice, which was expanded. */
function toCardPayment({ id, latest_invoice: invoice }: Stripe.Subscription): CardPayment | null {
  if (invoice === null || typeof invoice === 'string') return null;
  const clientSecret = invoice.confirmation_secret?.client_secret;
  if (!clientSecret) return null;
  return { clientSecret, subscriptionId: id, dueCents: invoice.amount_due };
}
