import type { BillingPlan, Currency } from '@stillpix/contract/plans';
import { ApiError } from '../../api-error.ts';

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
  /**
   * The part of `amount` whose refund the payer's bank rejected. It must reach the payer in another way, so it is
   * never refunded again automatically.
   */
  refundFailed: number;
  /** With `open` and `lost`, the payer's bank has taken the money. */
  dispute: 'open' | 'won' | 'lost' | null;
  /** ISO 4217, lower case. */
  currency: string;
  status: 'paid' | 'open' | 'failed';
  createdAt: Date;
  /** The provider's page with the receipt. `null` if there is none. */
  receiptUrl: string | null;
  /** Identical for all customers who pay with this card. `null` if the provider does not tell. */
  cardFingerprint: string | null;
}

/** What can be refunded of a payment, in the currency's smallest unit. */
export function findOwed(
  payment: Pick<ProviderPayment, 'status' | 'amount' | 'refunded' | 'refundFailed' | 'dispute'>,
): number {
  const { status, amount, refunded, refundFailed, dispute } = payment;
  const isOurs = status === 'paid' && refundFailed === 0 && (dispute ?? 'won') === 'won';
  return isOurs ? Math.max(0, amount - refunded) : 0;
}

/** All subscriptions and payments of a customer. */
export interface ProviderRecord {
  /** Ended ones included, newest first. */
  subscriptions: ProviderSubscription[];
  /** Newest first. */
  payments: ProviderPayment[];
}

/** What determines the price of an order. */
export interface PricedOrder {
  customerId: string;
  plan: BillingPlan;
  /** Whether the first-month coupon applies. Each customer gets it once. */
  isFirst: boolean;
  currency: Currency;
}

export interface PaymentRequest extends PricedOrder {
  /** Our id for this attempt to pay. Repeating it never creates a second subscription. */
  attempt: string;
  /** Where the provider's payment page sends the visitor afterwards. */
  returnUrl: string;
  cancelUrl: string;
}

/** Either what the card form needs, or the URL of the provider's payment page. */
export type StartedPayment =
  | CardPayment
  | { url: string; subscriptionId: null; clientSecret?: never; dueCents?: never };

export interface CardPayment {
  /** The secret that the card form needs. */
  clientSecret: string;
  subscriptionId: string;
  /** The amount due now: the price less what credit covers. */
  dueCents: number;
  url?: never;
}

/**
 * `waiting`: nothing has changed yet, because the payer's bank asks them first. Once they have paid, the provider makes
 * the change itself; if they don't within a day, it drops it.
 */
export type PlanChange = 'changed' | 'waiting';

/** A change of plan that waits for its payer's bank. */
export interface WaitingChange {
  state: 'waiting';
  plan: BillingPlan;
  /** The secret with which the page lets the bank ask. */
  clientSecret: string;
  /** The amount due now: the price less what is left of the old plan. */
  dueCents: number;
  /** ISO 4217, lower case. */
  currency: string;
}

/** A change of plan that its payer's bank refused, as long as the provider remembers it. */
interface RefusedChange {
  state: 'refused';
  plan: BillingPlan;
}

export type BegunChange = WaitingChange | RefusedChange;

/** A webhook's content: only whose subscriptions to update. */
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
 * A payment provider: Stripe, or the simulated one for development.
 *
 * All methods ask the provider and cache nothing. Rights follow from `readRecord`, as written to our
 * row (`sync.ts`). All may throw `ProviderError`.
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

  /**
   * The currency of a customer's next order: that of the credit they have left, because credit pays nothing in another
   * one, or else `usual`. Drops credit whose money was refunded.
   */
  findOrderCurrency(customerId: string, usual: Currency): Promise<Currency>;
  /**
   * Whether `startPayment` would start the subscription itself, because credit covers the amount due now. Call it
   * first, and continue only once that is ordered. Drops credit whose money was refunded.
   */
  wouldStartAtOnce(request: PricedOrder): Promise<boolean>;
  startPayment(request: PaymentRequest): Promise<StartedPayment>;
  /** The secret of an unfinished payment. `null` if it can no longer be made. */
  resumePayment(subscriptionId: string): Promise<CardPayment | null>;
  /** Closes a customer's open payment pages at the provider, so that nothing can be paid there any more. */
  closePaymentPages(customerId: string): Promise<void>;
  /** Empty for an unknown customer. */
  readRecord(customerId: string): Promise<ProviderRecord>;

  setCancelAtPeriodEnd(subscriptionId: string, cancel: boolean): Promise<void>;
  /**
   * Ends a subscription at once, without a refund, and drops a change that waits. Not an error if it has ended
   * already. What was paid just before stays paid: look again.
   */
  cancelNow(subscriptionId: string): Promise<void>;
  /**
   * Switches to another plan and undoes a cancellation, both or neither. The rest of the current
   * period is credited. Does nothing if it already has the plan, or waits for it.
   */
  changePlan(subscriptionId: string, plan: BillingPlan): Promise<PlanChange>;
  /** The change that was begun and neither made nor dropped. `null` if there is none. */
  findBegunChange(subscriptionId: string): Promise<BegunChange | null>;
  /**
   * Makes sure that a waiting change is not paid any more. Not an error if there is none, or if it was paid just
   * before: look again.
   */
  dropChange(subscriptionId: string): Promise<void>;
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
