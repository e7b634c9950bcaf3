import { expect, test } from 'vitest';
import { createReservations } from './reservations.ts';

const limit = { hits: 300 };

/** Shared counts of one limit of 300, and every number of hits that was asked for. */
function createCounts(now: () => number = () => 0) {
  let left = 300;
  const asked: number[] = [];
  const take = async (_key: string, _limit: object, hits: number) => {
    asked.push(hits);
    const granted = Math.min(hits, left);
    left -= granted;
    return { hits: granted, until: now() + 1000 };
  };
  return { take, asked };
}

test('many calls at once ask for each other, and each hit is used', async () => {
  const { take, asked } = createCounts();
  const reservations = createReservations(take, () => 0);
  const refused = await Promise.all(
    Array.from({ length: 100 }, () => reservations.spend('a', limit)),
  );
  expect(refused.every((until) => until === 0)).toBe(true);
  expect(asked.length).toBeLessThan(6);
});

test('two processes pass 300 calls of 300, or at most 5 % fewer, in any mixture', async () => {
  for (const pause of [0, 200, 6000]) {
    let time = 0;
    const { take } = createCounts(() => time + 60_000);
    const processes = [createReservations(take, () => time), createReservations(take, () => time)];
    let passed = 0;
    // The second process gets less and less to do.
    for (let round = 0; round < 400; round++) {
      time += pause / 100;
      const one = processes[round % 7 === 0 ? 1 : 0];
      if ((await one?.spend('a', limit)) === 0) passed++;
    }
    expect(passed).toBeLessThanOrEqual(300);
    expect(passed).toBeGreaterThanOrEqual(285);
  }
});

test('a call now and then takes nothing ahead', async () => {
  let time = 0;
  const { take, asked } = createCounts(() => time + 1000);
  const reservations = createReservations(take, () => time);
  for (let round = 0; round < 3; round++) {
    await reservations.spend('a', limit);
    time += 10_000;
  }
  expect(asked).toEqual([1, 1, 1]);
});

test('a refusal is remembered until the window ends', async () => {
  let time = 0;
  const asked: number[] = [];
  const reservations = createReservations(
    async (_key, _limit, hits) => {
      asked.push(hits);
      return { hits: 0, until: 1000 };
    },
    () => time,
  );
  expect(await reservations.spend('a', limit)).toBe(1000);
  expect(await reservations.spend('a', limit)).toBe(1000);
  expect(asked).toHaveLength(1);
  time = 1000;
  void reservations.spend('a', limit);
  expect(asked).toHaveLength(2);
});

test('a refusal is not kept when the clock was put back', async () => {
  let time = 3_600_000;
  let hits = 0;
  const take = async () => ({ hits, until: time + 60_000 });
  const reservations = createReservations(take, () => time);
  expect(await reservations.spend('a', limit)).toBe(3_660_000);
  time = 0;
  hits = 1;
  expect(await reservations.spend('a', limit)).toBe(0);
});

test('a database that fails fails everybody who waits, and the next call asks anew', async () => {
  let fails = true;
  const reservations = createReservations(
    async (_key, _limit, hits) => {
      if (fails) throw new Error('away');
      return { hits, until: 1000 };
    },
    () => 0,
  );
  const waiting = await Promise.allSettled([
    reservations.spend('a', limit),
    reservations.spend('a', limit),
  ]);
  expect(waiting.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  fails = false;
  expect(await reservations.spend('a', limit)).toBe(0);
});
