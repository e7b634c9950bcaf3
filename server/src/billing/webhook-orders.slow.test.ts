import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type BillingFixture,
  createBillingFixture,
  keys,
  requireLatest,
} from '../../testing/billing-fixture.ts';
import type * as fake from '../../testing/fake-stripe/objects.ts';
import { createRandom, type Random } from '../../testing/random.ts';
import { isThorough } from '../../testing/thorough.ts';
import { openEmbedded, type OpenDatabase } from '../database/open.ts';
import type { Database } from '../database/database.ts';
import {
  billingCustomers,
  billingEvents,
  firstPayments,
  subscriptions,
  users,
} from '../database/schema.ts';
import { dayMs } from '../days.ts';
import { reconcile } from './reconcile.ts';
import { createSubscription } from './create-subscription.ts';
import { readSubscription } from './subscription.ts';
import { receiveEvent } from './webhook.ts';

const orders = isThorough ? 1000 : 200;

/** In parts, so that none runs into the time limit of a busy machine. */
const partOrders = 200;
const parts = Array.from(
  { length: orders / partOrders },
  (_, at): [first: number, last: number] => [at * partOrders + 1, (at + 1) * partOrders],
);

let database: OpenDatabase;
beforeAll(async () => {
  database = await openEmbedded();
});
afterAll(() => database.close());

class Crash extends Error {}

/** Counts down to the moment at which everything stops, as when a process is killed. */
class Fuse {
  #left = Infinity;

  light(steps: number): void {
    this.#left = steps;
  }

  putOut(): void {
    this.#left = Infinity;
  }

  step(): void {
    if (--this.#left < 0) throw new Crash('killed');
  }
}

/** The same database, for a process that may die before any of its statements. */
function mortal(db: Database, fuse: Fuse): Database {
  return new Proxy(db, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== 'function') return value;
      if (name === 'transaction') {
        return (work: (tx: Database) => Promise<unknown>) => {
          fuse.step();
          return target.transaction(async (tx) => {
            const result = await work(mortal(tx, fuse));
            fuse.step();
            return result;
          });
        };
      }
      return (...args: unknown[]) => {
        fuse.step();
        return (value as (...all: unknown[]) => unknown).apply(target, args);
      };
    },
  });
}

/** Something that the payer, the provider or time does to a subscription. */
function act(fixture: BillingFixture, random: Random): void {
  const { ledger } = fixture.fake;
  const subscription = requireLatest(fixture.fake);
  const isRunning = subscription.status === 'active' || subscription.status === 'past_due';
  const price = random.pick([...ledger.prices.values()]);
  const charge = random.pick([...ledger.charges.values()]);
  switch (random.below(9)) {
    case 0:
      if (subscription.status === 'incomplete') {
        const card = random.pick(['pm_card_visa', 'pm_card_chargeCustomerFail']);
        ledger.confirm(ledger.requireIntent(subscription), card);
      }
      break;
    case 1:
      if (isRunning) ledger.setCancelAtPeriodEnd(subscription, true);
      break;
    case 2:
      if (isRunning) ledger.setCancelAtPeriodEnd(subscription, false);
      break;
    case 3:
      if (subscription.status === 'active') {
        ledger.changePrice(subscription, price, { canWait: random.chance(0.5) });
      }
      break;
    case 4:
      if (charge && !charge.refunded) ledger.refund(charge);
      break;
    case 5:
      if (isRunning && random.chance(0.5)) ledger.cancelNow(subscription);
      break;
    case 6:
      subscription.default_payment_method = random.pick([
        'pm_card_visa',
        'pm_card_chargeCustomerFail',
      ]);
      break;
    default:
      ledger.advance(random.pick([1, 5, 9, 31]));
  }
}

/**
 * Whether a payer has Pro at a moment, from the provider's own books and the words of our terms: paid
 * and running is Pro (three days longer while it renews), a failed renewal leaves seven days, what
 * was canceled lasts as long as it was paid for, and where the last money was given back there is nothing.
 */
