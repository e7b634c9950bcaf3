import { beforeEach, describe, expect, test } from 'vitest';
import type { BillingPlan } from '@stillpix/contract/plans';
import { SimulatedProvider } from './simulated-provider.ts';
import { keepInMemory } from './state.ts';

let now: Date;
let provider: SimulatedProvider;
let customerId: string;

beforeEach(async () => {
  now = new Date('2027-01-31T12:00:00Z');
  provider = new SimulatedProvider({
    store: keepInMemory(),
    publicUrl: 'https://stillpix.test',
    now: () => now,
  });
  customerId = await provider.ensureCustomer({ email: 'a@example.com', idempotencyKey: 'a' });
});

let attempts = 0;
const covers = (plan: BillingPlan) =>
  provider.wouldStartAtOnce({ customerId, plan, isFirst: false, currency: 'usd' });
const order = (plan: BillingPlan) =>
  provider.startPayment({
    customerId,
    plan,
    isFirst: false,
    currency: 'usd',
    attempt: `attempt-${attempts++}`,
    returnUrl: 'https://stillpix.test/thanks',
    cancelUrl: 'https://stillpix.test/pricing',
  });

async function subscribe(plan: BillingPlan) {
  const { clientSecret } = await order(plan);
  await provider.pay(clientSecret ?? '', 'good');
  return read();
}

async function read() {
  const { subscriptions, payments } = await provider.readRecord(customerId);
  const [subscription] = subscriptions;
  if (!subscription) throw new Error('nothing was begun');
  return { subscription, amounts: payments.map(({ amount }) => amount) };
}

/** The end of each period from now on, as days. */
async function followPeriods(count: number): Promise<string[]> {
  const ends = [];
  for (let period = 0; period < count; period++) {
    const { subscription } = await read();
    ends.push(subscription.currentPeriodEnd.toISOString().slice(0, 10));
    now = subscription.currentPeriodEnd;
  }
  return ends;
}

describe('a month', () => {
  test('that begins on the 31st ends on the last day of shorter ones, and on the 31st again', async () => {
    await subscribe('monthly');
    expect(await followPeriods(4)).toEqual([
      '2027-02-28',
      '2027-03-31',
      '2027-04-30',
      '2027-05-31',
    ]);
  });

  test('is counted from the day of a change of plan', async () => {
    const { subscription } = await subscribe('annual');
    now = new Date('2027-03-30T12:00:00Z');
    await provider.changePlan(subscription.id, 'monthly');
    expect(await followPeriods(2)).toEqual(['2027-04-30', '2027-05-30']);
  });
});

test('a year that begins on the 29th of February ends on the 28th, and in four years on the 29th', async () => {
  now = new Date('2028-02-29T12:00:00Z');
  await subscribe('annual');
  expect(await followPeriods(4)).toEqual(['2029-02-28', '2030-02-28', '2031-02-28', '2032-02-29']);
});

describe('what is left of a year that becomes a month', () => {
  async function toMonth() {
    const { subscription } = await subscribe('annual');
    await provider.changePlan(subscription.id, 'monthly');
    return subscription;
  }

  test('pays the months that follow, which are no payments', async () => {
    await toMonth();
    now = new Date('2027-06-15T12:00:00Z');
    const { subscription, amounts } = await read();
    expect(subscription).toMatchObject({ status: 'active', plan: 'monthly' });
    expect(amounts).toEqual([4900]);
    now = new Date('2027-12-15T12:00:00Z');
    // 49.00 are nine months at 4.99, and 4.09 of the tenth.
    expect((await read()).amounts).toEqual([499, 90, 4900]);
  });

  test('pays a new order', async () => {
    const { id } = await toMonth();
    await provider.cancelNow(id);
    expect(await covers('monthly')).toBe(true);
    expect((await provider.readRecord(customerId)).subscriptions).toHaveLength(1);
    expect(await order('monthly')).toMatchObject({ url: 'https://stillpix.test/thanks' });
    const { subscription, amounts } = await read();
    expect(subscription.status).toBe('active');
    expect(amounts).toEqual([4900]);
  });

  test('makes a dearer order cheaper', async () => {
    const { id } = await toMonth();
    await provider.cancelNow(id);
    expect(await covers('annual')).toBe(false);
    const { dueCents, clientSecret } = await order('annual');
    // The month that was taken from it has cost 4.99.
    expect(dueCents).toBe(499);
    await provider.pay(clientSecret ?? '', 'good');
    expect((await read()).amounts).toEqual([499, 4900]);
  });

  test('buys nothing once the money was given back', async () => {
    const { id } = await toMonth();
    const { payments } = await provider.readRecord(customerId);
    await provider.cancelNow(id);
    await provider.refund(payments[0]?.id ?? '');
    expect(await covers('monthly')).toBe(false);
    expect(await order('monthly')).toMatchObject({ dueCents: 499 });
  });
});
