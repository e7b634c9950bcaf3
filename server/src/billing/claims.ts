// Who a payment belongs to: what accounts need from billing.
import { and, eq, exists, gt, inArray, isNull, ne, not, or } from 'drizzle-orm';
import type { AnswerOf } from '@stillpix/contract';
import type { BillingPlan } from '@stillpix/contract/plans';
import type { Database } from '../database/database.ts';
import { billingCustomers, subscriptions } from '../database/schema.ts';
import { ApiError } from '../api-error.ts';
import { type Billing, requireProvider } from './context.ts';
import { type Customer, withCustomers } from './customer-lock.ts';
import { attachCustomer, findCustomers, isCharging } from './customers.ts';
import { settleDoubles, syncCustomer } from './doubles.ts';
import {
  addSession,
  findSession,
  makeSessionId,
  mayAsk,
  readPaymentState,
} from './payment-session.ts';
import { findOwed, type PaymentProvider, type ProviderPayment } from './provider/provider.ts';
import { syncHeld } from './sync.ts';

/**
 * The state of a `session_id`'s attempt to pay. Asks the provider again unless the attempt is known
 * to be over or was asked about a moment ago, so that it is right before any webhook arrives.
 */
export async function readPaymentSession(
  billing: Billing,
  sessionId: string,
): Promise<AnswerOf<'paymentSession'>> {
  return readSession(billing, sessionId, () => mayAsk(billing.db, sessionId));
}

async function readSession(
  billing: Billing,
  sessionId: string,
  mayLook: () => Promise<boolean>,
): Promise<AnswerOf<'paymentSession'>> {
  const provider = requireProvider(billing);
  const found = await findSession(billing.db, sessionId);
  if (!found) return { state: 'unknown', email: null, claimed: false };
  const { id, email } = found.customer;
  const isOpen = (await readPaymentState(billing.db, found)) === 'open';
  if (isOpen && provider.name === found.customer.provider && (await mayLook())) {
    await syncCustomer(billing, id);
  }
  const now = (await findSession(billing.db, sessionId)) ?? found;
  return {
    state: await readPaymentState(billing.db, now),
    email,
    claimed: now.customer.userId !== null,
  };
}

/** The payer of a completed payment, as far as a `session_id` proves it. */
export interface Payer {
  email: string;
  /** The account that the payment already belongs to. */
  userId: string | null;
  /** The `session_id` came by mail, so its holder also owns the address. */
  ownsAddress: boolean;
}

/** The payer of a session id's completed payment. `null` if there is none. */
export async function findPayer(billing: Billing, sessionId: string): Promise<Payer | null> {
  if (billing.provider === null) return null;
  // What follows from it must not rest on an answer of a moment ago.
  const { state } = await readSession(billing, sessionId, async () => true);
  const found = state === 'paid' ? await findSession(billing.db, sessionId) : null;
  if (found === null) return null;
  const { email, userId } = found.customer;
  return { email, userId, ownsAddress: found.session.wasMailed };
}

/**
 * Assigns a session id's payment to an account. The caller must have checked with `findPayer` that
 * it was paid. @throws ApiError `payment-not-verified` if it belongs to another account
 */
export async function claimPayment(tx: Database, sessionId: string, userId: string): Promise<void> {
  const found = await findSession(tx, sessionId);
  if (found === null) throw new ApiError('payment-not-verified');
  if (await attachCustomer(tx, found.customer.id, userId)) return;
  const now = await findSession(tx, sessionId);
  if (now?.customer.userId !== userId) throw new ApiError('payment-not-verified');
}

/**
 * Assigns payments made without signing in to the account that has just confirmed their address.
 * Unpaid and ended ones stay with whoever started them.
 */
export async function claimPaymentsOfAddress(
  billing: Billing,
  userId: string,
  email: string,
): Promise<void> {
  const { db } = billing;
  const givesPro = db
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .where(
      and(
        eq(subscriptions.customerId, billingCustomers.customerId),
        or(
          inArray(subscriptions.status, ['trialing', 'active', 'past_due']),
          gt(subscriptions.paidUntil, billing.now()),
        ),
      ),
    );
  const rows = await db
    .select({ id: billingCustomers.id })
    .from(billingCustomers)
    .where(
      and(eq(billingCustomers.email, email), isNull(billingCustomers.userId), exists(givesPro)),
    );
  for (const { id } of rows) await db.transaction((tx) => attachCustomer(tx, id, userId));
  await settleClaimed(billing, email);
}

/**
 * Resolves payments that are now one person's twice. The account is valid without this, which is
 * retried later.
 */
