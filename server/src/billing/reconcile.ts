import { and, asc, eq, gte, inArray, isNotNull, isNull, lt, or } from 'drizzle-orm';
import {
  billingCustomers,
  billingEvents,
  paymentSessions,
  subscriptions,
} from '../database/schema.ts';
import { errorCode } from '../error-code.ts';
import type { Log } from '../log.ts';
import type { BillingContext } from './context.ts';
import type { PaymentProvider } from './provider.ts';
import { syncCustomer } from './sync.ts';

const dayMs = 86_400_000;
const firstRunMs = 30_000;
const runEveryMs = 900_000;
/** How long a link in a welcome mail, and the proof of a payment, is kept. */
const sessionDays = 60;
const eventDays = 90;
/** Customers looked at in one run, so that a run is over in minutes. */
const batch = 500;

/**
 * Looks again at every customer who may have a subscription that still changes and was not looked at
 * for a day, and at those of webhooks that were recorded and never handled. Mends whatever webhooks
 * missed. One customer that fails does not keep the others waiting.
 * @returns how many were looked at, and how many of those failed
 */
export async function reconcile(
  billing: BillingContext,
  provider: PaymentProvider,
  olderThanMs = dayMs,
): Promise<{ looked: number; failed: number }> {
  const ids = new Set([
    ...(await findUnhandled(billing)),
    ...(await findStale(billing, provider, new Date(billing.now().getTime() - olderThanMs))),
  ]);
  let failed = 0;
  for (const id of ids) {
    const begun = billing.now();
    try {
      await syncCustomer(billing, provider, id);
      await settleEvents(billing, id, begun);
    } catch (error) {
      failed++;
      billing.log.warn({ err: error, customer: id }, 'looking again at a customer failed');
    }
  }
  await forgetOld(billing);
  return { looked: ids.size, failed };
}

/** Reconciles soon after the start and every quarter of an hour; returns what stops it. */
export function startReconciling(run: () => Promise<void>, log: Log): () => Promise<void> {
  let running: Promise<void> = Promise.resolve();
  const again = () => {
    running = run().catch((error: unknown) =>
      log.warn({ reason: errorCode(error) }, 'reconciling payments failed and will be tried again'),
    );
  };
  const first = setTimeout(again, firstRunMs);
  const timer = setInterval(again, runEveryMs);
  first.unref();
  timer.unref();
  return async () => {
    clearTimeout(first);
    clearInterval(timer);
    await running;
  };
}

/** Looking again has made up for every event that had arrived by then. */
async function settleEvents(billing: BillingContext, id: string, begun: Date): Promise<void> {
  const customer = billing.db
    .select({ customerId: billingCustomers.customerId })
    .from(billingCustomers)
    .where(eq(billingCustomers.id, id));
  await billing.db
    .update(billingEvents)
    .set({ handledAt: billing.now() })
    .where(
      and(
        isNull(billingEvents.handledAt),
        lt(billingEvents.receivedAt, begun),
        inArray(billingEvents.customerId, customer),
      ),
    );
}

async function findUnhandled(billing: BillingContext): Promise<string[]> {
  const rows = await billing.db
    .selectDistinct({ id: billingCustomers.id })
    .from(billingEvents)
    .innerJoin(billingCustomers, eq(billingCustomers.customerId, billingEvents.customerId))
    .where(
      and(
        isNull(billingEvents.handledAt),
        gte(billingEvents.receivedAt, new Date(billing.now().getTime() - 7 * dayMs)),
      ),
    )
    .limit(batch);
  return rows.map(({ id }) => id);
}

async function findStale(
  billing: BillingContext,
  provider: PaymentProvider,
  before: Date,
): Promise<string[]> {
  const isAlive = inArray(subscriptions.status, [
    'incomplete',
    'trialing',
    'active',
    'past_due',
    'unpaid',
    'paused',
  ]);
  const rows = await billing.db
    .select({ id: billingCustomers.id })
    .from(billingCustomers)
    .leftJoin(subscriptions, eq(subscriptions.customerId, billingCustomers.customerId))
    .where(
      and(
        eq(billingCustomers.provider, provider.name),
        isNotNull(billingCustomers.customerId),
        or(isNull(billingCustomers.syncedAt), lt(billingCustomers.syncedAt, before)),
        // Without any row yet, an attempt may have been paid on the provider's own page.
        or(isAlive, isNull(subscriptions.id)),
      ),
    )
    .groupBy(billingCustomers.id)
    .orderBy(asc(billingCustomers.syncedAt))
    .limit(batch);
  return rows.map(({ id }) => id);
}

async function forgetOld(billing: BillingContext): Promise<void> {
  const daysAgo = (days: number) => new Date(billing.now().getTime() - days * dayMs);
  await billing.db.delete(billingEvents).where(lt(billingEvents.receivedAt, daysAgo(eventDays)));
  await billing.db
    .delete(paymentSessions)
    .where(lt(paymentSessions.createdAt, daysAgo(sessionDays)));
}
