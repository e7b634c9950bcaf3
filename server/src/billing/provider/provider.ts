import type { BillingPlan } from '@stillpix/contract/limits';
import { ApiError } from '../../http/api-error.ts';

/** The state a provider gives a subscription, in Stripe's words. */
export type ProviderStatus =
  | 'incomplete'
  | 'incomplete_expired'
  | 'trialing'
  | 'active'
  | 'past_due'
  | 'unpaid'
  | 'paused'
  | 'canceled';

/** A subscription as the provider knows it at the moment of asking. */
export interface ProviderSubscription {
  id: string;
  customerId: string;
  /** The `PaymentRequest.attempt` that it was begun with. */
  attempt: string | null;
  status: ProviderStatus;
  plan: BillingPlan;
  /** ISO 4217, lower case. */
  currency: string;
  startedAt: Date;
  /** The running period, whether it is paid or not. */
  currentPeriodStart: Date;
  currentPeriodEnd: Date;
  /**
   * The end of the last period that was paid, or of the trial; `null` when there is none, and when
   * what was paid last was given back or is disputed. This, not the period, is what a canceled
   * subscription still gives.
   */
  paidUntil: Date | null;
  cancelAtPeriodEnd: boolean;
  endedAt: Date | null;
}

/** One payment, for the history and for the money-back button. */
export interface ProviderPayment {
  id: string;
  subscriptionId: string | null;
  /** In the currency's smallest unit (cents), tax included. */
  amount: number;
  /** Of `amount`: tax. */
  tax: number;
  refunded: number;
  /**
   * Of `amount`: was sent back, and the payer's bank did not take it. It must reach the payer in another way, so it is
   * never sent again by itself.
   */
  refundFailed: number;
  /** `open` and `lost`: the payer's bank has taken it. */
  dispute: 'open' | 'won' | 'lost' | null;
  /** ISO 4217, lower case. */
  currency: string;
  status: 'paid' | 'open' | 'failed';
  createdAt: Date;
  /** A page of the provider's with the receipt; `null` where it makes none. */
  receiptUrl: string | null;
  /** The same for every customer who pays with this card; `null` where the provider tells none. */
  cardFingerprint: string | null;
}

/** What is with us and can be given back to its payer. */
export function findOwed(
  payment: Pick<ProviderPayment, 'status' | 'amount' | 'refunded' | 'refundFailed' | 'dispute'>,
): number {
  const { status, amount, refunded, refundFailed, dispute } = payment;
  const isOurs = status === 'paid' && refundFailed === 0 && (dispute ?? 'won') === 'won';
  return isOurs ? Math.max(0, amount - refunded) : 0;
}

/** All that a customer has had and paid. */
export interface ProviderRecord {
  /** Ended ones included, newest first. */
  subscriptions: ProviderSubscription[];
  /** Newest first. */
  payments: ProviderPayment[];
}

/** What the price of an order follows from. */
export interface PricedOrder {
  customerId: string;
  plan: BillingPlan;
  /** Whether the first-month coupon applies: it is given once to a customer. */
  isFirst: boolean;
}

export interface PaymentRequest extends PricedOrder {
  /** Our name for this attempt to pay. The same one never makes a second subscription. */
  attempt: string;
  /** Where a payment page of the provider's own sends the visitor afterwards. */
  returnUrl: string;
  cancelUrl: string;
}

/** Either what the card form needs, or the address of the page to go on with. */
export type StartedPayment =
  | CardPayment
  | { url: string; subscriptionId: null; clientSecret?: never; dueCents?: never };

export interface CardPayment {
  /** The secret that the card form needs. */
  clientSecret: string;
  subscriptionId: string;
  /** What is asked for now: the price without what credit covers. */
  dueCents: number;
  url?: never;
}

/** What a webhook says: only whose subscriptions to look at again. */
export interface ProviderEvent {
  id: string;
  type: string;
  createdAt: Date;
  /** `null` when the event concerns no customer. */
  customerId: string | null;
  /** That a refund did not reach its payer. */
  isFailedRefund: boolean;
}

/**
 * A company that takes the money. Stripe is one, the simulated one for development another.
 *
 * Every method asks the provider anew and keeps nothing: rights are decided by what
 * `readRecord` says, written to our row (`sync.ts`). All may throw `ProviderError`.
 */
export interface PaymentProvider {
  readonly name: 'stripe' | 'simulated';
  /** What Stripe.js needs in the page; `null` when no script of the provider's is used. */
  readonly publishableKey: string | null;

  /** The customer of this address and idempotency key; made when there is none. */
  ensureCustomer(customer: {
    email: string;
    language: string;
    idempotencyKey: string;
  }): Promise<string>;
  /** False where the provider has no such customer (any more): deleted there, or made with other keys. */
  knowsCustomer(customerId: string): Promise<boolean>;
  updateCustomer(customerId: string, customer: { email: string }): Promise<void>;

  /**
   * Whether `startPayment` would start the subscription itself, because credit covers all that is due now: to be asked
   * before it, and not to be gone on with before it is ordered. Drops credit whose money was given back.
   */
  wouldStartAtOnce(request: PricedOrder): Promise<boolean>;
  startPayment(request: PaymentRequest): Promise<StartedPayment>;
  /** The secret of a payment that was begun and not made; `null` when it can't be made any more. */
  resumePayment(subscriptionId: string): Promise<CardPayment | null>;
  /** Closes the provider's own payment pages that a customer still has open: nothing is paid there any more. */
  closePaymentPages(customerId: string): Promise<void>;
  /** Empty for an unknown customer. */
  readRecord(customerId: string): Promise<ProviderRecord>;

  setCancelAtPeriodEnd(subscriptionId: string, cancel: boolean): Promise<void>;
  /** Ends a subscription at once, without giving money back. Ending an ended one is no error. */
  cancelNow(subscriptionId: string): Promise<void>;
  /**
   * Moves to another plan and takes a cancellation back, both or neither; what is left of the running
   * period is credited. Moving to the plan that it has changes nothing.
   */
  changePlan(subscriptionId: string, plan: BillingPlan): Promise<void>;
  /** Gives a payment back in full. Refunding a refunded one is no error. */
  refund(paymentId: string): Promise<void>;
  /** The address of the provider's own page where cards and invoices are managed. */
  openPortal(customerId: string, returnUrl: string): Promise<string>;

  /**
   * Reads a webhook; asks the provider whom it concerns where it does not say.
   * @param rawBody exactly the bytes received: the signature covers them
   * @throws BadSignatureError
   */
  readEvent(rawBody: string, signature: string | undefined): Promise<ProviderEvent>;
}

/** The webhook was not sent by the provider, or too long ago. */
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
