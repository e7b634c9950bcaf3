import { retentionDays } from '@stillpix/contract/lifetimes';
import {
  and,
  eq,
  exists,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  ne,
  notExists,
  or,
  sql,
} from 'drizzle-orm';
import {
  billingCustomers,
  billingEvents,
  paymentSessions,
  subscriptions,
  users,
} from '../database/schema.ts';
import { deleteInBatches } from '../database/delete-in-batches.ts';
import { addDays, dayMs } from '../days.ts';
import { errorCode } from '../error-code.ts';
import { repeatedly } from '../repeatedly.ts';
import type { Billing } from './context.ts';
import { findDoubledPersons, settleDoubles, syncCustomer } from './doubles.ts';
import { forgetFirstPayments } from './first-payment.ts';
import type { PaymentProvider } from './provider/provider.ts';
import { chargingStatuses } from './rights.ts';

const firstRunMs = 30_000;
const runEveryMs = 900_000;
/** How long a bank may take to reject a refund or decide a dispute, with some margin. */
const bankDays = 120;
/** Customers per run, so that a run takes only minutes. */
const batch = 500;

/**
 * Updates every customer whose subscription may still change and was not updated for a day, and
 * those of webhooks that were recorded but never handled. Repairs what webhooks missed: payments
 * not seen, not assigned to the account of their address, or made twice. A customer that fails does
 * not stop the others.
 * @returns how many were updated, and how many of those failed
 */
export async function reconcile(
  billing: Billing,
  olderThanMs = dayMs,
): Promise<{ looked: number; failed: number }> {
  const { provider } = billing;
  if (provider === null) return { looked: 0, failed: 0 };
  const ids = new Set([
    ...(await findUnhandled(billing)),
    ...(await findUnclaimed(billing, provider)),
    ...(await findStale(billing, provider, new Date(billing.now().getTime() - olderThanMs))),
  ]);
  let failed = 0;
  const attempt = async (work: () => Promise<void>, facts: object) => {
    try {
      await work();
    } catch (error) {
      failed++;
      billing.log.warn({ err: error, ...facts }, 'looking again at a customer failed');
    }
  };
  for (const id of ids) {
    await attempt(
      async () => {
        const known = await findUnhandledOf(billing, id);
        await syncCustomer(billing, id);
        await settleEvents(billing, known);
      },
      { customer: id },
    );
  }
  const doubled = await findDoubledPersons(billing.db, provider);
  for (const person of doubled) await attempt(() => settleDoubles(billing, person), {});
  await forgetOld(billing);
  const looked = ids.size + doubled.length;
  if (looked > 0) billing.log.info({ looked, failed }, 'looked again at customers');
  return { looked, failed };
}

/**
 * Reconciles soon after the start and every quarter of an hour. Returns a function that stops it.
 */
export function startReconciling(billing: Billing): () => Promise<void> {
  const again = () =>
    reconcile(billing).catch((error: unknown) =>
      billing.log.warn(
        { reason: errorCode(error) },
        'reconciling payments failed and will be tried again',
      ),
    );
  return repeatedly(again, { firstMs: firstRunMs, everyMs: runEveryMs });
}

async function findUnhandledOf({ db }: Billing, id: string): Promise<string[]> {
  const customer = db
    .select({ customerId: billingCustomers.customerId })
    .from(billingCustomers)
    .where(eq(billingCustomers.id, id));
  const rows = await db
    .select({ id: billingEvents.id })
    .from(billingEvents)
    .where(and(isNull(billingEvents.handledAt), inArray(billingEvents.customerId, customer)));
  return rows.map((row) => row.id);
}

/** Marks events as handled that were known before the update began. */
async function settleEvents(billing: Billing, known: readonly string[]): Promise<void> {
  if (known.length === 0) return;
  await billing.db
    .update(billingEvents)
    .set({ handledAt: billing.now() })
    .where(inArray(billingEvents.id, known));
}

async function findUnhandled(billing: Billing): Promise<string[]> {
  const rows = await billing.db
    .selectDistinct({ id: billingCustomers.id })
    .from(billingEvents)
    .innerJoin(billingCustomers, eq(billingCustomers.customerId, billingEvents.customerId))
    .where(
      and(
        isNull(billingEvents.handledAt),
        gte(billingEvents.receivedAt, addDays(billing.now(), -7)),
      ),
    )
    .limit(batch);
  return rows.map(({ id }) => id);
}

