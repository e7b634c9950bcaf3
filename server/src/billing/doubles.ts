import { and, eq, gte, isNotNull, isNull, min, or, sql } from 'drizzle-orm';
import type { Language } from '@stillpix/contract/languages';
import type { Database } from '../database/database.ts';
import { billingCustomers, payments, subscriptions, users } from '../database/schema.ts';
import { type Billing, requireProvider } from './context.ts';
import { withCustomer } from './customer-lock.ts';
import { isCharging, isPersons, personAddress } from './customers.ts';
import { findOwed, type PaymentProvider, ProviderError } from './provider/provider.ts';
import { endReturned } from './returned.ts';
import { lookAgain, syncHeld } from './sync.ts';

const isUnsettled = and(isNotNull(subscriptions.doubleOf), isNull(subscriptions.givenBackAt));

/**
 * Updates a customer from the provider. Ends subscriptions that were refunded or are paid twice.
 */
export async function syncCustomer(billing: Billing, id: string): Promise<void> {
  await endReturned(billing, id, await lookAgain(billing, id));
  const person = await findPerson(billing.db, id);
  if (person !== null) await settleNowOrLater(billing, person);
}

/**
 * `settleDoubles` for callers with something else to do. Doubles are ended before they are
 * refunded, so a refund that the provider refuses need not stop anything: it is retried later.
 */
export async function settleNowOrLater(billing: Billing, person: string): Promise<void> {
  await settleDoubles(billing, person).catch((error: unknown) => {
    if (!isRefused(error)) throw error;
    billing.log.warn({ err: error }, 'a double payment is given back later');
  });
}

/**
 * Makes sure that a person, identified by address, pays for only one subscription. Without signing
 * in, nobody can be kept from starting a second one with the same address: saying why would tell
 * strangers who has Pro. So if both are paid, the first one stays; the others are ended and
 * refunded at once.
 */
export async function settleDoubles(billing: Billing, person: string): Promise<void> {
  const provider = requireProvider(billing);
  const held = await readHeld(billing.db, provider, person);
  const isSettled = held.every(({ doubleOf }) => doubleOf === null);
  if (held.length < 2 && isSettled) return;
  // Decisions about money need current data.
  for (const customer of new Set(held.map((one) => one.customer))) {
    await lookAgain(billing, customer);
  }
  const current = await readHeld(billing.db, provider, person);
  const kept = current
    .filter(
      ({ status, paidUntil, doubleOf }) =>
        (status === 'active' || status === 'trialing') && paidUntil !== null && doubleOf === null,
    )
    // A total order, so that concurrent processes decide alike.
    .sort(comparePaid)[0];
  let refused: ProviderError | null = null;
  for (const one of current) {
    try {
      if (one.doubleOf !== null) {
        await giveBack(billing, one.customer, one.externalId, one.doubleOf);
      } else if (kept && one.externalId !== kept.externalId) {
        await endDouble(billing, person, one, kept);
      }
    } catch (error) {
      if (!isRefused(error)) throw error;
      // The others must be ended all the same.
      refused ??= error;
    }
  }
  if (refused) throw refused;
}

function isRefused(error: unknown): error is ProviderError {
  return error instanceof ProviderError && error.reason === 'invalid';
}

/** Persons with several running subscriptions, or with an unfinished refund. */
export async function findDoubledPersons(
  db: Database,
  provider: PaymentProvider,
): Promise<string[]> {
  const rows = await db
    .select({ person: personAddress })
    .from(subscriptions)
    .innerJoin(billingCustomers, eq(billingCustomers.customerId, subscriptions.customerId))
    .leftJoin(users, eq(users.id, billingCustomers.userId))
    .where(and(eq(billingCustomers.provider, provider.name), or(isCharging, isUnsettled)))
    .groupBy(personAddress)
    .having(sql`count(*) > 1 or bool_or(${isUnsettled})`)
    .limit(500);
  return rows.map(({ person }) => person);
}

async function findPerson(db: Database, customer: string): Promise<string | null> {
  const [found] = await db
    .select({ person: personAddress })
    .from(billingCustomers)
    .leftJoin(users, eq(users.id, billingCustomers.userId))
    .where(eq(billingCustomers.id, customer));
  return found?.person ?? null;
}

type Held = Awaited<ReturnType<typeof readHeld>>[number];

