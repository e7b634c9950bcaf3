import { and, eq, gt, inArray, isNotNull, lt, min, sql } from 'drizzle-orm';
import { moneyBackDays } from '@stillpix/contract/plans';
import { retentionDays } from '@stillpix/contract/lifetimes';
import type { Database } from '../database/database.ts';
import { billingCustomers, firstPayments, payments, users } from '../database/schema.ts';
import { addDays } from '../days.ts';
import type { Billing } from './context.ts';
import type { Customer } from './customer-lock.ts';
import type { ProviderPayment } from './provider/provider.ts';

const ofAddress = (billing: Billing, email: string) => billing.hide(`address ${email}`);
const ofCard = (billing: Billing, fingerprint: string) => billing.hide(`card ${fingerprint}`);

/**
 * Records when a customer's card first paid and, for an account, the address that it has confirmed.
 * An unconfirmed address proves nothing: anybody can pay with somebody else's.
 */
export async function recordFirstPayment(
  billing: Billing,
  tx: Database,
  customer: Customer,
  made: readonly ProviderPayment[],
): Promise<void> {
  const address = await findConfirmedAddress(tx, customer);
  const firstByKey = new Map<string, Date>();
  const note = (key: string, paidAt: Date) => {
    const known = firstByKey.get(key);
    if (known === undefined || paidAt < known) firstByKey.set(key, paidAt);
  };
  for (const { status, amount, createdAt, cardFingerprint } of made) {
    if (status !== 'paid' || amount === 0) continue;
    if (address !== null) note(ofAddress(billing, address), createdAt);
    if (cardFingerprint !== null) note(ofCard(billing, cardFingerprint), createdAt);
  }
  // In a fixed order, so that two customers with the same card cannot deadlock.
  const keys = [...firstByKey.keys()].sort();
  if (keys.length === 0) return;
  const rows = keys.map((key) => ({ key, paidAt: firstByKey.get(key) ?? billing.now() }));
  await tx
    .insert(firstPayments)
    .values(rows)
    .onConflictDoUpdate({
      target: firstPayments.key,
      set: { paidAt: sql`least(${firstPayments.paidAt}, excluded.paid_at)` },
    });
}

async function findConfirmedAddress(tx: Database, customer: Customer): Promise<string | null> {
  if (customer.userId === null) return null;
  const [user] = await tx
    .select({ email: users.email })
    .from(users)
    .where(and(eq(users.id, customer.userId), isNotNull(users.emailVerifiedAt)));
  return user?.email ?? null;
}

/**
 * When the person behind an account first paid: with this account, with an earlier one of the same
 * address (once confirmed), or with the same card. `null` if never.
 */
export async function findFirstPayment(billing: Billing, userId: string): Promise<Date | null> {
  const { db } = billing;
  const [own] = await db
    .select({ at: min(payments.createdAt) })
    .from(payments)
    .innerJoin(billingCustomers, eq(billingCustomers.id, payments.customer))
    .where(
      and(eq(billingCustomers.userId, userId), eq(payments.status, 'paid'), gt(payments.amount, 0)),
    );
  const cards = await db
    .selectDistinct({ fingerprint: payments.cardFingerprint })
    .from(payments)
    .innerJoin(billingCustomers, eq(billingCustomers.id, payments.customer))
    .where(eq(billingCustomers.userId, userId));
  const [user] = await db
    .select({ email: users.email, verifiedAt: users.emailVerifiedAt })
    .from(users)
    .where(eq(users.id, userId));
  const keys = cards.flatMap(({ fingerprint }) =>
    fingerprint === null ? [] : [ofCard(billing, fingerprint)],
  );
  if (user?.verifiedAt) keys.push(ofAddress(billing, user.email));
  const [earlier] =
    keys.length === 0
      ? []
      : await db
          .select({ at: min(firstPayments.paidAt) })
          .from(firstPayments)
          .where(inArray(firstPayments.key, keys));
  const found = [own?.at, earlier?.at].filter((at) => at instanceof Date);
  return found.length === 0 ? null : new Date(Math.min(...found.map((at) => at.getTime())));
}

/** The last day on which payments are refundable for somebody who first paid at this time. */
export function refundableUntil(firstPaid: Date): Date {
  return addDays(firstPaid, moneyBackDays);
}

/** Pages name the last day without its hour, so it counts until it is over wherever the payer lives. */
export function isRefundable(firstPaid: Date, now: Date): boolean {
  return now < addDays(refundableUntil(firstPaid), 1);
}

export async function forgetFirstPayments(billing: Billing): Promise<void> {
  const before = addDays(billing.now(), -retentionDays.firstPayments);
  await billing.db.delete(firstPayments).where(lt(firstPayments.paidAt, before));
}
