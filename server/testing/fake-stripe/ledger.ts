import type { Stripe } from 'stripe';
import { Books } from './books.ts';
import { declines, failsLater, needsAuthentication, outcomeOf } from './cards.ts';
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
import { addInterval, periodOf } from './periods.ts';

/** Hours for which a change of price waits for its payment. */
const pendingHours = 23;
/** Days after which a renewal that was never paid ends the subscription. */
const retryDays = 14;
const daySeconds = 86_400;

/**
 * What happens to customers' money at a Stripe-like company: subscriptions, invoices, payments,
 * renewals, refunds, and the events that tell of them. Written from Stripe's public description of
 * the life of a subscription; shares nothing with the product's code.
 */
export class Ledger extends Books {
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
    const total = amount - (coupon?.amount_off ?? 0);
    const invoice = this.#makeInvoice(subscription, 'subscription_create', total, [
      { amount, period: { start, end } },
    ]);
    this.emit('customer.subscription.created', subscription);
    if (invoice.amount_due === 0) this.#collect(this.intentOf(invoice));
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
      this.#askBank(intent);
      return 'action';
    }
    this.#collect(intent);
    return 'succeeded';
  }

  #askBank(intent: fake.PaymentIntent): void {
    intent.status = 'requires_action';
    intent.next_action = { type: 'use_stripe_sdk' };
    this.requireInvoice(intent.invoice).attempted = true;
    this.emit('payment_intent.requires_action', intent);
  }

  /** Ends the bank's question: the payer agreed, or did not. */
  authenticate(intent: fake.PaymentIntent, agreed: boolean): void {
    if (intent.status !== 'requires_action') return;
    if (agreed) this.#collect(intent);
    else this.#decline(intent);
  }

  setCancelAtPeriodEnd(subscription: fake.Subscription, cancel: boolean): void {
    const asked = subscription.pending_update?.cancel_at_period_end ?? cancel;
    if (asked !== cancel) this.#dropUpdate(subscription);
    subscription.cancel_at_period_end = cancel;
    subscription.cancel_at = cancel ? periodOf(subscription).end : null;
    subscription.canceled_at = cancel ? this.now() : null;
    this.emit('customer.subscription.updated', subscription);
  }

  /**
   * Moves to another price and charges the difference. Where that cannot be paid at once, changes nothing; with
   * `canWait`, the change waits for its invoice then, and replaces one that waited before.
   * https://docs.stripe.com/billing/subscriptions/pending-updates
   */
  changePrice(
    subscription: fake.Subscription,
    price: fake.Price,
    { canWait, cancel = null }: { canWait: boolean; cancel?: boolean | null },
  ): 'paid' | 'declined' | 'action' {
    const item = subscription.items.data[0];
    if (!item) return 'declined';
    const method = subscription.default_payment_method ?? '';
    const now = this.now();
    const { start, end } = periodOf(subscription);
    const left = Math.max(0, end - now) / Math.max(1, end - start);
    // Also for a period that was never paid: what is left of it is credited all the same.
    const credit = Math.round(left * (item.price.unit_amount ?? 0));
    const amount = price.unit_amount ?? 0;
    const isCharged = amount - credit + this.balanceOf(subscription.customer) > 0;
    const outcome = isCharged ? outcomeOf(method) : 'paid';
    if (outcome !== 'paid' && !canWait) return outcome;
    this.#dropUpdate(subscription);
    const periodEnd = addInterval(now, price, now);
    const invoice = this.#makeInvoice(subscription, 'subscription_update', amount - credit, [
      { amount: -credit, period: { start: now, end } },
      { amount, period: { start: now, end: periodEnd } },
    ]);
    subscription.pending_update = {
      expires_at: Math.min(now + pendingHours * 3600, end),
      cancel_at_period_end: cancel,
      subscription_items: [
        { ...item, price, current_period_start: now, current_period_end: periodEnd },
      ],
    };
    const intent = this.intentOf(invoice);
    if (outcome === 'paid') this.#collect(intent);
    else if (outcome === 'declined') this.#decline(intent);
    else this.#askBank(intent);
    return outcome;
  }

  /** Makes an open invoice one that cannot be paid any more, and drops the change that waits for it. */
  voidInvoice(invoice: fake.Invoice): void {
    this.intentOf(invoice).status = 'canceled';
    invoice.status = 'void';
    this.addToBalance(invoice.customer, invoice.amount_due - invoice.total);
    this.emit('invoice.voided', invoice);
    const subscription = this.subscriptionOf(invoice);
    if (!isAwaited(invoice, subscription)) return;
    subscription.pending_update = null;
    this.emit('customer.subscription.pending_update_expired', subscription);
    this.emit('customer.subscription.updated', subscription);
  }

  /** An invoice that a change waits for stays open: whoever pays it then pays for nothing. */
  cancelNow(subscription: fake.Subscription): void {
    subscription.pending_update = null;
    if (subscription.status === 'incomplete') {
      this.voidInvoice(this.requireInvoice(subscription.latest_invoice));
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
    this.emit('charge.refunded', charge);
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
    this.emit('charge.refund.updated', refund);
    this.emit('refund.failed', refund);
  }

  /** Writes down that a payer got the money in another way. https://docs.stripe.com/api/credit_notes/create */
  giveBackOtherwise(invoice: fake.Invoice): void {
    const note = newCreditNote(invoice, this.now());
    this.creditNotes.set(note.id, note);
    this.emit('credit_note.created', note);
  }

  /** A payer's bank takes a payment back. */
  dispute(charge: fake.Charge): fake.Dispute {
    charge.disputed = true;
    const dispute = newDispute(charge, this.now());
    this.disputes.set(dispute.id, dispute);
    // Names its charge, and nobody's customer.
    this.emit('charge.dispute.created', dispute);
    return dispute;
  }

  /** The bank decides. The charge stays one that was disputed, whoever has won. */
  closeDispute(dispute: fake.Dispute, status: 'won' | 'lost'): void {
    dispute.status = status;
    if (status === 'won') this.emit('charge.dispute.funds_reinstated', dispute);
    this.emit('charge.dispute.closed', dispute);
  }

  /** Puts the clock forward, a day at a time, and does what falls due. */
  advance(days: number): void {
    for (let day = 0; day < days; day++) {
      this.offsetSeconds += daySeconds;
      for (const subscription of this.subscriptions.values()) this.#age(subscription);
    }
  }

  #age(subscription: fake.Subscription): void {
    const now = this.now();
    const { start, end } = periodOf(subscription);
    const expiry = subscription.pending_update?.expires_at ?? Infinity;
    if (now >= expiry) this.#dropUpdate(subscription);
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
    this.#makeInvoice(subscription, 'subscription_cycle', amount, [
      {
        amount,
        period: { start: item.current_period_start, end: item.current_period_end },
      },
    ]);
    this.#collectRenewal(subscription);
    this.emit('customer.subscription.updated', subscription);
  }

  #collectRenewal(subscription: fake.Subscription): void {
    const method = subscription.default_payment_method ?? '';
    const intent = this.intentOf(this.requireInvoice(subscription.latest_invoice));
    const isRefused = failsLater.has(method) || declines.has(method);
    if (isRefused && intent.amount > 0) this.#decline(intent);
    else this.#collect(intent);
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
    const subscription = this.subscriptionOf(invoice);
    if (intent.payment_method) subscription.default_payment_method = intent.payment_method;
    if (subscription.ended_at === null) subscription.status = 'active';
    this.emit('payment_intent.succeeded', intent);
    this.emit('invoice.paid', invoice);
    if (isAwaited(invoice, subscription)) this.#applyUpdate(subscription);
    this.emit('customer.subscription.updated', subscription);
  }

  #applyUpdate(subscription: fake.Subscription): void {
    const { pending_update: update } = subscription;
    const [changed] = update?.subscription_items ?? [];
    if (!update || !changed) return;
    subscription.pending_update = null;
    subscription.items.data = [changed];
    // Another interval is counted from here on.
    subscription.billing_cycle_anchor = changed.current_period_start;
    if (update.cancel_at_period_end === false) {
      subscription.cancel_at_period_end = false;
      subscription.cancel_at = null;
      subscription.canceled_at = null;
    }
    if (subscription.cancel_at_period_end) subscription.cancel_at = changed.current_period_end;
    this.emit('customer.subscription.pending_update_applied', subscription);
  }

  #dropUpdate(subscription: fake.Subscription): void {
    if (subscription.pending_update === null) return;
    this.voidInvoice(this.requireInvoice(subscription.latest_invoice));
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
    const subscription = this.subscriptionOf(invoice);
    // What was to be changed stays as it was.
    const isOwed = !isAwaited(invoice, subscription);
    if (isOwed && subscription.status === 'active') subscription.status = 'past_due';
    this.emit('invoice.payment_failed', invoice);
    this.emit('customer.subscription.updated', subscription);
  }

  #end(subscription: fake.Subscription, status: Stripe.Subscription.Status): void {
    subscription.status = status;
    subscription.ended_at = this.now();
    subscription.canceled_at ??= this.now();
    this.emit('customer.subscription.deleted', subscription);
  }

  #makeInvoice(
    subscription: fake.Subscription,
    reason: Stripe.Invoice.BillingReason,
    total: number,
    lines: readonly InvoiceLine[],
  ): fake.Invoice {
    const [id, intentId, created] = [makeId('in'), makeId('pi'), this.now()];
    const method = subscription.default_payment_method;
    // What is below nothing becomes credit of the customer's (a negative balance), and pays what comes later.
    const due = this.dueOf(subscription.customer, total);
    this.addToBalance(subscription.customer, total - due);
    const invoice = newInvoice(subscription, {
      id,
      reason,
      intentId,
      total,
      due,
      lines,
      created,
    });
    this.invoices.set(id, invoice);
    this.intents.set(intentId, newIntent(invoice, { id: intentId, method, created }));
    subscription.latest_invoice = id;
    return invoice;
  }
}

/** Whether the change that a subscription is to make waits for an invoice. */
function isAwaited({ id }: fake.Invoice, subscription: fake.Subscription): boolean {
  return subscription.pending_update !== null && subscription.latest_invoice === id;
}
