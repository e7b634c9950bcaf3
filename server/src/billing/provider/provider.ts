import type { BillingPlan } from '@stillpix/contract/limits';
import { ApiError } from '../../http/api-error.ts';

/** A subscription's state at the provider, in Stripe's terms. */
export type ProviderStatus =
  | 'incomplete'
  | 'incomplete_expired'
  | 'trialing'
  | 'active'
  | 'past_due'
  | 'unpaid'
  | 'paused'
  | 'canceled';

/** A subscription as the provider currently describes it. */
export interface ProviderSubscription {
  id: string;
  customerId: string;
  /** The `PaymentRequest.attempt` that started it. */
  attempt: string | null;
  status: ProviderStatus;
  plan: BillingPlan;
  /** ISO 4217, lower case. */
  currency: string;
  startedAt: Date;
  /** The current period, paid or not. */
  currentPeriodStart: Date;
  currentPeriodEnd: Date;
  /**
   * End of the last period that was paid, or of the trial. `null` if there is none, or if the last
   * payment was refunded or is disputed. This, not the period, is what a canceled subscription
   * still grants.
   */
  paidUntil: Date | null;
  cancelAtPeriodEnd: boolean;
  endedAt: Date | null;
}

/** A payment, for the history and for the money-back button. */
export interface ProviderPayment {
  id: string;
  subscriptionId: string | null;
  /** In the currency's smallest unit (cents), tax included. */
  amount: number;
  /** The tax in `amount`. */
  tax: number;
  refunded: number;
  /** ISO 4217, lower case. */
  currency: string;
  status: 'paid' | 'open' | 'failed';
  createdAt: Date;
  /** The provider's page with the receipt. `null` if there is none. */
  receiptUrl: string | null;
  /** Identical for all customers who pay with this card. `null` if the provider does not tell. */
  cardFingerprint: string | null;
}

export interface PaymentRequest {
  customerId: string;
  plan: BillingPlan;
  /** Whether the first-month coupon applies. Each customer gets it once. */
  isFirst: boolean;
  /** Our id for this attempt to pay. Repeating it never creates a second subscription. */
  attempt: string;
  /** Where the provider's payment page sends the visitor afterwards. */
  returnUrl: string;
  cancelUrl: string;
}

/** Either the secret for the card form, or the URL of the provider's payment page. */
export type StartedPayment =
  | { clientSecret: string; subscriptionId: string; url?: never }
  | { url: string; subscriptionId: null; clientSecret?: never };

/** A webhook's content: only whose subscriptions to update. */
export interface ProviderEvent {
  id: string;
  type: string;
  createdAt: Date;
  /** `null` when the event concerns no customer. */
  customerId: string | null;
}

/**
 * A payment provider: Stripe, or the simulated one for development.
 *
 * All methods ask the provider and cache nothing. Rights follow from `listSubscriptions`, as
 * written to our row (`sync.ts`). All may throw `ProviderError`.
 */
export interface PaymentProvider {
  readonly name: 'stripe' | 'simulated';
  /** Key for Stripe.js in the page. `null` if no script of the provider is used. */
  readonly publishableKey: string | null;

  /** The customer of this address and idempotency key. Created if there is none. */
  ensureCustomer(customer: {
    email: string;
    language: string;
    idempotencyKey: string;
  }): Promise<string>;
  /**
   * False if the provider has no such customer (any more): deleted there, or made with other keys.
   */
  knowsCustomer(customerId: string): Promise<boolean>;
  updateCustomer(customerId: string, customer: { email: string }): Promise<void>;

  startPayment(request: PaymentRequest): Promise<StartedPayment>;
  /** The secret of an unfinished payment. `null` if it can no longer be made. */
  resumePayment(subscriptionId: string): Promise<StartedPayment | null>;
  /**
   * Closes a customer's open payment pages at the provider, so that nothing can be paid there any
   * more.
   */
  closePaymentPages(customerId: string): Promise<void>;
  /**
   * A customer's subscriptions, including ended ones, newest first. Empty for an unknown customer.
   */
  listSubscriptions(customerId: string): Promise<ProviderSubscription[]>;
  /** A customer's payments, newest first. Empty for an unknown customer. */
  listPayments(customerId: string): Promise<ProviderPayment[]>;

  setCancelAtPeriodEnd(subscriptionId: string, cancel: boolean): Promise<void>;
  /** Ends a subscription at once, without a refund. Not an error if it has ended already. */
  cancelNow(subscriptionId: string): Promise<void>;
  /**
   * Switches to another plan and undoes a cancellation, both or neither. The rest of the current
   * period is credited. Does nothing if it already has the plan.
   */
  changePlan(subscriptionId: string, plan: BillingPlan): Promise<void>;
  /** Refunds a payment in full. Not an error if it is refunded already, or charged back. */
  refund(paymentId: string): Promise<void>;
  /** URL of the provider's page for managing cards and invoices. */
  openPortal(customerId: string, returnUrl: string): Promise<string>;

  /**
   * Reads a webhook. If it does not name the customer, asks the provider.
   * @param rawBody exactly the bytes received: the signature covers them
   * @throws BadSignatureError
   */
  readEvent(rawBody: string, signature: string | undefined): Promise<ProviderEvent>;
}

/** The webhook was not sent by the provider, or is too old. */
export class BadSignatureError extends Error {
  override readonly name = 'BadSignatureError';
}

/**
 * The provider refused or did not answer.
 * - `declined`: the card was refused.
 * - `invalid`: the request can't succeed however often it is repeated.
 * - `unavailable`: it may succeed later.
 */
export class ProviderError extends ApiError {
  override readonly name = 'ProviderError';
  readonly reason: 'declined' | 'invalid' | 'unavailable';

  constructor(reason: ProviderError['reason'], message: string, options?: ErrorOptions) {
    super(reason === 'declined' ? 'payment-failed' : 'payment-provider-error', options);
    this.message = message;
    this.reason = reason;
  }
}
