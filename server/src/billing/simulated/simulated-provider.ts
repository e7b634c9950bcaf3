import { randomBytes } from 'node:crypto';
import { type BillingPlan, type Currency, prices } from '@stillpix/contract/plans';
import {
  BadSignatureError,
  type CardPayment,
  type PaymentProvider,
  type PaymentRequest,
  type PlanChange,
  type PricedOrder,
  ProviderError,
  type ProviderEvent,
  type ProviderRecord,
  type StartedPayment,
} from '../provider/provider.ts';
import { addPeriod, nextPeriodEnd } from '../provider/period.ts';
import { creditOf, findDue, firstTotal, isLastGivenBack, takeCredit } from './amounts.ts';
import { toPayment, toSubscription } from './as-provider.ts';
import type {
  SimulatedPayment,
  SimulatedState,
  SimulatedSubscription,
  StateStore,
} from './state.ts';

/** What a pretended card does. `authenticate` asks first, as a bank's 3-D Secure does. */
export type SimulatedCard = 'good' | 'declined' | 'authenticate' | 'fails-later';
export type SimulatedOutcome = 'paid' | 'declined' | 'action';

const hourMs = 3_600_000;
/** An attempt to pay that nobody finished ends after this, as at Stripe. */
const attemptHours = 23;
/** A renewal that was never paid ends the subscription after this. */
const retryDays = 14;

/**
 * A pretended payment provider for development and demonstration: the whole life of a subscription,
 * without money. Never available in production (`create-provider.ts`).
 */
export class SimulatedProvider implements PaymentProvider {
  readonly name = 'simulated';
  readonly publishableKey = null;
  readonly #store: StateStore;
  readonly #now: () => Date;
  readonly #portalUrl: string;
  #queue: Promise<unknown> = Promise.resolve();

  constructor(options: { store: StateStore; publicUrl: string; now?: () => Date }) {
    this.#store = options.store;
    this.#now = options.now ?? (() => new Date());
    this.#portalUrl = `${options.publicUrl}/api/simulated/portal`;
  }

