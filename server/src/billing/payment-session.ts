import { createHash, randomUUID } from 'node:crypto';
import { and, eq, isNull, lte, or, sql } from 'drizzle-orm';
import type { BillingPlan } from '@stillpix/contract/plans';
import type { Database } from '../database/database.ts';
import { billingCustomers, paymentSessions, subscriptions } from '../database/schema.ts';
import type { Customer } from './customer-lock.ts';

type PaymentSession = typeof paymentSessions.$inferSelect;

/**
 * State of an attempt to pay. `returned`: it was paid and refunded, because the person had already
 * paid for Pro.
 */
export type PaymentState = 'open' | 'paid' | 'failed' | 'returned';

/** An attempt to pay, with its customer. */
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
 * Stores an attempt under a `session_id`. A further id for the same attempt, such as one in a mail,
 * proves as much as the first.
 * @returns whether the id was free
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
): Promise<boolean> {
  const { sessionId, ...rest } = session;
  const added = await db
    .insert(paymentSessions)
    .values({ hash: hashOf(sessionId), ...rest })
    .onConflictDoNothing()
    .returning({ hash: paymentSessions.hash });
  return added.length > 0;
}

/** In seconds. The page asks once a second. Anyone who asks more often gets the answer of our rows. */
const askEvery = 0.9;

/** Whether the provider may be asked about a session now. A `true` counts as having asked. */
export async function mayAsk(db: Database, sessionId: string): Promise<boolean> {
  const { hash, askedAt } = paymentSessions;
  // The database's clock is the same for all processes.
  const before = sql`now() - make_interval(secs => ${askEvery})`;
  const asked = await db
    .update(paymentSessions)
    .set({ askedAt: sql`now()` })
    .where(and(eq(hash, hashOf(sessionId)), or(isNull(askedAt), lte(askedAt, before))))
    .returning({ hash });
  return asked.length > 0;
}

/** Uses only our rows. Update from the provider first if it may know more. */
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
