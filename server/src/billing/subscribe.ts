import { randomUUID } from 'node:crypto';
import { and, eq, isNull } from 'drizzle-orm';
import type { Language } from '@stillpix/contract/languages';
import type { BillingPlan } from '@stillpix/contract/limits';
import { billingCustomers, users } from '../database/schema.ts';
import type { BillingContext } from './context.ts';
import { type Customer, holds, withCustomer } from './customer-lock.ts';
import { addSession, findSession, makeSessionId } from './payment-session.ts';
import type {
  PaymentProvider,
  ProviderStatus,
  ProviderSubscription,
  StartedPayment,
} from './provider.ts';
import { findEntitling } from './rights.ts';
import { type Synced, syncHeld } from './sync.ts';

export interface Subscriber {
  email: string;
  language: Language;
  plan: BillingPlan;
  /** Who asks, when signed in; the account's own address then counts. */
  userId: string | null;
  /** The page's name for this attempt, so that asking twice is asking once. */
  sessionId: string | null;
  /** Where the provider's own payment page, if one is used, leads back to. */
  returnUrl: (sessionId: string) => string;
  cancelUrl: string;
}

export type Begun =
  | { outcome: 'payment'; sessionId: string; payment: StartedPayment; isFirst: boolean }
  /** This very attempt was paid: the page goes on to the thanks. */
  | { outcome: 'paid'; sessionId: string }
  | { outcome: 'already-subscribed' };

/** States in which a subscription could still take money although it gives no rights. */
const dormant: ReadonlySet<ProviderStatus> = new Set(['past_due', 'unpaid', 'paused']);

/**
 * Begins a subscription, or goes on with the attempt of the same `sessionId`. At most one attempt of
 * a customer can be paid at any time, so that nothing (two tabs, the back button, a repeated
 * request) takes money twice.
 */
export async function beginSubscription(
  billing: BillingContext,
  provider: PaymentProvider,
  subscriber: Subscriber,
): Promise<Begun> {
  const { id } = await ensureCustomerRow(billing, provider, subscriber);
  return withCustomer(billing, id, async (row, token) => {
    const customer = await ensureAtProvider(billing, provider, row, token);
    const synced = await syncHeld(billing, provider, customer, token);
    const earlier = await findEarlier(billing, customer, subscriber, synced);
    if (earlier?.status === 'paid') {
      return { outcome: 'paid', sessionId: earlier.sessionId };
    }
    if (findEntitling(synced.subscriptions, billing.now())) {
      return { outcome: 'already-subscribed' };
    }
    if (earlier?.subscription) {
      const payment = await provider.resumePayment(earlier.subscription.id);
      const { sessionId } = earlier;
      if (payment) return { outcome: 'payment', sessionId, payment, isFirst: isFirst(synced) };
    }
    return startAnew(billing, provider, customer, subscriber, synced);
  });
}

async function startAnew(
  billing: BillingContext,
  provider: PaymentProvider,
  customer: Customer,
  subscriber: Subscriber,
  synced: Synced,
): Promise<Begun> {
  for (const one of synced.subscriptions) {
    if (one.status === 'incomplete' || dormant.has(one.status)) await provider.cancelNow(one.id);
  }
  const known = subscriber.sessionId && (await findSession(billing.db, subscriber.sessionId));
  // A name that was used up, or is another customer's, is not taken over.
  const sessionId = subscriber.sessionId && !known ? subscriber.sessionId : makeSessionId();
  const attempt = randomUUID();
  // Written first: a payment must never be made that its payer could not prove.
  await addSession(billing.db, {
    sessionId,
    attempt,
    customer: customer.id,
    plan: subscriber.plan,
  });
  const payment = await provider.startPayment({
    customerId: customer.customerId ?? '',
    plan: subscriber.plan,
    isFirst: isFirst(synced),
    attempt,
    returnUrl: subscriber.returnUrl(sessionId),
    cancelUrl: subscriber.cancelUrl,
  });
  return { outcome: 'payment', sessionId, payment, isFirst: isFirst(synced) };
}

/** Whether the price of the first month applies: who has paid before pays the full one. */
function isFirst({ payments }: Synced): boolean {
  return !payments.some(({ status }) => status === 'paid');
}

interface EarlierAttempt {
  sessionId: string;
  status: 'paid' | 'open';
  subscription: ProviderSubscription | null;
}

async function findEarlier(
  billing: BillingContext,
  customer: Customer,
  subscriber: Subscriber,
  synced: Synced,
): Promise<EarlierAttempt | null> {
  if (subscriber.sessionId === null) return null;
  const found = await findSession(billing.db, subscriber.sessionId);
  if (found?.customer.id !== customer.id || found.session.plan !== subscriber.plan) return null;
  const subscription = synced.subscriptions.find(
    ({ attempt }) => attempt === found.session.attempt,
  );
  const sessionId = subscriber.sessionId;
  if (!subscription || subscription.status === 'incomplete_expired') {
    return { sessionId, status: 'open', subscription: null };
  }
  const isOpen = subscription.status === 'incomplete';
  if (!isOpen && !findEntitling([subscription], billing.now())) return null;
  return { sessionId, status: isOpen ? 'open' : 'paid', subscription };
}

/** The row of who pays: the account's, or of the address where there is no account. */
async function ensureCustomerRow(
  billing: BillingContext,
  provider: PaymentProvider,
  subscriber: Subscriber,
): Promise<{ id: string }> {
  const [user] = await billing.db
    .select({ id: users.id, email: users.email })
    .from(users)
    .where(
      subscriber.userId === null
        ? eq(users.email, subscriber.email)
        : eq(users.id, subscriber.userId),
    );
  const email = user?.email ?? subscriber.email;
  const isTheirs = and(
    eq(billingCustomers.provider, provider.name),
    user
      ? eq(billingCustomers.userId, user.id)
      : and(eq(billingCustomers.email, email), isNull(billingCustomers.userId)),
  );
  const find = () =>
    billing.db
      .select({ id: billingCustomers.id })
      .from(billingCustomers)
      .where(isTheirs)
      .orderBy(billingCustomers.createdAt)
      .limit(1);
  const [known] = await find();
  if (known) return known;
  const [made] = await billing.db
    .insert(billingCustomers)
    .values({
      userId: user?.id ?? null,
      email,
      language: subscriber.language,
      provider: provider.name,
    })
    .onConflictDoNothing()
    .returning({ id: billingCustomers.id });
  if (made) return made;
  const [meanwhile] = await find();
  if (!meanwhile) throw new Error('a customer row vanished while it was made');
  return meanwhile;
}

async function ensureAtProvider(
  billing: BillingContext,
  provider: PaymentProvider,
  customer: Customer,
  token: string,
): Promise<Customer> {
  if (customer.customerId !== null) return customer;
  const customerId = await provider.ensureCustomer({
    email: customer.email,
    language: customer.language,
    idempotencyKey: `customer-${customer.id}`,
  });
  await billing.db.update(billingCustomers).set({ customerId }).where(holds(customer.id, token));
  return { ...customer, customerId };
}
