import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { BodyOf, CreateSubscriptionAnswer } from '@stillpix/contract';
import { isLanguage, fallbackLanguage } from '@stillpix/contract/languages';
import type { BillingPlan, Currency } from '@stillpix/contract/plans';
import { users } from '../database/schema.ts';
import { ApiError } from '../api-error.ts';
import { type Billing, isTestMode, requireProvider } from './context.ts';
import { type Customer, extendLock, holds, withCustomer } from './customer-lock.ts';
import { accountKey, findCustomers, requireCustomer, sessionKey } from './customers.ts';
import { billingCustomers } from '../database/schema.ts';
import { describeDue } from './due.ts';
import { findFirstPayment } from './first-payment.ts';
import { addSession, type FoundSession, findSession, makeSessionId } from './payment-session.ts';
import type {
  PaymentProvider,
  PricedOrder,
  ProviderSubscription,
  StartedPayment,
} from './provider/provider.ts';
import { keepBeginRequest, requireBeginWording } from './begin-requests.ts';
import { findEntitling, mayCharge } from './rights.ts';
import { lookAgain, type Synced, syncHeld } from './sync.ts';

interface Order {
  email: string;
  language: string;
  plan: BillingPlan;
  /** The signed-in user, whose own address is then used. */
  userId: string | null;
  /** The page's secret name for its attempt, which makes repeated requests one. */
  sessionId: string | null;
  /** Version of the wording with which beginning at once was requested. `null` if it was not. */
  beginWording: string | null;
  /** Whether the ordering button was pressed. Only required if credit covers the whole amount. */
  isOrdered: boolean;
}

/** What determines an order's price, besides its plan. */
type Pricing = Pick<PricedOrder, 'isFirst' | 'currency'>;

/** The outcome of an order. */
type Placed =
  | ({ outcome: 'payment'; sessionId: string; payment: StartedPayment } & Pricing)
  /** Credit covers the amount due now, and nothing starts until that is ordered. */
  | ({ outcome: 'to-order'; sessionId: string } & Pricing)
  /** This attempt is already paid: the page continues to the thank-you page. */
  | { outcome: 'paid'; sessionId: string };

/**
 * Starts a subscription, or continues the attempt with the same `sessionId`.
 *
 * An account has at most one payable attempt, however many concurrent requests ask for one. Without
 * signing in, anybody may type any address, so nothing is looked up or ended by it: only the secret
 * `sessionId` leads to an earlier attempt. If the same person then pays twice, one payment is
 * refunded (`doubles.ts`).
 * @throws ApiError `already-subscribed`, `begin-not-asked`, `stripe_not_configured`
 */
export async function createSubscription(
  billing: Billing,
  body: BodyOf<'createSubscription'>,
  caller: { userId: string; language: string } | null,
): Promise<CreateSubscriptionAnswer> {
  const language = body.language ?? caller?.language;
  const order: Order = {
    email: body.email,
    language: language !== undefined && isLanguage(language) ? language : fallbackLanguage,
    plan: body.plan ?? 'monthly',
    userId: caller?.userId ?? null,
    sessionId: body.sessionId ?? null,
    beginWording: requireBeginWording(billing, body),
    isOrdered: body.isOrdered === true,
  };
  const placed = await place(billing, order);
  const testMode = isTestMode(billing);
  const { sessionId } = placed;
  if (placed.outcome === 'paid') {
    return { url: returnUrl(billing, order, sessionId), sessionId, testMode };
  }
  const { plan } = order;
  const { isFirst, currency } = placed;
  if (placed.outcome === 'to-order') {
    const due = describeDue(billing, { plan, isFirst, currency, dueCents: 0 });
    return { needsOrder: true, sessionId, due, testMode };
  }
  const { clientSecret, url, dueCents } = placed.payment;
  const due = describeDue(billing, { plan, isFirst, currency, dueCents });
  return { ...(url === undefined ? { clientSecret } : { url }), sessionId, due, testMode };
}

