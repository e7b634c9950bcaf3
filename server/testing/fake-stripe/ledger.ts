import type { Stripe } from 'stripe';
import {
  type InvoiceLine,
  makeId,
  newCharge,
  newCreditNote,
  newDispute,
  newIntent,
  newInvoice,
  newRefund,
  newSubscription,
} from './new-objects.ts';
import type * as fake from './objects.ts';

/** How a payment method behaves, by the names of Stripe's test cards. */
const declines = new Set(['pm_card_chargeDeclined', 'pm_card_chargeDeclinedInsufficientFunds']);
const needsAuthentication = new Set(['pm_card_authenticationRequired']);
const failsLater = new Set(['pm_card_chargeCustomerFail']);

/** Days after which a renewal that was never paid ends the subscription. */
const retryDays = 14;
const daySeconds = 86_400;

/**
 * What happens to customers' money at a Stripe-like company: subscriptions, invoices, payments,
 * renewals, refunds, and the events that tell of them. Written from Stripe's public description of
 * the life of a subscription; shares nothing with the product's code.
 */
export class Ledger {
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
  #offsetSeconds = 0;

  /** Seconds since 1970 on this server's clock, which tests may put forward. */
  now(): number {
    return Math.floor(Date.now() / 1000) + this.#offsetSeconds;
  }

