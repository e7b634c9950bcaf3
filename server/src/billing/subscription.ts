import { desc, eq } from 'drizzle-orm';
import type { Payment, Subscription } from '@stillpix/contract';
import { billingCustomers, payments, subscriptions } from '../database/schema.ts';
import type { Database } from '../database/database.ts';
import type { Billing } from './context.ts';
import { findOwed } from './provider/provider.ts';
import { findFirstPayment, isRefundable, refundableUntil } from './first-payment.ts';
import { findEntitling, mayCharge, proUntil } from './rights.ts';

type SubscriptionRow = typeof subscriptions.$inferSelect;

/** A person's relevant subscription: the one that grants Pro, or else the latest. */
export async function readSubscription(
  billing: Billing,
  userId: string,
): Promise<Subscription | null> {
  const rows = await billing.db
    .select()
    .from(subscriptions)
    .where(eq(subscriptions.userId, userId))
    .orderBy(desc(subscriptions.startedAt));
  const row =
    findEntitling(rows.filter(mayCharge), billing.now())?.subscription ??
    findEntitling(rows, billing.now())?.subscription ??
    rows.find(mayCharge) ??
    rows.find(({ status }) => !isUnfinished(status));
  return row
    ? toSubscription(row, await findRefundableUntil(billing, userId), billing.now())
    : null;
}

/** All of a person's payments, newest first. */
export async function readPayments({ db }: Billing, userId: string): Promise<Payment[]> {
  const rows = await readPaymentRows(db, userId);
  return rows.map(({ dispute, createdAt, ...row }) => ({
    ...row,
    isDisputed: dispute === 'open' || dispute === 'lost',
    createdAt: createdAt.toISOString(),
  }));
}

async function readPaymentRows(db: Database, userId: string) {
  return db
    .select({
      id: payments.externalId,
      amount: payments.amount,
      tax: payments.tax,
      refunded: payments.refunded,
      refundFailed: payments.refundFailed,
      dispute: payments.dispute,
      currency: payments.currency,
      status: payments.status,
      createdAt: payments.createdAt,
      receiptUrl: payments.receiptUrl,
    })
    .from(payments)
    .innerJoin(billingCustomers, eq(billingCustomers.id, payments.customer))
    .where(eq(billingCustomers.userId, userId))
    .orderBy(desc(payments.createdAt));
}

/** Until when the person may request a refund. `null` if that is over or nothing is left to refund. */
async function findRefundableUntil(billing: Billing, userId: string): Promise<Date | null> {
  const paid = await readPaymentRows(billing.db, userId);
  const isOwed = paid.some((payment) => findOwed(payment) > 0);
  const firstPaid = isOwed ? await findFirstPayment(billing, userId) : null;
  return firstPaid && isRefundable(firstPaid, billing.now()) ? refundableUntil(firstPaid) : null;
}

function toSubscription(row: SubscriptionRow, refundUntil: Date | null, now: Date): Subscription {
  const isManual = row.provider === 'manual';
  const until = proUntil(row);
  const entitled = until !== null && until > now;
  const isCharged = !isManual && mayCharge(row) && !row.cancelAtPeriodEnd;
  return {
    status: toStatus(row.status),
    plan: row.plan,
    startDate: row.startedAt.toISOString(),
    nextBillingDate: isCharged ? row.currentPeriodEnd.toISOString() : null,
    currentPeriodEnd: row.currentPeriodEnd.toISOString(),
    cancelAtPeriodEnd: row.cancelAtPeriodEnd,
    entitled,
    graceUntil: row.status === 'past_due' && until ? until.toISOString() : null,
    refundableUntil: refundUntil?.toISOString() ?? null,
    provider: row.provider,
  };
}

function isUnfinished(status: SubscriptionRow['status']): boolean {
  return status === 'incomplete' || status === 'incomplete_expired';
}

function toStatus(status: SubscriptionRow['status']): Subscription['status'] {
  if (status === 'incomplete_expired') return 'incomplete';
  return status === 'paused' ? 'unpaid' : status;
}