async function place(billing: Billing, order: Order): Promise<Placed> {
  const provider = requireProvider(billing);
  const earlier = order.sessionId === null ? null : await findSession(billing.db, order.sessionId);
  const { id } = await findPayer(billing, provider, order, earlier);
  if (earlier && earlier.customer.id !== id && (await leave(billing, order, earlier))) {
    return { outcome: 'paid', sessionId: order.sessionId ?? '' };
  }
  return withCustomer(billing, id, async (customer, token) => {
    const synced = await syncHeld(billing, customer, token);
    const currency = await findCurrency(billing, customer);
    const attempt = await findAttempt(billing, order, { customer, synced, currency });
    if (attempt?.isPaid) return { outcome: 'paid', sessionId: attempt.sessionId };
    const others = await lookAtOthers(billing, provider, order, customer);
    const all = [synced, ...others].flatMap(({ subscriptions }) => subscriptions);
    if (findEntitling(all, billing.now())) throw new ApiError('already-subscribed');
    const isFirst = await isFirstPayment(billing, order, synced);
    if (attempt) {
      const payment = await provider.resumePayment(attempt.subscription.id);
      const { sessionId } = attempt;
      await keepBeginRequest(billing, order, customer.id, attempt.attempt);
      if (payment) return { outcome: 'payment', sessionId, payment, isFirst, currency };
    }
    for (const one of all) {
      // Includes subscriptions that could still charge although they grant nothing.
      if (one.status === 'incomplete' || mayCharge(one)) await provider.cancelNow(one.id);
    }
    if (all.some(({ status }) => status === 'incomplete')) {
      // It may have been paid in another tab just before it was ended.
      const now = [
        await syncHeld(billing, customer, token),
        ...(await lookAtOthers(billing, provider, order, customer)),
      ].flatMap(({ subscriptions }) => subscriptions);
      if (findEntitling(now, billing.now())) throw new ApiError('already-subscribed');
    }
    return start(billing, provider, { order, customer, token, isFirst, currency });
  });
}

/** The customer row to use: the account's, or that of this browser's attempt, or a new one. */
async function findPayer(
  billing: Billing,
  provider: PaymentProvider,
  order: Order,
  earlier: FoundSession | null,
): Promise<Customer> {
  const { email, language } = order;
  if (order.userId !== null) {
    const [user] = await billing.db
      .select({ email: users.email })
      .from(users)
      .where(eq(users.id, order.userId));
    // One that the account has claimed may have credit. Its own row comes first.
    const [known] = await findCustomers(billing.db, provider, order.userId);
    if (known) return known;
    return requireCustomer(billing.db, {
      payerKey: accountKey(order.userId),
      userId: order.userId,
      email: user?.email ?? email,
      language,
      provider: provider.name,
    });
  }
  const isSame =
    earlier?.customer.userId === null &&
    earlier.customer.email === email &&
    earlier.customer.provider === provider.name;
  if (isSame) return earlier.customer;
  const requireNamed = (name: string): Promise<Customer> =>
    requireCustomer(billing.db, {
      payerKey: sessionKey(name),
      userId: null,
      email,
      language,
      provider: provider.name,
    });
  if (earlier === null && order.sessionId !== null) {
    const named = await requireNamed(order.sessionId);
    // The page may have asked with another address a moment ago.
    if (named.email === email && named.userId === null) return named;
  }
  return requireNamed(makeSessionId());
}

/**
 * Ends this browser's earlier attempt by another payer: one made before signing in, or with another
 * address.
 * @returns whether it was paid instead, by the person who asks
 */
async function leave(billing: Billing, order: Order, earlier: FoundSession): Promise<boolean> {
  const { customer, session } = earlier;
  const provider = requireProvider(billing);
  if (customer.customerId !== null && customer.provider === provider.name) {
    // First, so that what was paid there before is found below.
    await provider.closePaymentPages(customer.customerId);
  }
  const find = async () =>
    (await lookAgain(billing, customer.id)).subscriptions.find(
      ({ attempt }) => attempt === session.attempt,
    );
  let found = await find();
  if (found?.status === 'incomplete') {
    await provider.cancelNow(found.id);
    // It may have been paid just before it was ended.
    found = await find();
  }
  if (!found) return false;
  const isTheirs =
    order.userId === null
      ? customer.email === order.email
      : customer.userId === null || customer.userId === order.userId;
  return isTheirs && findEntitling([found], billing.now()) !== null;
}

interface Attempt {
  sessionId: string;
  attempt: string;
  isPaid: boolean;
  subscription: ProviderSubscription;
}