async function findStale(
  billing: Billing,
  provider: PaymentProvider,
  before: Date,
): Promise<string[]> {
  const lately = addDays(billing.now(), -bankDays);
  const isAlive = or(
    inArray(subscriptions.status, ['incomplete', ...chargingStatuses]),
    // Ended, but its payment may still be refunded or disputed.
    gt(subscriptions.paidUntil, billing.now()),
    // Given back or disputed: a bank may send a refund back for a month, and decides within three.
    and(
      eq(subscriptions.status, 'canceled'),
      isNull(subscriptions.paidUntil),
      or(
        gt(subscriptions.endedAt, lately),
        // The provider did not know it, as with keys of another account.
        and(isNull(subscriptions.endedAt), gt(subscriptions.currentPeriodEnd, lately)),
      ),
    ),
  );
  const begun = billing.db
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .where(eq(subscriptions.attempt, paymentSessions.attempt));
  const isOpen = exists(
    billing.db
      .select({ hash: paymentSessions.hash })
      .from(paymentSessions)
      .where(and(eq(paymentSessions.customer, billingCustomers.id), notExists(begun))),
  );
  const rows = await billing.db
    .select({ id: billingCustomers.id })
    .from(billingCustomers)
    .leftJoin(subscriptions, eq(subscriptions.customerId, billingCustomers.customerId))
    .where(
      and(
        eq(billingCustomers.provider, provider.name),
        isNotNull(billingCustomers.customerId),
        or(isNull(billingCustomers.syncedAt), lt(billingCustomers.syncedAt, before)),
        // An attempt without a row may have been paid on the provider's own page.
        or(isAlive, isNull(subscriptions.id), isOpen),
      ),
    )
    .groupBy(billingCustomers.id)
    .orderBy(sql`${billingCustomers.syncedAt} asc nulls first`)
    .limit(batch);
  return rows.map(({ id }) => id);
}

/** Payments made without signing in, whose address an account has since confirmed. */
async function findUnclaimed(billing: Billing, provider: PaymentProvider): Promise<string[]> {
  const rows = await billing.db
    .selectDistinct({ id: billingCustomers.id })
    .from(billingCustomers)
    .innerJoin(users, eq(users.email, billingCustomers.email))
    .innerJoin(subscriptions, eq(subscriptions.customerId, billingCustomers.customerId))
    .where(
      and(
        eq(billingCustomers.provider, provider.name),
        isNull(billingCustomers.userId),
        isNotNull(users.emailVerifiedAt),
        isNotNull(subscriptions.paidUntil),
        isNull(subscriptions.endedAt),
        inArray(subscriptions.status, ['trialing', 'active', 'past_due']),
      ),
    )
    .limit(batch);
  return rows.map(({ id }) => id);
}

async function forgetOld(billing: Billing): Promise<void> {
  const { db } = billing;
  const daysAgo = (days: number) => addDays(billing.now(), -days);
  await deleteInBatches(
    db,
    billingEvents.id,
    lt(billingEvents.receivedAt, daysAgo(retentionDays.billingEvents)),
  );
  // Links in welcome mails, and proofs of payment.
  await deleteInBatches(
    db,
    paymentSessions.hash,
    lt(paymentSessions.createdAt, daysAgo(retentionDays.paymentAttempts)),
  );
  // Deletes customers who typed an address and never paid. The provider keeps its customer without
  // payments.
  await deleteInBatches(
    db,
    billingCustomers.id,
    and(
      isNull(billingCustomers.userId),
      lt(billingCustomers.createdAt, daysAgo(retentionDays.paymentAttempts)),
      // Those who have come back since may be about to pay.
      notExists(
        db
          .select({ hash: paymentSessions.hash })
          .from(paymentSessions)
          .where(eq(paymentSessions.customer, billingCustomers.id)),
      ),
      notExists(
        db
          .select({ id: subscriptions.id })
          .from(subscriptions)
          .where(
            and(
              eq(subscriptions.customerId, billingCustomers.customerId),
              ne(subscriptions.status, 'incomplete_expired'),
            ),
          ),
      ),
    ),
  );
  // Their attempts, which nothing refers to any more.
  await deleteInBatches(
    db,
    subscriptions.id,
    and(
      isNull(subscriptions.userId),
      notExists(
        billing.db
          .select({ id: billingCustomers.id })
          .from(billingCustomers)
          .where(eq(billingCustomers.customerId, subscriptions.customerId)),
      ),
    ),
  );
  await forgetFirstPayments(billing);
}
