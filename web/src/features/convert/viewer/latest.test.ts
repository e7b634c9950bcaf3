import { expect, it } from 'vitest';
import { createLatest } from './latest.ts';

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

it('answers the newest of those that came while it was busy', async () => {
  const { latest, asked, published, settle } = setUp();
  latest.ask(1);
  latest.ask(2);
  latest.ask(3);
  await settle();
  await settle();
  expect(asked).toEqual([1, 3]);
  expect(published).toEqual(['1', '3']);
});

it('answers again after a pause, and after a failure', async () => {
  const { latest, asked, published, settle } = setUp();
  latest.ask(-1);
  await settle();
  latest.ask(2);
  await settle();
  expect(asked).toEqual([-1, 2]);
  expect(published).toEqual(['2']);
});

it('drops an answer that nobody waits for any more', async () => {
  const { latest, published, dropped, settle } = setUp();
  latest.ask(1);
  latest.ask(null);
  await settle();
  expect(published).toEqual([]);
  expect(dropped).toEqual(['1']);
});
