// Whose a payment is: what accounts ask of billing.
import { and, eq, exists, gt, inArray, isNull, ne, or } from 'drizzle-orm';
import type { AnswerOf } from '@stillpix/contract';
import type { BillingPlan } from '@stillpix/contract/limits';
import type { Database } from '../database/database.ts';
import { billingCustomers, subscriptions } from '../database/schema.ts';
import { ApiError } from '../http/api-error.ts';
import { type Billing, requireProvider } from './context.ts';
import { withCustomers } from './customer-lock.ts';
import { attachCustomer, findCustomers, isCharging } from './customers.ts';
import { settleDoubles, syncCustomer } from './doubles.ts';
import {
  addSession,
  findSession,
  makeSessionId,
  mayAsk,
  readPaymentState,
} from './payment-session.ts';
import { syncHeld } from './sync.ts';

/**
 * What became of the attempt to pay of a `session_id`. Looks again at the provider unless it is
 * known to be over or was asked a moment ago, so that it is right before any webhook came.
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

/** The payer of a completed payment, as far as its `session_id` proves one. */
export interface Payer {
  email: string;
  /** Whose the payment is already. */
  userId: string | null;
  /** The `session_id` came by mail: its holder also owns the address. */
  ownsAddress: boolean;
}

/** Who completed the payment of this session id; `null` when nobody did. */
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
 * Gives what was paid under a session id to an account. The caller has asked `findPayer` whether it
 * was. @throws ApiError `payment-not-verified` when it is another account's
 */
export async function claimPayment(tx: Database, sessionId: string, userId: string): Promise<void> {
  const found = await findSession(tx, sessionId);
  if (found === null) throw new ApiError('payment-not-verified');
  if (await attachCustomer(tx, found.customer.id, userId)) return;
  const now = await findSession(tx, sessionId);
  if (now?.customer.userId !== userId) throw new ApiError('payment-not-verified');
}

/**
 * Gives what was paid under an address without signing in to the account that has just confirmed
 * the address. What is not paid yet, or over, stays with who began it.
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

/** What is now one person's may be paid twice. The account is right without it; it is tried again later. */
export async function settleClaimed(billing: Billing, email: string): Promise<void> {
  if (billing.provider === null) return;
  await settleDoubles(billing, email).catch((error: unknown) =>
    billing.log.warn({ err: error }, 'a double payment is given back later'),
  );
}

/** A new `session_id` for an attempt that was paid, for the link in a mail to the payer's address. */
export async function makeMailedSession(
  db: Database,
  paid: { customer: string; attempt: string; plan: BillingPlan },
): Promise<string> {
  const sessionId = makeSessionId();
  await addSession(db, { sessionId, ...paid, wasMailed: true });
  return sessionId;
}

/** Tells the provider the new address of a user, for receipts. */
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
    // The new address counts from here on, whether or not the provider hears of it now.
    await provider
      .updateCustomer(customerId, { email })
      .catch((error: unknown) =>
        billing.log.warn({ err: error }, 'the payment provider was not told of a new address'),
      );
  }
}

/**
 * Ends every subscription of a user at once and forgets who paid; to be called before the account is
 * deleted. When the provider can't be reached it throws and nothing is forgotten: an account must
 * not vanish while its card goes on being charged.
 */
export async function endSubscriptions(
  billing: Billing,
  { id: userId, email }: { id: string; email: string },
): Promise<void> {
  const { db, provider } = billing;
  await requireReach(billing, userId);
  if (provider !== null) await settleDoubles(billing, email);
  const customers = provider === null ? [] : await findCustomers(db, provider, userId);
  const ids = customers.map(({ id }) => id);
  await withCustomers(billing, ids, async (held) => {
    for (const { customer, token } of held) {
      // First: what is paid on one until then is among what is found.
      if (customer.customerId !== null) await provider?.closePaymentPages(customer.customerId);
      const { subscriptions: found } = await syncHeld(billing, customer, token);
      for (const { id, endedAt } of found) if (endedAt === null) await provider?.cancelNow(id);
    }
    // Within the leases: nothing can be begun that nobody would know of.
    await db.transaction(async (tx) => {
      await tx.delete(subscriptions).where(eq(subscriptions.userId, userId));
      await tx.delete(billingCustomers).where(eq(billingCustomers.userId, userId));
    });
  });
}

/**
 * Makes sure that nothing is charged by a provider that is not configured (any more), where it could not be ended.
 * @throws ApiError `payment-provider-error`
 */
async function requireReach({ db, provider }: Billing, userId: string): Promise<void> {
  const charged = await db
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .where(
      and(
        eq(subscriptions.userId, userId),
        // With the others no money moves.
        eq(subscriptions.provider, 'stripe'),
        ne(subscriptions.provider, provider?.name ?? 'manual'),
        isCharging,
      ),
    )
    .limit(1);
  if (charged.length > 0) throw new ApiError('payment-provider-error');
}
