import type { Stripe } from 'stripe';
import { makeId } from './new-objects.ts';
import type * as fake from './objects.ts';

/** What a Stripe-like company has on record, by its clock, and the events that it tells of. */
export class Books {
  readonly customers = new Map<string, fake.Customer>();
  readonly products = new Map<string, fake.Product>();
  readonly prices = new Map<string, fake.Price>();
  readonly coupons = new Map<string, fake.Coupon>();
  readonly subscriptions = new Map<string, fake.Subscription>();
  readonly invoices = new Map<string, fake.Invoice>();
  readonly intents = new Map<string, fake.PaymentIntent>();
  readonly charges = new Map<string, fake.Charge>();
  readonly refunds = new Map<string, fake.Refund>();
  readonly disputes = new Map<string, fake.Dispute>();
  readonly creditNotes = new Map<string, fake.CreditNote>();
  readonly events: fake.Event[] = [];
  onEvent: (event: fake.Event) => void = () => {};
  protected offsetSeconds = 0;

  /** Seconds since 1970 on this server's clock, which tests may put forward. */
  now(): number {
    return Math.floor(Date.now() / 1000) + this.offsetSeconds;
  }

  /** The payment that an invoice waits for. */
  requireIntent(subscription: fake.Subscription): fake.PaymentIntent {
    return this.intentOf(this.requireInvoice(subscription.latest_invoice));
  }

  requireInvoice(id: string): fake.Invoice {
    const invoice = this.invoices.get(id);
    if (!invoice) throw new Error(`no invoice ${id}`);
    return invoice;
  }

  /** What an invoice asks a customer for: the total without what credit covers. */
  dueOf(customer: string, total: number): number {
    return Math.max(0, total + Math.min(0, this.balanceOf(customer)));
  }

  protected balanceOf(customer: string): number {
    return this.customers.get(customer)?.balance ?? 0;
  }

  protected addToBalance(id: string, cents: number): void {
    const customer = this.customers.get(id);
    if (customer) customer.balance += cents;
  }

  protected intentOf(invoice: fake.Invoice): fake.PaymentIntent {
    const id = invoice.payments.data[0]?.payment.payment_intent ?? '';
    const intent = this.intents.get(id);
    if (!intent) throw new Error(`no payment intent for ${invoice.id}`);
    return intent;
  }

  protected subscriptionOf(invoice: fake.Invoice): fake.Subscription {
    const id = invoice.parent.subscription_details.subscription;
    const subscription = this.subscriptions.get(id);
    if (!subscription) throw new Error(`no subscription ${id}`);
    return subscription;
  }

  protected emit(type: Stripe.Event['type'], object: object): void {
    const event: fake.Event = {
      id: makeId('evt'),
      object: 'event',
      type,
      created: this.now(),
      livemode: false,
      api_version: '2026-10-28.endive',
      data: { object: structuredClone(object) },
    };
    this.events.push(event);
    this.onEvent(event);
  }
}