export async function settleClaimed(billing: Billing, email: string): Promise<void> {
  if (billing.provider === null) return;
  await settleDoubles(billing, email).catch((error: unknown) =>
    billing.log.warn({ err: error }, 'a double payment is given back later'),
  );
}

/** Makes a new `session_id` for a paid attempt, for a link in a mail to the payer's address. */
export async function makeMailedSession(
  db: Database,
  paid: { customer: string; attempt: string; plan: BillingPlan },
): Promise<string> {
  const sessionId = makeSessionId();
  await addSession(db, { sessionId, ...paid, wasMailed: true });
  return sessionId;
}

/** Tells the provider a user's new address, for receipts. */
export async function changePayerAddress(
  billing: Billing,
  userId: string,
  email: string,
): Promise<void> {
  const { db, provider } = billing;
  await db.update(billingCustomers).set({ email }).where(eq(billingCustomers.userId, userId));
  if (provider === null) return;
  for (const { customerId } of await findCustomers(db, provider, userId)) {
    if (customerId === null) continue;
    // The new address applies from now on, whether or not the provider is told now.
    await provider
      .updateCustomer(customerId, { email })
      .catch((error: unknown) =>
        billing.log.warn({ err: error }, 'the payment provider was not told of a new address'),
      );
  }
}

/**
 * Ends all subscriptions of a user at once and forgets the payer. Must be called before deleting
 * the account. Throws and forgets nothing if the provider cannot be reached: an account must not
 * disappear while its card is still charged.
 */
export async function endSubscriptions(
  billing: Billing,
  { id: userId, email }: { id: string; email: string },
): Promise<void> {
  const { db, provider } = billing;
  await requireReach(billing, userId);
  if (provider === null) return forgetPayer(db, userId, []);
  let customers: Customer[];
  do {
    await settleDoubles(billing, email);
    customers = await findCustomers(db, provider, userId);
    await endCustomers(billing, provider, userId, customers);
    // What was claimed meanwhile was not locked, and is ended by another round.
  } while (customers.length > 0);
}

async function endCustomers(
  billing: Billing,
  provider: PaymentProvider,
  userId: string,
  customers: readonly Customer[],
): Promise<void> {
  const { db } = billing;
  const ids = customers.map(({ id }) => id);
  await withCustomers(billing, ids, async (held) => {
    for (const { customer, token } of held) {
      const { customerId } = customer;
      if (customerId === null) continue;
      // First of all, so that anything paid on such a page before is found below.
      await provider.closePaymentPages(customerId);
      const before = await syncHeld(billing, customer, token);
      const running = before.subscriptions.filter(({ endedAt }) => endedAt === null);
      if (running.length === 0) continue;
      for (const { id } of running) await provider.cancelNow(id);
      // An attempt or a change of plan may have been paid in another tab just before it was ended.
      const known = new Set(before.payments.filter(isPaid).map(({ id }) => id));
      const { payments: made } = await provider.readRecord(customerId);
      for (const payment of made) {
        const isForNothing = !known.has(payment.id) && findOwed(payment) > 0;
        if (isForNothing) await provider.refund(payment.id);
      }
    }
    // Within the locks: nothing can be started without being noticed.
    await forgetPayer(db, userId, ids, provider);
  });
}

/** Deletes a user's customers that were ended, those of other providers, and all their subscriptions. */
async function forgetPayer(
  db: Database,
  userId: string,
  ended: readonly string[],
  provider?: PaymentProvider,
): Promise<void> {
  const isOver =
    provider &&
    or(ne(billingCustomers.provider, provider.name), inArray(billingCustomers.id, [...ended]));
  await db.transaction(async (tx) => {
    await tx.delete(billingCustomers).where(and(eq(billingCustomers.userId, userId), isOver));
    const isLeft = exists(
      tx
        .select({ id: billingCustomers.id })
        .from(billingCustomers)
        .where(eq(billingCustomers.customerId, subscriptions.customerId)),
    );
    await tx.delete(subscriptions).where(and(eq(subscriptions.userId, userId), not(isLeft)));
  });
}

function isPaid({ status }: ProviderPayment): boolean {
  return status === 'paid';
}

/**
 * Rejects if a provider that is no longer configured may still charge the user, because that could
 * not be ended.
 * @throws ApiError `payment-provider-error`
 */
async function requireReach({ db, provider }: Billing, userId: string): Promise<void> {
  const charged = await db
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .where(
      and(
        eq(subscriptions.userId, userId),
        // With other providers, no money moves.
        eq(subscriptions.provider, 'stripe'),
        ne(subscriptions.provider, provider?.name ?? 'manual'),
        isCharging,
      ),
    )
    .limit(1);
  if (charged.length > 0) throw new ApiError('payment-provider-error');
}
