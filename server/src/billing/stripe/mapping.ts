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

/** What a charge took from a customer, and what became of that. */
interface Taken {
  charge: Stripe.Charge;
  refunded: number;
  /** Was sent back and did not arrive. */
  refundFailed: number;
  dispute: ProviderPayment['dispute'];
}

/** By payment intent. */
export type TakenByIntent = ReadonlyMap<string, Taken[]>;

/**
 * @param charges with their refunds, where there are any
 * @param disputes by charge
 */
export function groupCharges(
  charges: readonly Stripe.Charge[],
  disputes: ReadonlyMap<string, readonly Stripe.Dispute[]>,
): TakenByIntent {
  const taken = charges.map((charge) => toTaken(charge, disputes.get(charge.id) ?? []));
  return Map.groupBy(taken, ({ charge }) => idOf(charge.payment_intent) ?? charge.id);
}

/** What a charge says of its refunds once one has failed is not documented, so they are asked themselves. */
function toTaken(charge: Stripe.Charge, disputes: readonly Stripe.Dispute[]): Taken {
  const refunds = charge.refunds?.data ?? [];
  const isLost = ({ status }: Stripe.Refund) => status === 'failed' || status === 'canceled';
  const sum = (some: readonly Stripe.Refund[]) => some.reduce((all, { amount }) => all + amount, 0);
  const lost = sum(refunds.filter(isLost));
  const refunded = lost === 0 ? charge.amount_refunded : sum(refunds.filter((one) => !isLost(one)));
  return {
    charge,
    refunded,
    refundFailed: Math.min(lost, Math.max(0, charge.amount - refunded)),
    dispute: charge.disputed ? toDispute(disputes) : null,
  };
}

/** `warning_…` is an inquiry of the bank's, which takes no money, and ends as one that was won. */
function toDispute(disputes: readonly Stripe.Dispute[]): ProviderPayment['dispute'] {
  if (disputes.some(({ status }) => status === 'lost' || status === 'prevented')) return 'lost';
  const isOver = disputes.length > 0 && disputes.every(({ status }) => settled.has(status));
  return isOver ? 'won' : 'open';
}

const settled: ReadonlySet<string> = new Set(['won', 'warning_closed']);

export function hasFailedRefund(invoice: Stripe.Invoice, taken: TakenByIntent): boolean {
  return takenOf(invoice, taken).some(({ refundFailed }) => refundFailed > 0);
}

/** Counts what the operator has given back in another way as given back. */
export function addGivenOtherwise(
  invoice: Stripe.Invoice,
  taken: TakenByIntent,
  cents: number,
): void {
  let left = cents;
  for (const one of takenOf(invoice, taken)) {
    const part = Math.min(left, one.charge.amount - one.refunded);
    one.refunded += part;
    one.refundFailed = Math.max(0, one.refundFailed - part);
    left -= part;
  }
}

/** Our view of a subscription. `invoices` and `taken` are those of its customer. */
export function toSubscription(
  subscription: Stripe.Subscription,
  invoices: readonly Stripe.Invoice[],
  taken: TakenByIntent,
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
    paidUntil: findPaidUntil(subscription, invoices, taken),
    cancelAtPeriodEnd: subscription.cancel_at_period_end || cancelAt !== null,
    endedAt: subscription.ended_at === null ? null : toDate(subscription.ended_at),
  };
}

/**
 * One line of the payment history. `null` for an invoice that never asked for money, as where credit covered it, and
 * for that of a change of plan until it is paid: it waits for its payer's bank, or nothing came of it.
 */
export function toPayment(invoice: Stripe.Invoice, taken: TakenByIntent): ProviderPayment | null {
  if (isOfChange(invoice) && invoice.status !== 'paid') return null;
  if (invoice.status === 'draft' || invoice.status === null || invoice.amount_due <= 0) {
    return null;
  }
  const own = takenOf(invoice, taken);
  const paidBy = own.find(({ charge }) => charge.paid)?.charge;
  const disputes = own.map(({ dispute }) => dispute);
  return {
    id: invoice.id,
    subscriptionId: subscriptionOf(invoice),
    amount: invoice.amount_due,
    tax: (invoice.total_taxes ?? []).reduce((sum, { amount }) => sum + amount, 0),
    refunded: own.reduce((sum, { refunded }) => sum + refunded, 0),
    refundFailed: own.reduce((sum, { refundFailed }) => sum + refundFailed, 0),
    dispute: (['lost', 'open', 'won'] as const).find((one) => disputes.includes(one)) ?? null,
    currency: invoice.currency,
    status: toPaymentStatus(invoice),
    createdAt: toDate(invoice.created),
    receiptUrl: paidBy?.receipt_url ?? invoice.hosted_invoice_url ?? null,
    cardFingerprint: paidBy?.payment_method_details?.card?.fingerprint ?? null,
  };
}

/** Whether an invoice is that of a change of plan. */
export function isOfChange({ billing_reason: reason }: Stripe.Invoice): boolean {
  return reason === 'subscription_update';
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
  taken: TakenByIntent,
): Date | null {
  let end = subscription.status === 'trialing' ? (subscription.trial_end ?? 0) : 0;
  const isItsOwn = (invoice: Stripe.Invoice) => subscriptionOf(invoice) === subscription.id;
  const paid = newestPaid(invoices);
  const last = paid.findIndex(isItsOwn);
  // Those before it may have given the credit for it, also with another subscription.
  if (last !== -1 && isLastGivenBack(paid.slice(last), taken)) return null;
  for (const invoice of paid.filter(isItsOwn).toReversed()) {
    if (isGivenBack(invoice, taken)) continue;
    // A negative line credits what was left of another plan: its period was not bought, and the one before ends there.
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
 * Whether the money of the last payment was refunded or is disputed. It decides, because earlier
 * periods are over. Where credit covered it or a part of it, so does the payment behind the credit.
 * Credit comes from an invoice with a negative total, and its money from the same subscription's
 * payment before that.
 */
export function isLastGivenBack(
  invoices: readonly Stripe.Invoice[],
  taken: TakenByIntent,
): boolean {
  const credited = new Set<string | null>();
  for (const [age, invoice] of newestPaid(invoices).entries()) {
    const { total, amount_due: due } = invoice;
    const subscription = subscriptionOf(invoice);
    if (total <= 0) {
      credited.add(subscription);
      continue;
    }
    const isBehind = age === 0 || credited.has(subscription);
    if (isBehind && isGivenBack(invoice, taken)) return true;
    // Credit is used up before money is asked for, so none is older than what was paid in full.
    if (due < total) continue;
    if (isBehind) credited.delete(subscription);
    if (credited.size === 0) return false;
  }
  return false;
}

function newestPaid(invoices: readonly Stripe.Invoice[]): Stripe.Invoice[] {
  return invoices
    .filter(({ status }) => status === 'paid')
    .toSorted((a, b) => b.created - a.created);
}

function isGivenBack(invoice: Stripe.Invoice, taken: TakenByIntent): boolean {
  const own = takenFor(invoice, taken);
  if (own.length === 0) return false;
  return own.every(
    ({ charge, refunded, dispute }) =>
      dispute === 'open' || dispute === 'lost' || refunded >= charge.amount,
  );
}

function takenFor(invoice: Stripe.Invoice, taken: TakenByIntent): Taken[] {
  return takenOf(invoice, taken).filter(({ charge }) => charge.paid && charge.amount > 0);
}

function takenOf(invoice: Stripe.Invoice, taken: TakenByIntent): Taken[] {
  return paidIntentsOf(invoice).flatMap((intent) => taken.get(intent) ?? []);
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