function modelPro({ fake: { ledger } }: BillingFixture, at: Date): boolean {
  const subscription = [...ledger.subscriptions.values()].at(-1);
  if (!subscription) return false;
  const item = subscription.items.data[0];
  if (!item) return false;
  const seconds = at.getTime() / 1000;
  const paid = [...ledger.invoices.values()]
    .filter(({ status }) => status === 'paid')
    .map((invoice) => {
      const intent = invoice.payments.data[0]?.payment.payment_intent;
      const charge = [...ledger.charges.values()].find((one) => one.payment_intent === intent);
      return { invoice, charge };
    });
  const last = paid.findLast(({ charge }) => charge !== undefined)?.charge;
  let paidThrough = 0;
  for (const { invoice, charge } of last?.refunded === true ? [] : paid) {
    if (charge?.refunded === true) continue;
    const { data: lines } = invoice.lines;
    // A negative line gives back unused time of another plan, which ends there.
    for (const { amount, period } of lines) {
      if (amount < 0) paidThrough = Math.min(paidThrough, period.start);
    }
    for (const { amount, period } of lines) {
      if (amount >= 0) paidThrough = Math.max(paidThrough, period.end);
    }
  }
  const days = 86_400;
  if (subscription.status === 'active') {
    const until = item.current_period_end + (subscription.cancel_at_period_end ? 0 : 3 * days);
    return paidThrough > 0 && seconds < until;
  }
  if (subscription.status === 'past_due') return seconds < item.current_period_start + 7 * days;
  return subscription.status === 'canceled' && seconds < paidThrough;
}

/** Now, far ahead, and on both sides of every limit that could matter. */
function instants({ fake: { ledger }, billing }: BillingFixture): Date[] {
  const item = [...ledger.subscriptions.values()].at(-1)?.items.data[0];
  const start = (item?.current_period_start ?? 0) * 1000;
  const end = (item?.current_period_end ?? 0) * 1000;
  const limits = [end, end + 3 * dayMs, start + 7 * dayMs];
  const now = billing.now().getTime();
  return [now, now + 400 * dayMs, ...limits.flatMap((limit) => [limit - 2000, limit + 2000])].map(
    (time) => new Date(time),
  );
}

/** Then reconciling looks at nobody of an order before, and each order fails as it does by itself. */
async function removeEverybody(): Promise<void> {
  for (const table of [subscriptions, billingCustomers, firstPayments, billingEvents, users]) {
    await database.db.delete(table);
  }
}

/** Plays one order of events and tells where rights and model differ in the end. */
async function findMismatches(seed: number): Promise<string[]> {
  await removeEverybody();
  const random = createRandom(seed);
  const fuse = new Fuse();
  const fixture = await createBillingFixture(mortal(database.db, fuse), () => fuse.step());
  const { billing, fake: stripe } = fixture;
  const email = `${randomUUID()}@example.org`;
  const [user] = await database.db.insert(users).values({ email }).returning();
  const userId = user?.id ?? '';
  const plan = random.pick(['monthly', 'annual'] as const);
  await createSubscription(billing, { email, plan }, { userId, language: 'en' });
  if (random.chance(0.9)) {
    const intent = stripe.ledger.requireIntent(requireLatest(stripe));
    stripe.ledger.confirm(intent, random.pick(['pm_card_visa', 'pm_card_chargeCustomerFail']));
  }

  // Events wait here, out of order, some twice; those not answered with success come again.
  const waiting: fake.Event[] = [];
  let seen = 0;
  const collect = () => {
    for (const event of stripe.ledger.events.slice(seen)) {
      waiting.push(event);
      if (random.chance(0.3)) waiting.push(event);
    }
    seen = stripe.ledger.events.length;
  };
  const deliver = async (): Promise<void> => {
    const event = waiting.splice(random.below(waiting.length), 1)[0];
    if (!event) return;
    if (random.chance(0.25)) fuse.light(random.below(14));
    const { body, signature } = stripe.sign(event, keys.webhookSecret);
    const isTaken = await receiveEvent(billing, body, signature).then(
      () => true,
      () => false,
    );
    fuse.putOut();
    if (!isTaken) waiting.push(event);
  };

  const steps = 2 + random.below(4);
  for (let step = 0; step < steps; step++) {
    act(fixture, random);
    collect();
    for (let count = random.below(4); count > 0; count--) await deliver();
  }
  if (random.chance(0.2)) {
    // Lost for good: the reconciliation has to find out by itself.
    waiting.length = 0;
    // It runs every quarter of an hour; a customer whom a dead process still holds has to wait.
    while ((await reconcile(billing, -1)).failed > 0);
  }
  while (waiting.length > 0) await deliver();

  const mismatches: string[] = [];
  for (const at of instants(fixture)) {
    const then = { ...billing, db: database.db, now: () => at };
    const has = (await readSubscription(then, userId))?.entitled === true;
    if (has === modelPro(fixture, at)) continue;
    const { status } = requireLatest(stripe);
    mismatches.push(`order ${seed}, ${status}: Pro is ${has} at ${at.toISOString()}`);
  }
  return mismatches;
}

describe('rights equal the model after random orders of events, repeated, late, lost, with crashes between', () => {
  test.each(parts)('orders %i to %i', { timeout: 900_000 }, async (first, last) => {
    for (let seed = first; seed <= last; seed++) expect(await findMismatches(seed)).toEqual([]);
  });
});
