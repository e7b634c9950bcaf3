// Mails about changes since a customer was last updated, whoever made them and whatever webhooks
// were lost. Each is queued in the transaction that stores the change.
import { and, eq, ne } from 'drizzle-orm';
import type { Language } from '@stillpix/contract/languages';
import { pastDueGraceDays } from '@stillpix/contract/plans';
import type { Database } from '../database/database.ts';
import { billingCustomers, payments, subscriptions } from '../database/schema.ts';
import { addDays } from '../days.ts';
import type { Billing, BillingMail } from './context.ts';
import type { Customer } from './customer-lock.ts';
import { isCharging, recipientOf } from './customers.ts';
import type { ProviderPayment, ProviderSubscription } from './provider/provider.ts';
import { findEntitling, mayCharge } from './rights.ts';

type SubscriptionRow = typeof subscriptions.$inferSelect;

/** The state stored at the last update of a customer. */
export interface Known {
  subscriptions: SubscriptionRow[];
  payments: (typeof payments.$inferSelect)[];
}

export async function readKnown(tx: Database, customer: Customer): Promise<Known> {
  const { id, customerId } = customer;
  return {
    subscriptions:
      customerId === null
        ? []
        : await tx.select().from(subscriptions).where(eq(subscriptions.customerId, customerId)),
    payments: await tx.select().from(payments).where(eq(payments.customer, id)),
  };
}

/** Queues the mails for differences between the provider's state and the stored one. */
export async function queueNotices(
  billing: Billing,
  tx: Database,
  customer: Customer,
  known: Known,
  now: { subscriptions: readonly ProviderSubscription[]; payments: readonly ProviderPayment[] },
): Promise<void> {
  const recipient = await recipientOf(tx, customer);
  const queue = (
    kind: BillingMail['kind'],
    details: Omit<BillingMail['details'], 'customer'>,
  ): Promise<void> =>
    billing.queueMail(tx, {
      kind,
      recipient,
      language: customer.language as Language,
      details: { customer: customer.id, ...details },
    });
  const [ordered] = now.subscriptions
    .filter((one) => findEntitling([one], billing.now()) !== null)
    .sort((a, b) => b.startedAt.getTime() - a.startedAt.getTime());
  const isWelcomed = ordered && customer.welcomedAt && ordered.startedAt <= customer.welcomedAt;
  if (ordered && !isWelcomed) {
    // The provider's clock may be ahead of ours.
    const welcomedAt = new Date(Math.max(billing.now().getTime(), ordered.startedAt.getTime()));
    await tx
      .update(billingCustomers)
      .set({ welcomedAt })
      .where(eq(billingCustomers.id, customer.id));
    const { plan, currency, attempt } = ordered;
    await queue('pro-welcome', { plan, currency, ...(attempt === null ? {} : { attempt }) });
  }
  const rows = new Map(known.subscriptions.map((row) => [row.externalId, row]));
  for (const one of now.subscriptions) {
    const row = rows.get(one.id);
    if (row && row.plan !== one.plan && mayCharge(one)) {
      await queue('pro-plan-changed', { plan: one.plan, currency: one.currency });
    }
    if (row && !row.cancelAtPeriodEnd && one.cancelAtPeriodEnd && mayCharge(one)) {
      await queue('pro-canceled', { date: one.currentPeriodEnd.toISOString() });
    }
    if (row && (await hasEndedForGood(tx, customer, row, one, now))) await queue('pro-ended', {});
  }
  const refunded = findRefunded(known, rows, now.payments);
  if (refunded) await queue('pro-refunded', refunded);
  const failed = findFailedRefunds(known, now.payments);
  if (failed) await queue('pro-refund-failed', failed);
  const unpaid = now.subscriptions.find(({ status }) => status === 'past_due');
  if (!unpaid) return;
  if (customer.warnedPeriod?.getTime() === unpaid.currentPeriodStart.getTime()) return;
  await tx
    .update(billingCustomers)
    .set({ warnedPeriod: unpaid.currentPeriodStart })
    .where(eq(billingCustomers.id, customer.id));
  const graceEnds = addDays(unpaid.currentPeriodStart, pastDueGraceDays);
  await queue('payment-failed', { date: graceEnds.toISOString() });
}

