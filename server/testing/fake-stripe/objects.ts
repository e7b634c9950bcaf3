import type { Stripe } from 'stripe';

// The fields that the product reads or a caller may look at, each with the library's own type: an
// upgrade of the library that renames one breaks this build.

export type Customer = Pick<
  Stripe.Customer,
  | 'id'
  | 'object'
  | 'email'
  | 'created'
  | 'balance'
  | 'currency'
  | 'preferred_locales'
  | 'invoice_settings'
>;

export type Product = Pick<Stripe.Product, 'id' | 'object' | 'name' | 'active' | 'created'>;

export type Price = Pick<
  Stripe.Price,
  'id' | 'object' | 'active' | 'currency' | 'unit_amount' | 'lookup_key' | 'tax_behavior' | 'type'
> & {
  product: string;
  recurring: Pick<Stripe.Price.Recurring, 'interval' | 'interval_count'>;
};

export type Coupon = Pick<
  Stripe.Coupon,
  'id' | 'object' | 'name' | 'amount_off' | 'currency' | 'duration' | 'valid' | 'times_redeemed'
>;

type SubscriptionItem = Pick<
  Stripe.SubscriptionItem,
  'id' | 'object' | 'current_period_start' | 'current_period_end' | 'quantity'
> & { price: Price };

export type Subscription = Pick<
  Stripe.Subscription,
  | 'id'
  | 'object'
  | 'status'
  | 'created'
  | 'start_date'
  | 'billing_cycle_anchor'
  | 'cancel_at'
  | 'cancel_at_period_end'
  | 'canceled_at'
  | 'ended_at'
  | 'trial_end'
  | 'currency'
  | 'metadata'
> & {
  customer: string;
  items: { object: 'list'; data: SubscriptionItem[] };
  latest_invoice: string;
  default_payment_method: string | null;
  pending_update: PendingUpdate | null;
};

/** A change that waits until the latest invoice is paid. */
type PendingUpdate = Pick<
  Stripe.Subscription.PendingUpdate,
  'expires_at' | 'cancel_at_period_end'
> & { subscription_items: SubscriptionItem[] };

type InvoiceLine = Pick<Stripe.InvoiceLineItem, 'id' | 'object' | 'amount' | 'period'>;

type InvoicePayment = Pick<
  Stripe.InvoicePayment,
  'id' | 'object' | 'amount_paid' | 'amount_requested' | 'status'
> & { payment: { type: 'payment_intent'; payment_intent: string } };

export type Invoice = Pick<
  Stripe.Invoice,
  | 'id'
  | 'object'
  | 'status'
  | 'total'
  | 'amount_due'
  | 'amount_paid'
  | 'currency'
  | 'created'
  | 'attempted'
  | 'hosted_invoice_url'
  | 'total_taxes'
  | 'billing_reason'
> & {
  customer: string;
  parent: {
    type: 'subscription_details';
    subscription_details: { subscription: string };
    quote_details: null;
  };
  lines: { object: 'list'; data: InvoiceLine[] };
  payments: { object: 'list'; data: InvoicePayment[] };
};

export type PaymentIntent = Pick<
  Stripe.PaymentIntent,
  'id' | 'object' | 'amount' | 'currency' | 'client_secret' | 'created' | 'status'
> & {
  customer: string;
  invoice: string;
  payment_method: string | null;
  last_payment_error: { code: string; decline_code: string; message: string } | null;
  next_action: { type: 'use_stripe_sdk' } | null;
};

export type Charge = Pick<
  Stripe.Charge,
  | 'id'
  | 'object'
  | 'amount'
  | 'amount_refunded'
  | 'currency'
  | 'created'
  | 'paid'
  | 'refunded'
  | 'disputed'
  | 'receipt_url'
  | 'status'
> & {
  customer: string;
  payment_intent: string;
  payment_method_details: { card: { fingerprint: string } };
};

export type Refund = Pick<
  Stripe.Refund,
  'id' | 'object' | 'amount' | 'currency' | 'created' | 'status' | 'failure_reason'
> & { charge: string; payment_intent: string };

export type Dispute = Pick<
  Stripe.Dispute,
  'id' | 'object' | 'amount' | 'currency' | 'created' | 'status'
> & { charge: string; payment_intent: string };

export type CreditNote = Pick<
  Stripe.CreditNote,
  'id' | 'object' | 'amount' | 'currency' | 'created' | 'status' | 'out_of_band_amount'
> & { customer: string; invoice: string };

export type PortalConfiguration = Pick<
  Stripe.BillingPortal.Configuration,
  'id' | 'object' | 'active' | 'metadata'
>;

export type WebhookEndpoint = Pick<
  Stripe.WebhookEndpoint,
  'id' | 'object' | 'url' | 'status' | 'enabled_events'
>;

export type CheckoutSession = Pick<
  Stripe.Checkout.Session,
  'id' | 'object' | 'mode' | 'status' | 'url' | 'success_url' | 'cancel_url' | 'created'
> & {
  customer: string;
  price: string;
  coupon: string | null;
  subscriptionMetadata: Stripe.Metadata;
};

export type Event = Pick<Stripe.Event, 'id' | 'object' | 'type' | 'created' | 'livemode'> & {
  api_version: string;
  data: { object: unknown };
};
