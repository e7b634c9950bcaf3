import { createHash, randomUUID } from 'node:crypto';
import { and, eq, isNull, lte, or, sql } from 'drizzle-orm';
import type { BillingPlan } from '@stillpix/contract/limits';
import type { Database } from '../database/database.ts';
import { billingCustomers, paymentSessions, subscriptions } from '../database/schema.ts';
import type { Customer } from './customer-lock.ts';

type PaymentSession = typeof paymentSessions.$inferSelect;

/**
 * How far an attempt to pay has come. `returned`: it was paid, and the money given back because the
 * person had paid for Pro already.
 */
export type PaymentState = 'open' | 'paid' | 'failed' | 'returned';

/** An attempt to pay together with who makes it. */
export interface FoundSession {
  session: PaymentSession;
  customer: Customer;
}

export function makeSessionId(): string {
  return randomUUID();
}

export async function findSession(db: Database, sessionId: string): Promise<FoundSession | null> {
  const [found] = await db
    .select({ session: paymentSessions, customer: billingCustomers })
    .from(paymentSessions)
    .innerJoin(billingCustomers, eq(billingCustomers.id, paymentSessions.customer))
    .where(eq(paymentSessions.hash, hashOf(sessionId)));
  return found ?? null;
}

/**
 * Writes an attempt down under a `session_id`. Another id for the same attempt, such as the one in
 * a mail, proves as much as the first.
 */
export async function addSession(
  db: Database,
  session: {
    sessionId: string;
    customer: string;
    plan: BillingPlan;
    attempt: string;
    wasMailed?: boolean;
  },
): Promise<void> {
  const { sessionId, ...rest } = session;
  await db
    .insert(paymentSessions)
    .values({ hash: hashOf(sessionId), ...rest })
    .onConflictDoNothing();
}

/** In seconds. The page asks once a second; who asks faster, or in several tabs, is answered by our rows. */
const askEvery = 0.9;

/** Whether the provider may be asked for the holder of a session now; counts as having asked it. */
export async function mayAsk(db: Database, sessionId: string): Promise<boolean> {
  const { hash, askedAt } = paymentSessions;
  // By the database's clock, which is one for all processes.
  const before = sql`now() - make_interval(secs => ${askEvery})`;
  const asked = await db
    .update(paymentSessions)
    .set({ askedAt: sql`now()` })
    .where(and(eq(hash, hashOf(sessionId)), or(isNull(askedAt), lte(askedAt, before))))
    .returning({ hash });
  return asked.length > 0;
}

/** By our rows only: look again first where it may be newer at the provider. */
export async function readPaymentState(db: Database, found: FoundSession): Promise<PaymentState> {
  const rows = await db
    .select({ status: subscriptions.status, doubleOf: subscriptions.doubleOf })
    .from(subscriptions)
    .where(
      and(
        eq(subscriptions.attempt, found.session.attempt),
        eq(subscriptions.customerId, found.customer.customerId ?? ''),
      ),
    );
  if (rows.length === 0) return 'open';
  const paid = rows.filter(({ status }) => wasPaid(status));
  if (paid.length > 0) return paid.every(({ doubleOf }) => doubleOf) ? 'returned' : 'paid';
  return rows.some(({ status }) => status === 'incomplete') ? 'open' : 'failed';
}

function wasPaid(status: (typeof subscriptions.$inferSelect)['status']): boolean {
  return status !== 'incomplete' && status !== 'incomplete_expired';
}

function hashOf(sessionId: string): string {
  return createHash('sha256').update(sessionId).digest('hex');
}