  subscribe(
    customer: string,
    price: fake.Price,
    coupon: fake.Coupon | null,
    metadata: Stripe.Metadata = {},
  ): fake.Subscription {
    const start = this.now();
    const end = addInterval(start, price, start);
    const subscription = newSubscription({ customer, price, metadata, start, end });
    this.subscriptions.set(subscription.id, subscription);
    if (coupon) coupon.times_redeemed++;
    const amount = price.unit_amount ?? 0;
    const invoice = this.#makeInvoice(subscription, amount - (coupon?.amount_off ?? 0), [
      { amount, period: { start, end } },
    ]);
    this.#emit('customer.subscription.created', subscription);
    if (invoice.amount_due === 0) this.#collect(this.#intentOf(invoice));
    return subscription;
  }

  /** Pays a payment intent, as the card form in the browser asks. */
  confirm(intent: fake.PaymentIntent, method: string): 'succeeded' | 'declined' | 'action' {
    if (intent.status === 'succeeded' || intent.status === 'canceled') return 'declined';
    intent.payment_method = method;
    if (declines.has(method)) {
      this.#decline(intent);
      return 'declined';
    }
    if (needsAuthentication.has(method) && intent.status !== 'requires_action') {
      intent.status = 'requires_action';
      intent.next_action = { type: 'use_stripe_sdk' };
      this.#emit('payment_intent.requires_action', intent);
      return 'action';
    }
    this.#collect(intent);
    return 'succeeded';
  }

  /** Ends the bank's question: the payer agreed, or did not. */
  authenticate(intent: fake.PaymentIntent, agreed: boolean): void {
    if (intent.status !== 'requires_action') return;
    if (agreed) this.#collect(intent);
    else this.#decline(intent);
  }

  setCancelAtPeriodEnd(subscription: fake.Subscription, cancel: boolean): void {
    subscription.cancel_at_period_end = cancel;
    subscription.cancel_at = cancel ? periodOf(subscription).end : null;
    subscription.canceled_at = cancel ? this.now() : null;
    this.#emit('customer.subscription.updated', subscription);
  }

  /** Moves to another price at once and charges the difference; false when the card refuses. */
  changePrice(subscription: fake.Subscription, price: fake.Price): boolean {
    const item = subscription.items.data[0];
    if (!item) return false;
    const method = subscription.default_payment_method ?? '';
    const now = this.now();
    const { start, end } = periodOf(subscription);
    const left = Math.max(0, end - now) / Math.max(1, end - start);
    // Also for a period that was never paid: what is left of it is credited all the same.
    const credit = Math.round(left * (item.price.unit_amount ?? 0));
    const amount = price.unit_amount ?? 0;
    const isCharged = amount - credit + this.#balanceOf(subscription.customer) > 0;
    // Nobody is there whom the bank could ask.
    const isRefused =
      declines.has(method) || failsLater.has(method) || needsAuthentication.has(method);
    if (isCharged && isRefused) return false;
    const oldEnd = end;
    item.price = price;
    item.current_period_start = now;
    // Another interval is counted from now on.
    subscription.billing_cycle_anchor = now;
    item.current_period_end = addInterval(now, price, now);
    if (subscription.cancel_at_period_end) subscription.cancel_at = item.current_period_end;
    const invoice = this.#makeInvoice(subscription, amount - credit, [
      { amount: -credit, period: { start: now, end: oldEnd } },
      { amount, period: { start: now, end: item.current_period_end } },
    ]);
    this.#collect(this.#intentOf(invoice));
    this.#emit('customer.subscription.updated', subscription);
    return true;
  }

  cancelNow(subscription: fake.Subscription): void {
    if (subscription.status === 'incomplete') {
      const invoice = this.requireInvoice(subscription.latest_invoice);
      this.#intentOf(invoice).status = 'canceled';
      invoice.status = 'void';
      this.#addToBalance(invoice.customer, invoice.amount_due - invoice.total);
    }
    this.#end(
      subscription,
      subscription.status === 'incomplete' ? 'incomplete_expired' : 'canceled',
    );
  }

  refund(charge: fake.Charge, cents = charge.amount - charge.amount_refunded): fake.Refund {
    const refund = newRefund(charge, cents, this.now());
    charge.amount_refunded += cents;
    charge.refunded = charge.amount_refunded === charge.amount;
    this.refunds.set(refund.id, refund);
    this.#emit('charge.refunded', charge);
    return refund;
  }

  /**
   * A payer's bank sends a refund back. What the charge then says is documented nowhere: it goes on saying what it said.
   * https://docs.stripe.com/refunds#failed-refunds
   */
  failRefund(refund: fake.Refund): void {
    refund.status = 'failed';
    refund.failure_reason = 'expired_or_canceled_card';
    // Both name their charge, and nobody's customer.
    this.#emit('charge.refund.updated', refund);
    this.#emit('refund.failed', refund);
  }

  /** Writes down that a payer got the money in another way. https://docs.stripe.com/api/credit_notes/create */
  giveBackOtherwise(invoice: fake.Invoice): void {
    const note = newCreditNote(invoice, this.now());
    this.creditNotes.set(note.id, note);
    this.#emit('credit_note.created', note);
  }

  /** A payer's bank takes a payment back. */
  dispute(charge: fake.Charge): fake.Dispute {
    charge.disputed = true;
    const dispute = newDispute(charge, this.now());
    this.disputes.set(dispute.id, dispute);
    // Names its charge, and nobody's customer.
    this.#emit('charge.dispute.created', dispute);
    return dispute;
  }

  /** The bank decides. The charge stays one that was disputed, whoever has won. */
  closeDispute(dispute: fake.Dispute, status: 'won' | 'lost'): void {
    dispute.status = status;
    if (status === 'won') this.#emit('charge.dispute.funds_reinstated', dispute);
    this.#emit('charge.dispute.closed', dispute);
  }

  /** Puts the clock forward, a day at a time, and does what falls due. */
  advance(days: number): void {
    for (let day = 0; day < days; day++) {
      this.#offsetSeconds += daySeconds;
      for (const subscription of this.subscriptions.values()) this.#age(subscription);
    }
  }

  /** The payment that an invoice waits for. */
  requireIntent(subscription: fake.Subscription): fake.PaymentIntent {
    return this.#intentOf(this.requireInvoice(subscription.latest_invoice));
  }

  requireInvoice(id: string): fake.Invoice {
    const invoice = this.invoices.get(id);
    if (!invoice) throw new Error(`no invoice ${id}`);
    return invoice;
  }

  #age(subscription: fake.Subscription): void {
    const now = this.now();
    const { start, end } = periodOf(subscription);
    switch (subscription.status) {
      case 'incomplete':
        if (now - subscription.created >= daySeconds) this.cancelNow(subscription);
        break;
      case 'past_due':
        if (now - start >= retryDays * daySeconds) this.#end(subscription, 'canceled');
        else if (now >= start) this.#collectRenewal(subscription);
        break;
      case 'active':
        if (now < end) break;
        if (subscription.cancel_at_period_end) this.#end(subscription, 'canceled');
        else this.#renew(subscription);
        break;
      default:
    }
  }

  #renew(subscription: fake.Subscription): void {
    const item = subscription.items.data[0];
    if (!item) return;
    item.current_period_start = item.current_period_end;
    item.current_period_end = addInterval(
      item.current_period_start,
      item.price,
      subscription.billing_cycle_anchor,
    );
    const amount = item.price.unit_amount ?? 0;
    this.#makeInvoice(subscription, amount, [
      {
        amount,
        period: { start: item.current_period_start, end: item.current_period_end },
      },
    ]);
    this.#collectRenewal(subscription);
    this.#emit('customer.subscription.updated', subscription);
  }

  #collectRenewal(subscription: fake.Subscription): void {
    const method = subscription.default_payment_method ?? '';
    const intent = this.#intentOf(this.requireInvoice(subscription.latest_invoice));
    const isRefused = failsLater.has(method) || declines.has(method);
    if (isRefused && intent.amount > 0) this.#decline(intent);
    else this.#collect(intent);
  }

  /** What an invoice asks a customer for: the total without what credit covers. */
  dueOf(customer: string, total: number): number {
    return Math.max(0, total + Math.min(0, this.#balanceOf(customer)));
  }

  #balanceOf(customer: string): number {
    return this.customers.get(customer)?.balance ?? 0;
  }

  #addToBalance(id: string, cents: number): void {
    const customer = this.customers.get(id);
    if (customer) customer.balance += cents;
  }

  #collect(intent: fake.PaymentIntent): void {
    intent.status = 'succeeded';
    intent.next_action = null;
    intent.last_payment_error = null;
    const invoice = this.requireInvoice(intent.invoice);
    invoice.status = 'paid';
    invoice.attempted = true;
    invoice.amount_paid = invoice.amount_due;
    for (const payment of invoice.payments.data) {
      payment.status = 'paid';
      payment.amount_paid = payment.amount_requested;
    }
    // What a credit covers is paid without a charge.
    if (intent.amount > 0) this.#charge(intent);
    const subscription = this.#subscriptionOf(invoice);
    if (intent.payment_method) subscription.default_payment_method = intent.payment_method;
    subscription.status = 'active';
    this.#emit('payment_intent.succeeded', intent);
    this.#emit('invoice.paid', invoice);
    this.#emit('customer.subscription.updated', subscription);
  }

  #charge(intent: fake.PaymentIntent): void {
    const charge = newCharge(intent, this.now());
    this.charges.set(charge.id, charge);
  }

  #decline(intent: fake.PaymentIntent): void {
    intent.status = 'requires_payment_method';
    intent.next_action = null;
    intent.last_payment_error = {
      code: 'card_declined',
      decline_code: 'generic_decline',
      message: 'Your card was declined.',
    };
    const invoice = this.requireInvoice(intent.invoice);
    invoice.attempted = true;
    const subscription = this.#subscriptionOf(invoice);
    if (subscription.status === 'active') subscription.status = 'past_due';
    this.#emit('invoice.payment_failed', invoice);
    this.#emit('customer.subscription.updated', subscription);
  }

  #end(subscription: fake.Subscription, status: Stripe.Subscription.Status): void {
    subscription.status = status;
    subscription.ended_at = this.now();
    subscription.canceled_at ??= this.now();
    this.#emit('customer.subscription.deleted', subscription);
  }

  #makeInvoice(
    subscription: fake.Subscription,
    total: number,
    lines: readonly InvoiceLine[],
  ): fake.Invoice {
    const [id, intentId, created] = [makeId('in'), makeId('pi'), this.now()];
    const method = subscription.default_payment_method;
    // What is below nothing becomes credit of the customer's (a negative balance), and pays what comes later.
    const due = this.dueOf(subscription.customer, total);
    this.#addToBalance(subscription.customer, total - due);
    const invoice = newInvoice(subscription, { id, intentId, total, due, lines, created });
    this.invoices.set(id, invoice);
    this.intents.set(intentId, newIntent(invoice, { id: intentId, method, created }));
    subscription.latest_invoice = id;
    return invoice;
  }

  #intentOf(invoice: fake.Invoice): fake.PaymentIntent {
    const id = invoice.payments.data[0]?.payment.payment_intent ?? '';
    const intent = this.intents.get(id);
    if (!intent) throw new Error(`no payment intent for ${invoice.id}`);
    return intent;
  }

  #subscriptionOf(invoice: fake.Invoice): fake.Subscription {
    const id = invoice.parent.subscription_details.subscription;
    const subscription = this.subscriptions.get(id);
    if (!subscription) throw new Error(`no subscription ${id}`);
    return subscription;
  }

  #emit(type: Stripe.Event['type'], object: object): void {
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

function periodOf(subscription: fake.Subscription): { start: number; end: number } {
  const item = subscription.items.data[0];
  return { start: item?.current_period_start ?? 0, end: item?.current_period_end ?? 0 };
}

/**
 * The day of the anchor in the next month or year, or the last one of a shorter month.
 * https://docs.stripe.com/billing/subscriptions/billing-cycle
 */
function addInterval(seconds: number, price: fake.Price, anchor: number): number {
  const date = new Date(seconds * 1000);
  const months = price.recurring.interval === 'year' ? 12 : 1;
  const day = new Date(anchor * 1000).getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months);
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, last));
  return Math.floor(date.getTime() / 1000);
}
