import { expect, test } from 'vitest';
import { createLatest, createRefined } from './latest.ts';

function setUp() {
  const asked: number[] = [];
  const published: string[] = [];
  const dropped: string[] = [];
  const finish: (() => void)[] = [];
  const latest = createLatest<number, string>(
    (question) => {
      asked.push(question);
      return new Promise((resolve, reject) =>
        finish.push(() => (question < 0 ? reject(new Error('no')) : resolve(`${question}`))),
      );
    },
    (answer) => published.push(answer),
    (answer) => dropped.push(answer),
  );
  const settle = async () => {
    finish.shift()?.();
    await new Promise((resolve) => setTimeout(resolve));
  };
  return { latest, asked, published, dropped, settle };
}

test('answers the newest of those that came while it was busy', async () => {
  const { latest, asked, published, settle } = setUp();
  latest.ask(1);
  latest.ask(2);
  latest.ask(3);
  await settle();
  await settle();
  expect(asked).toEqual([1, 3]);
  expect(published).toEqual(['1', '3']);
});

test('answers again after a pause, and after a failure', async () => {
  const { latest, asked, published, settle } = setUp();
  latest.ask(-1);
  await settle();
  latest.ask(2);
  await settle();
  expect(asked).toEqual([-1, 2]);
  expect(published).toEqual(['2']);
});

test('drops an answer that nobody waits for any more', async () => {
  const { latest, published, dropped, settle } = setUp();
  latest.ask(1);
  latest.ask(null);
  await settle();
  expect(published).toEqual([]);
  expect(dropped).toEqual(['1']);
});

test('refines an answer, unless something else was asked meanwhile', async () => {
  const published: string[] = [];
  const dropped: string[] = [];
  const finish: (() => void)[] = [];
  const better = (question: number) =>
    new Promise<string>((resolve) => finish.push(() => resolve(`${question} in full`)));
  const refined = createRefined<number, string>(
    async (question) => `${question}`,
    better,
    (answer) => published.push(answer),
    (answer) => dropped.push(answer),
  );
  const settle = async () => {
    finish.shift()?.();
    await new Promise((resolve) => setTimeout(resolve));
  };
  refined.ask(1);
  await settle();
  expect(published).toEqual(['1']);
  // Asked while the previous answer is still being refined; the refined one comes too late.
  refined.ask(2);
  await settle();
  expect(published).toEqual(['1', '2']);
  expect(dropped).toEqual(['1 in full']);
  await settle();
  expect(published).toEqual(['1', '2', '2 in full']);
});