/** The order's earlier attempt by `sessionId`, if it was paid or is still payable. */
async function findAttempt(
  billing: Billing,
  order: Order,
  { customer, synced, currency }: { customer: Customer; synced: Synced; currency: Currency },
): Promise<Attempt | null> {
  const { sessionId, plan } = order;
  // Checked again under the lock, because the same request may have arrived twice.
  const found = sessionId === null ? null : await findSession(billing.db, sessionId);
  if (sessionId === null || found?.customer.id !== customer.id) return null;
  const subscription = synced.subscriptions.find(
    ({ attempt }) => attempt === found.session.attempt,
  );
  if (!subscription || found.session.plan !== plan) return null;
  const isPaid = findEntitling([subscription], billing.now()) !== null;
  // The operator may have changed the currency: the amount shown must be the amount paid.
  const isPayable = subscription.status === 'incomplete' && subscription.currency === currency;
  return isPaid || isPayable
    ? { sessionId, attempt: found.session.attempt, isPaid, subscription }
    : null;
}

/** The currency of an order. Who has credit in another one than the present goes on in that. */
async function findCurrency(billing: Billing, { customerId }: Customer): Promise<Currency> {
  if (customerId === null) return billing.currency;
  return requireProvider(billing).findOrderCurrency(customerId, billing.currency);
}

/** Looks at the account's other subscriptions, by customer rows that it has claimed. */
async function lookAtOthers(
  billing: Billing,
  provider: PaymentProvider,
  order: Order,
  customer: Customer,
): Promise<Synced[]> {
  if (order.userId === null) return [];
  const found = [];
  for (const { id } of await findCustomers(billing.db, provider, order.userId)) {
    if (id !== customer.id) found.push(await lookAgain(billing, id));
  }
  return found;
}

/**
 * Whether the first month's price applies: those who have paid before pay the full one. Without
 * signing in it always applies, except to the attempt's own holder, because the amount must not
 * reveal who has paid.
 */
async function isFirstPayment(
  billing: Billing,
  { userId }: Order,
  { payments }: Synced,
): Promise<boolean> {
  if (userId === null) return !payments.some(({ status }) => status === 'paid');
  return (await findFirstPayment(billing, userId)) === null;
}

async function start(
  billing: Billing,
  provider: PaymentProvider,
  payer: { order: Order; customer: Customer; token: string } & Pricing,
): Promise<Placed> {
  const { order, customer, token, isFirst, currency } = payer;
  await extendLock(billing, customer.id, token);
  const customerId = await ensureAtProvider(billing, provider, customer, token);
  const isAtOnce = await provider.wouldStartAtOnce({
    customerId,
    plan: order.plan,
    isFirst,
    currency,
  });
  if (isAtOnce && !order.isOrdered) {
    return {
      outcome: 'to-order',
      sessionId: order.sessionId ?? makeSessionId(),
      isFirst,
      currency,
    };
  }
  const attempt = randomUUID();
  // Stored first: no payment may be made that its payer could not prove.
  const add = (sessionId: string): Promise<boolean> =>
    addSession(billing.db, { sessionId, attempt, customer: customer.id, plan: order.plan });
  let sessionId = order.sessionId ?? makeSessionId();
  if (!(await add(sessionId))) {
    // A used name, or another payer's, is not reused.
    sessionId = makeSessionId();
    await add(sessionId);
  }
  await keepBeginRequest(billing, order, customer.id, attempt);
  await extendLock(billing, customer.id, token);
  const payment = await provider.startPayment({
    customerId,
    plan: order.plan,
    isFirst,
    currency,
    attempt,
    returnUrl: returnUrl(billing, order, sessionId),
    cancelUrl: `${billing.publicUrl}/pricing`,
  });
  return { outcome: 'payment', sessionId, payment, isFirst, currency };
}

/**
 * The provider's customer id. Creates a customer if there is none, or if the provider no longer
 * knows it.
 */
async function ensureAtProvider(
  billing: Billing,
  provider: PaymentProvider,
  customer: Customer,
  token: string,
): Promise<string> {
  const { id, customerId: known, email, language } = customer;
  if (known !== null && (await provider.knowsCustomer(known))) return known;
  const customerId = await provider.ensureCustomer({
    email,
    language,
    // A new key for each order: the provider answers a used one with the same failure, or with the
    // same customer although that was deleted, for a day. A customer whose answer was lost stays
    // behind there, unused.
    idempotencyKey: `customer-${token}`,
  });
  await billing.db.update(billingCustomers).set({ customerId }).where(holds(id, token));
  return customerId;
}

/** Where to continue after the payment, from our page or the provider's. */
function returnUrl({ publicUrl }: Billing, order: Order, sessionId: string): string {
  const query = { session_id: sessionId, email: order.email, lang: order.language };
  return `${publicUrl}/thanks?${new URLSearchParams(query).toString()}`;
}
