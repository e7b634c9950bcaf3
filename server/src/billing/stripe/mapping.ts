import type { Stripe } from 'stripe';
import type {
  ProviderPayment,
  ProviderStatus,
  ProviderSubscription,
} from '../provider/provider.ts';
import { planOf } from './catalog.ts';

/** Metadata key of a subscription for our id of the attempt to pay. */
export const attemptKey = 'stillpix_attempt';

const statuses: readonly string[] = [
  'incomplete',
  'incomplete_expired',
  'trialing',
  'active',
  'past_due',
  'unpaid',
  'paused',
  'canceled',
] satisfies ProviderStatus[];

/** A customer's charges and refunds, by payment intent. */
export type ChargesByIntent = ReadonlyMap<string, Stripe.Charge[]>;

export function groupCharges(charges: readonly Stripe.Charge[]): ChargesByIntent {
  return Map.groupBy(charges, (charge) => idOf(charge.payment_intent) ?? charge.id);
}

/** Converts a subscription to our form. `invoices` and `charges` are its customer's. */
export function toSubscription(
  subscription: Stripe.Subscription,
  invoices: readonly Stripe.Invoice[],
  charges: ChargesByIntent,
): ProviderSubscription {
  const item = subscription.items.data[0];
  const start = item?.current_period_start ?? subscription.start_date;
  const end = item?.current_period_end ?? start;
  // With `cancel_at_period_end`, `cancel_at` only repeats the period's end as it was at the
  // request.
  const cancelAt = subscription.cancel_at_period_end ? null : subscription.cancel_at;
  return {
    id: subscription.id,
    customerId: idOf(subscription.customer) ?? '',
    attempt: subscription.metadata[attemptKey] ?? null,
    status: toStatus(subscription.status),
    plan: item ? planOf(item.price) : 'monthly',
    currency: subscription.currency,
    startedAt: toDate(subscription.start_date),
    currentPeriodStart: toDate(start),
    // The provider's own pages store a cancellation as a date instead of "at the period's end".
    currentPeriodEnd: toDate(cancelAt === null ? end : Math.min(end, cancelAt)),
    paidUntil: findPaidUntil(subscription, invoices, charges),
    cancelAtPeriodEnd: subscription.cancel_at_period_end || cancelAt !== null,
    endedAt: subscription.ended_at === null ? null : toDate(subscription.ended_at),
  };
}

/**
 * A line of the payment history. `null` for an invoice that never asked for money, because credit
 * covered it.
 */
export function toPayment(
  invoice: Stripe.Invoice,
  charges: ChargesByIntent,
): ProviderPayment | null {
  if (invoice.status === 'draft' || invoice.status === null || invoice.amount_due <= 0) {
    return null;
  }
  const own = chargesOf(invoice, charges);
  return {
    id: invoice.id,
    subscriptionId: subscriptionOf(invoice),
    amount: invoice.amount_due,
    tax: (invoice.total_taxes ?? []).reduce((sum, { amount }) => sum + amount, 0),
    refunded: sumRefunded(own),
    currency: invoice.currency,
    status: toPaymentStatus(invoice),
    createdAt: toDate(invoice.created),
    receiptUrl: own.find(({ paid }) => paid)?.receipt_url ?? invoice.hosted_invoice_url ?? null,
    cardFingerprint:
      own.find(({ paid }) => paid)?.payment_method_details?.card?.fingerprint ?? null,
  };
}

/** The payment intents that paid an invoice. */
export function paidIntentsOf(invoice: Stripe.Invoice): string[] {
  return (invoice.payments?.data ?? [])
    .filter(({ status }) => status === 'paid')
    .map(({ payment }) => idOf(payment.payment_intent))
    .filter((id) => id !== null);
}

/** The id of a reference, which the provider sends as an id or as the whole object. */
export function idOf(reference: string | { id: string } | null | undefined): string | null {
  if (!reference) return null;
  return typeof reference === 'string' ? reference : reference.id;
}

function findPaidUntil(
  subscription: Stripe.Subscription,
  invoices: readonly Stripe.Invoice[],
  charges: ChargesByIntent,
): Date | null {
  let end = subscription.status === 'trialing' ? (subscription.trial_end ?? 0) : 0;
  const paid = invoices
    .filter((invoice) => invoice.status === 'paid' && subscriptionOf(invoice) === subscription.id)
    .toSorted((a, b) => b.created - a.created);
  if (isLastGivenBack(paid, charges)) return null;
  for (const invoice of paid.toReversed()) {
    if (isGivenBack(invoice, charges)) continue;
    // A negative line credits the rest of another plan: its period was not bought, and the previous
    // one ends there.
    for (const { amount, period } of invoice.lines.data) {
      if (amount < 0) end = Math.min(end, period.start);
    }
    for (const { amount, period } of invoice.lines.data) {
      if (amount >= 0) end = Math.max(end, period.end);
    }
  }
  return end === 0 ? null : toDate(end);
}

/**
 * Whether the last payment with money was refunded or is disputed. It decides, because earlier
 * periods are over, and what its credit covers goes with it.
 * @param invoices newest first, as the provider lists them
 */
export function isLastGivenBack(
  invoices: readonly Stripe.Invoice[],
  charges: ChargesByIntent,
): boolean {
  const last = invoices
    .filter((invoice) => invoice.status === 'paid' && takenFor(invoice, charges).length > 0)
    .reduce<Stripe.Invoice | null>((a, b) => (a === null || b.created > a.created ? b : a), null);
  return last !== null && isGivenBack(last, charges);
}

function isGivenBack(invoice: Stripe.Invoice, charges: ChargesByIntent): boolean {
  const taken = takenFor(invoice, charges);
  if (taken.length === 0) return false;
  return taken.every((charge) => charge.disputed || charge.amount_refunded >= charge.amount);
}

function takenFor(invoice: Stripe.Invoice, charges: ChargesByIntent): Stripe.Charge[] {
  return chargesOf(invoice, charges).filter(({ paid, amount }) => paid && amount > 0);
}

function chargesOf(invoice: Stripe.Invoice, charges: ChargesByIntent): Stripe.Charge[] {
  return paidIntentsOf(invoice).flatMap((intent) => charges.get(intent) ?? []);
}

function sumRefunded(charges: readonly Stripe.Charge[]): number {
  return charges.reduce((sum, { amount_refunded }) => sum + amount_refunded, 0);
}

function subscriptionOf(invoice: Stripe.Invoice): string | null {
  return idOf(invoice.parent?.subscription_details?.subscription);
}

function toPaymentStatus(invoice: Stripe.Invoice): ProviderPayment['status'] {
  if (invoice.status === 'paid') return 'paid';
  return invoice.status === 'open' && !invoice.attempted ? 'open' : 'failed';
}

function toStatus(status: string): ProviderStatus {
  // States unknown to this version grant nothing.
  return statuses.includes(status) ? (status as ProviderStatus) : 'paused';
}

function toDate(seconds: number): Date {
  return new Date(seconds * 1000);
}
