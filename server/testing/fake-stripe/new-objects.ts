// Objects as Stripe's API has them when they come into being.
import { randomBytes } from 'node:crypto';
import type { Stripe } from 'stripe';
import type * as fake from './objects.ts';

interface Period {
  start: number;
  end: number;
}

export interface InvoiceLine {
  amount: number;
  period: Period;
}

export function makeId(prefix: string): string {
  return `${prefix}_${randomBytes(12).toString('hex')}`;
}

interface NewSubscription extends Period {
  customer: string;
  price: fake.Price;
  metadata: Stripe.Metadata;
}

/** A subscription that waits for its first payment. Times are in seconds since 1970. */
export function newSubscription({
  customer,
  price,
  metadata,
  start,
  end,
}: NewSubscription): fake.Subscription {
  return {
    id: makeId('sub'),
    object: 'subscription',
    status: 'incomplete',
    customer,
    metadata,
    created: start,
    start_date: start,
    billing_cycle_anchor: start,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    ended_at: null,
    trial_end: null,
    currency: price.currency,
    default_payment_method: null,
    latest_invoice: '',
    pending_update: null,
    items: {
      object: 'list',
      data: [
        {
          id: makeId('si'),
          object: 'subscription_item',
          price,
          quantity: 1,
          current_period_start: start,
          current_period_end: end,
        },
      ],
    },
  };
}

interface NewInvoice {
  id: string;
  reason: Stripe.Invoice.BillingReason;
  intentId: string;
  total: number;
  due: number;
  lines: readonly InvoiceLine[];
  created: number;
}

export function newInvoice(
  subscription: fake.Subscription,
  { id, reason, intentId, total, due, lines, created }: NewInvoice,
): fake.Invoice {
  return {
    id,
    object: 'invoice',
    status: 'open',
    billing_reason: reason,
    total,
    amount_due: due,
    amount_paid: 0,
    currency: subscription.currency,
    created,
    attempted: false,
    hosted_invoice_url: `https://invoice.stripe.com/i/${id}`,
    total_taxes: [],
    customer: subscription.customer,
    parent: {
      type: 'subscription_details',
      subscription_details: { subscription: subscription.id },
      quote_details: null,
    },
    lines: {
      object: 'list',
      data: lines.map((line) => ({ ...line, id: makeId('il'), object: 'line_item' })),
    },
    payments: {
      object: 'list',
      data: [
        {
          id: makeId('inpay'),
          object: 'invoice_payment',
          amount_paid: null,
          amount_requested: due,
          status: 'open',
          payment: { type: 'payment_intent', payment_intent: intentId },
        },
      ],
    },
  };
}

/** The payment that an invoice waits for. */
export function newIntent(
  invoice: fake.Invoice,
  { id, method, created }: { id: string; method: string | null; created: number },
): fake.PaymentIntent {
  return {
    id,
    object: 'payment_intent',
    amount: invoice.amount_due,
    currency: invoice.currency,
    client_secret: `${id}_secret_${makeId('x').slice(2)}`,
    created,
    status: 'requires_payment_method',
    customer: invoice.customer,
    invoice: invoice.id,
    payment_method: method,
    last_payment_error: null,
    next_action: null,
  };
}

/** Each customer has a card of their own, but for the methods named here `pm_shared…`. */
function fingerprintOf({ payment_method: method, customer }: fake.PaymentIntent): string {
  return typeof method === 'string' && method.startsWith('pm_shared') ? method : `card_${customer}`;
}

export function newCharge(intent: fake.PaymentIntent, created: number): fake.Charge {
  return {
    id: makeId('ch'),
    object: 'charge',
    amount: intent.amount,
    amount_refunded: 0,
    currency: intent.currency,
    created,
    paid: true,
    refunded: false,
    disputed: false,
    status: 'succeeded',
    customer: intent.customer,
    payment_intent: intent.id,
    receipt_url: `https://pay.stripe.com/receipts/${intent.id}`,
    payment_method_details: { card: { fingerprint: fingerprintOf(intent) } },
  };
}

export function newRefund(charge: fake.Charge, cents: number, created: number): fake.Refund {
  return {
    id: makeId('re'),
    object: 'refund',
    amount: cents,
    currency: charge.currency,
    created,
    status: 'succeeded',
    charge: charge.id,
    payment_intent: charge.payment_intent,
  };
}

/** Says that a payer got all of an invoice in another way. */
export function newCreditNote(invoice: fake.Invoice, created: number): fake.CreditNote {
  return {
    id: makeId('cn'),
    object: 'credit_note',
    amount: invoice.amount_paid,
    currency: invoice.currency,
    created,
    status: 'issued',
    out_of_band_amount: invoice.amount_paid,
    customer: invoice.customer,
    invoice: invoice.id,
  };
}

export function newDispute(charge: fake.Charge, created: number): fake.Dispute {
  return {
    id: makeId('dp'),
    object: 'dispute',
    charge: charge.id,
    payment_intent: charge.payment_intent,
    amount: charge.amount,
    currency: charge.currency,
    created,
    status: 'needs_response',
  };
}