/**
 * Whether a subscription that would have been charged again is over, without replacement. Those who
 * canceled for the period's end, or got a refund, have been told already.
 */
async function hasEndedForGood(
  tx: Database,
  customer: Customer,
  row: SubscriptionRow,
  one: ProviderSubscription,
  now: { subscriptions: readonly ProviderSubscription[]; payments: readonly ProviderPayment[] },
): Promise<boolean> {
  if (!mayCharge(row) || mayCharge(one) || row.cancelAtPeriodEnd || row.doubleOf !== null) {
    return false;
  }
  const paid = now.payments.filter(
    ({ subscriptionId, status }) => subscriptionId === one.id && status === 'paid',
  );
  if (paid.every(({ amount, refunded }) => refunded >= amount)) return false;
  const isReplaced = now.subscriptions.some(
    (other) => other.id !== one.id && (mayCharge(other) || other.status === 'incomplete'),
  );
  if (isReplaced) return false;
  if (customer.userId === null) return true;
  const others = await tx
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .where(
      and(
        eq(subscriptions.userId, customer.userId),
        ne(subscriptions.externalId, one.id),
        isCharging,
      ),
    )
    .limit(1);
  return others.length === 0;
}

/** Payments fully refunded since. Double payments have a mail of their own. */
function findRefunded(
  known: Known,
  rows: ReadonlyMap<string, SubscriptionRow>,
  made: readonly ProviderPayment[],
): { cents: string; currency: string } | null {
  const before = new Map(known.payments.map((row) => [row.externalId, row.refunded]));
  const back = made.flatMap(({ id, subscriptionId, amount, refunded, currency }) => {
    const already = before.get(id) ?? refunded;
    const isDouble = subscriptionId !== null && Boolean(rows.get(subscriptionId)?.doubleOf);
    const isNew = already < amount && refunded >= amount && !isDouble;
    return isNew ? [{ cents: refunded - already, currency }] : [];
  });
  const [first] = back;
  if (!first) return null;
  return {
    cents: String(back.reduce((sum, { cents }) => sum + cents, 0)),
    currency: first.currency,
  };
}

/** What was sent back and has come to us again since. */
function findFailedRefunds(
  known: Known,
  made: readonly ProviderPayment[],
): { cents: string; currency: string } | null {
  const failed = made.filter((payment) => isNewlyFailed(known, payment));
  const [first] = failed;
  if (!first) return null;
  return {
    cents: String(failed.reduce((sum, { refundFailed }) => sum + refundFailed, 0)),
    currency: first.currency,
  };
}

function isNewlyFailed(known: Known, { id, refundFailed }: ProviderPayment): boolean {
  return refundFailed > (known.payments.find((row) => row.externalId === id)?.refundFailed ?? 0);
}

/** Tells the operator what nobody else can settle. To be called once the change is written down. */
export function logMoneyMoves(
  { log }: Billing,
  customer: Customer,
  known: Known,
  made: readonly ProviderPayment[],
): void {
  for (const payment of made) {
    const facts = { customer: customer.id, payment: payment.id };
    if (isNewlyFailed(known, payment)) {
      log.error(facts, 'a refund came back: its payer must get the money in another way');
    }
    const before = known.payments.find((row) => row.externalId === payment.id)?.dispute ?? null;
    if (payment.dispute === before) continue;
    if (payment.dispute === 'open') log.warn(facts, 'a payment is disputed');
    if (payment.dispute === 'lost') log.warn(facts, 'a dispute was lost');
    if (payment.dispute === 'won') log.warn(facts, 'a dispute was won: what was paid counts again');
  }
}