  ensureCustomer(customer: { email: string; idempotencyKey: string }): Promise<string> {
    return this.#change((state) => {
      for (const [id, { key }] of Object.entries(state.customers)) {
        if (key === customer.idempotencyKey) return id;
      }
      const id = makeId('simcus');
      state.customers[id] = { email: customer.email, key: customer.idempotencyKey, credit: 0 };
      return id;
    });
  }

  knowsCustomer(customerId: string): Promise<boolean> {
    return this.#change((state) => state.customers[customerId] !== undefined);
  }

  async updateCustomer(customerId: string, customer: { email: string }): Promise<void> {
    await this.#change((state) => {
      const found = state.customers[customerId];
      if (found) found.email = customer.email;
    });
  }

  findOrderCurrency(customerId: string, usual: Currency): Promise<Currency> {
    return this.#change((state) => {
      const customer = state.customers[customerId];
      if (customer && isLastGivenBack(customerId, state)) customer.credit = 0;
      if (creditOf({ customerId }, state) === 0) return usual;
      return state.payments.find((one) => one.customerId === customerId)?.currency ?? usual;
    });
  }

  wouldStartAtOnce(order: PricedOrder): Promise<boolean> {
    return this.#change((state) => {
      const customer = state.customers[order.customerId];
      if (!customer) throw new ProviderError('invalid', 'no customer');
      if (isLastGivenBack(order.customerId, state)) customer.credit = 0;
      return findDue(order, state) === 0;
    });
  }

  startPayment(request: PaymentRequest): Promise<StartedPayment> {
    return this.#change((state) => {
      if (!state.customers[request.customerId]) throw new ProviderError('invalid', 'no customer');
      const known = state.subscriptions.find(({ attempt }) => attempt === request.attempt);
      const subscription = known ?? this.#begin(request);
      const dueCents = findDue(subscription, state);
      if (!known) state.subscriptions.unshift(subscription);
      if (dueCents === 0) {
        this.#start(subscription, state);
        return { url: request.returnUrl, subscriptionId: null };
      }
      return { clientSecret: subscription.secret, subscriptionId: subscription.id, dueCents };
    });
  }

  resumePayment(subscriptionId: string): Promise<CardPayment | null> {
    return this.#change((state) => {
      const found = state.subscriptions.find(({ id }) => id === subscriptionId);
      if (found?.status !== 'incomplete') return null;
      return { clientSecret: found.secret, subscriptionId, dueCents: findDue(found, state) };
    });
  }

  // It has none.
  async closePaymentPages(): Promise<void> {}

  /** What the card form does in place of a real provider's script. */
  pay(clientSecret: string, card: SimulatedCard, agreed?: boolean): Promise<SimulatedOutcome> {
    return this.#change((state) => {
      const found = state.subscriptions.find(({ secret }) => secret === clientSecret);
      if (!found) throw new ProviderError('invalid', 'no such payment');
      if (found.status === 'active') return 'paid';
      if (found.status !== 'incomplete') throw new ProviderError('invalid', 'this attempt is over');
      if (card === 'declined' || (card === 'authenticate' && agreed === false)) return 'declined';
      if (card === 'authenticate' && agreed !== true) return 'action';
      found.card = card;
      this.#start(found, state);
      return 'paid';
    });
  }

  readRecord(customerId: string): Promise<ProviderRecord> {
    return this.#change((state) => ({
      subscriptions: state.subscriptions
        .filter((one) => one.customerId === customerId)
        .map((one) => toSubscription(one, state.payments)),
      payments: state.payments
        // What credit covered asked for no money.
        .filter((one) => one.customerId === customerId && one.amount > 0)
        .map(toPayment),
    }));
  }

  async setCancelAtPeriodEnd(subscriptionId: string, cancel: boolean): Promise<void> {
    await this.#changeOne(subscriptionId, (found) => {
      if (found.status === 'canceled') throw new ProviderError('invalid', 'it has ended');
      found.cancelAtPeriodEnd = cancel;
    });
  }

  async cancelNow(subscriptionId: string): Promise<void> {
    await this.#changeOne(subscriptionId, (found) => {
      if (found.endedAt !== null) return;
      found.status = found.status === 'incomplete' ? 'incomplete_expired' : 'canceled';
      found.endedAt = this.#now();
    });
  }

  async changePlan(subscriptionId: string, plan: BillingPlan): Promise<PlanChange> {
    await this.#changeOne(subscriptionId, (found, state) => {
      if (found.plan === plan) return;
      const now = this.#now();
      const period = found.periodEnd.getTime() - found.periodStart.getTime();
      const left = Math.max(0, found.periodEnd.getTime() - now.getTime()) / period;
      const list = prices[found.currency];
      const total = list[plan].cents - Math.round(left * list[found.plan].cents);
      const isCharged = total > creditOf(found, state);
      if (isCharged && found.card === 'fails-later') {
        throw new ProviderError('declined', declinedText);
      }
      found.plan = plan;
      found.cancelAtPeriodEnd = false;
      found.anchor = now;
      found.periodStart = now;
      found.periodEnd = addPeriod(now, plan);
      state.payments.unshift(this.#makePayment(found, takeCredit(found, total, state), 'paid'));
    });
    return 'changed';
  }

  // Its bank asks about first payments only.
  async findBegunChange(): Promise<null> {
    return null;
  }

  async dropChange(): Promise<void> {}

  async refund(paymentId: string): Promise<void> {
    await this.#change((state) => {
      const found = state.payments.find(({ id }) => id === paymentId);
      if (found?.status !== 'paid') throw new ProviderError('invalid', 'no such payment');
      found.refunded = found.amount;
    });
  }

  async openPortal(_customerId: string, returnUrl: string): Promise<string> {
    return `${this.#portalUrl}?return_url=${encodeURIComponent(returnUrl)}`;
  }

  readEvent(): Promise<ProviderEvent> {
    return Promise.reject(new BadSignatureError('the simulated provider sends no webhooks'));
  }

  /** The first period, once it is paid or ordered. */
  #start(subscription: SimulatedSubscription, state: SimulatedState): void {
    subscription.status = 'active';
    const due = takeCredit(subscription, firstTotal(subscription), state);
    state.payments.unshift(this.#makePayment(subscription, due, 'paid'));
  }

  #begin(request: PaymentRequest): SimulatedSubscription {
    const now = this.#now();
    const id = makeId('simsub');
    return {
      id,
      currency: request.currency,
      customerId: request.customerId,
      attempt: request.attempt,
      secret: `${id}_secret_${randomBytes(16).toString('hex')}`,
      status: 'incomplete',
      plan: request.plan,
      startedAt: now,
      anchor: now,
      periodStart: now,
      periodEnd: addPeriod(now, request.plan),
      cancelAtPeriodEnd: false,
      endedAt: null,
      card: null,
      isFirst: request.isFirst,
    };
  }

  #makePayment(
    subscription: SimulatedSubscription,
    amount: number,
    status: SimulatedPayment['status'],
  ): SimulatedPayment {
    return {
      id: makeId('simpay'),
      customerId: subscription.customerId,
      subscriptionId: subscription.id,
      amount,
      currency: subscription.currency,
      refunded: 0,
      status,
      createdAt: this.#now(),
      periodEnd: subscription.periodEnd,
    };
  }

  async #changeOne(
    subscriptionId: string,
    change: (found: SimulatedSubscription, state: SimulatedState) => void,
  ): Promise<void> {
    await this.#change((state) => {
      const found = state.subscriptions.find(({ id }) => id === subscriptionId);
      if (!found) throw new ProviderError('invalid', 'no such subscription');
      change(found, state);
    });
  }

  /** One change after the other; what time has brought about comes first. */
  #change<T>(change: (state: SimulatedState) => T): Promise<T> {
    const done = this.#queue.then(async () => {
      const state = await this.#store.read();
      for (const subscription of state.subscriptions) this.#age(subscription, state);
      const result = change(state);
      await this.#store.write(state);
      return result;
    });
    this.#queue = done.catch(() => undefined);
    return done;
  }

  #age(subscription: SimulatedSubscription, state: SimulatedState): void {
    const now = this.#now();
    if (subscription.status === 'incomplete') {
      if (now.getTime() - subscription.startedAt.getTime() < attemptHours * hourMs) return;
      subscription.status = 'incomplete_expired';
      subscription.endedAt = now;
    }
    while (subscription.status === 'active' && subscription.periodEnd <= now) {
      if (subscription.cancelAtPeriodEnd) {
        subscription.status = 'canceled';
        subscription.endedAt = subscription.periodEnd;
        return;
      }
      subscription.periodStart = subscription.periodEnd;
      const { plan, currency, periodStart, anchor, startedAt } = subscription;
      subscription.periodEnd = nextPeriodEnd(periodStart, plan, anchor ?? startedAt);
      const due = takeCredit(subscription, prices[currency][plan].cents, state);
      const isPaid = subscription.card !== 'fails-later' || due === 0;
      if (!isPaid) subscription.status = 'past_due';
      const payment = this.#makePayment(subscription, due, isPaid ? 'paid' : 'failed');
      state.payments.unshift({ ...payment, createdAt: subscription.periodStart });
    }
    const overdue = now.getTime() - subscription.periodStart.getTime();
    if (subscription.status === 'past_due' && overdue >= retryDays * 24 * hourMs) {
      subscription.status = 'canceled';
      subscription.endedAt = now;
    }
  }
}

const declinedText = 'Your card was declined.';

function makeId(prefix: string): string {
  return `${prefix}_${randomBytes(12).toString('hex')}`;
}