/** A person's running and unsettled subscriptions, from our rows. */
async function readHeld(db: Database, provider: PaymentProvider, person: string) {
  const rows = await db
    .select({
      customer: billingCustomers.id,
      customerSince: billingCustomers.createdAt,
      language: billingCustomers.language,
      externalId: subscriptions.externalId,
      attempt: subscriptions.attempt,
      plan: subscriptions.plan,
      status: subscriptions.status,
      paidUntil: subscriptions.paidUntil,
      doubleOf: subscriptions.doubleOf,
    })
    .from(subscriptions)
    .innerJoin(billingCustomers, eq(billingCustomers.customerId, subscriptions.customerId))
    .where(
      and(
        eq(billingCustomers.provider, provider.name),
        isPersons(db, person),
        or(isCharging, isUnsettled),
      ),
    );
  const held = [];
  for (const row of rows) {
    held.push({ ...row, firstPaid: (await readFirstPaid(db, row.externalId)).getTime() });
  }
  return held;
}

/** The provider's times are in seconds. Within one, the older customer decides. */
function comparePaid(a: Held, b: Held): number {
  const since = a.customerSince.getTime() - b.customerSince.getTime();
  return a.firstPaid - b.firstPaid || since || (a.externalId < b.externalId ? -1 : 1);
}

/**
 * When a subscription was first paid. Its start if credit has covered all so far, which makes no
 * payment; far in the future if it was never paid.
 */
async function readFirstPaid(db: Database, subscriptionId: string): Promise<Date> {
  const { id, startedAt, paidUntil } = subscriptions;
  const isOfIt = and(
    // The one that has an index.
    eq(payments.customer, billingCustomers.id),
    eq(payments.subscriptionId, subscriptions.externalId),
    eq(payments.status, 'paid'),
  );
  const [found] = await db
    .select({ paidAt: min(payments.createdAt), startedAt, paidUntil })
    .from(subscriptions)
    .leftJoin(billingCustomers, eq(billingCustomers.customerId, subscriptions.customerId))
    .leftJoin(payments, isOfIt)
    .where(eq(subscriptions.externalId, subscriptionId))
    .groupBy(id);
  const coveredAt = found?.paidUntil ? found.startedAt : null;
  return found?.paidAt ?? coveredAt ?? new Date(8.64e15);
}

async function endDouble(
  billing: Billing,
  person: string,
  double: Held,
  kept: Held,
): Promise<void> {
  const owed = await findOwedSince(billing.db, double.externalId, new Date(kept.firstPaid));
  if (owed.cents === 0) {
    // A renewal that failed long before the other payment: it must only not be retried.
    await endNow(billing, double.customer, double.externalId);
    return;
  }
  // Stored before the first step, so that another run can finish it.
  await billing.db.transaction(async (tx) => {
    const [marked] = await tx
      .update(subscriptions)
      .set({ doubleOf: kept.externalId })
      .where(and(eq(subscriptions.externalId, double.externalId), isNull(subscriptions.doubleOf)))
      .returning({ id: subscriptions.id });
    if (!marked) return;
    await billing.queueMail(tx, {
      kind: 'pro-paid-twice',
      recipient: person,
      language: double.language as Language,
      details: {
        customer: kept.customer,
        plan: kept.plan,
        cents: String(owed.cents),
        currency: owed.currency ?? billing.currency,
        ...(kept.attempt === null ? {} : { attempt: kept.attempt }),
      },
    });
  });
  await giveBack(billing, double.customer, double.externalId, kept.externalId);
}

/** What was charged for a subscription since a moment and can still be refunded. */
async function findOwedSince(
  db: Database,
  subscriptionId: string,
  since: Date,
): Promise<{ cents: number; currency: string | null }> {
  const rows = await db
    .select()
    .from(payments)
    .where(and(eq(payments.subscriptionId, subscriptionId), gte(payments.createdAt, since)));
  return {
    cents: rows.reduce((sum, row) => sum + findOwed(row), 0),
    // A subscription is paid in one currency for as long as it lives.
    currency: rows[0]?.currency ?? null,
  };
}

async function giveBack(
  billing: Billing,
  customerRow: string,
  externalId: string,
  keptId: string,
): Promise<void> {
  const provider = requireProvider(billing);
  const since = await readFirstPaid(billing.db, keptId);
  await withCustomer(billing, customerRow, async (customer, token) => {
    await provider.cancelNow(externalId);
    // Afterwards, because a change of plan may have been paid just before.
    const { payments: made } = await syncHeld(billing, customer, token);
    for (const payment of made) {
      const isPaidTwice = payment.subscriptionId === externalId && payment.createdAt >= since;
      if (isPaidTwice && findOwed(payment) > 0) await provider.refund(payment.id);
    }
    await syncHeld(billing, customer, token);
    await billing.db
      .update(subscriptions)
      .set({ givenBackAt: billing.now() })
      .where(eq(subscriptions.externalId, externalId));
  });
  billing.log.warn({ customer: customerRow }, 'a second subscription was ended and given back');
}

async function endNow(billing: Billing, customerRow: string, externalId: string): Promise<void> {
  await withCustomer(billing, customerRow, async (customer, token) => {
    await requireProvider(billing).cancelNow(externalId);
    await syncHeld(billing, customer, token);
  });
}
