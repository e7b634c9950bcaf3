import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { answerErrors } from './answer-errors.ts';
import { limitBodies, usualBodyBytes } from './body-limit.ts';
import type { AppEnvironment } from './environment.ts';
import { createLog } from '../log.ts';

const app = new Hono<AppEnvironment>();
app.use(limitBodies({ byPath: new Map([['/big', 100_000]]) }));
app.onError(answerErrors({ log: createLog('silent') }));
app.post('*', async (context) => context.text(String((await context.req.text()).length)));

const pieceBytes = 1000;

/** A body without a length that never ends, and how much of it was taken. */
function endless() {
  let taken = 0;
  const body = new ReadableStream({
    pull(controller) {
      taken += pieceBytes;
      controller.enqueue(new Uint8Array(pieceBytes));
    },
  });
  return { body, taken: () => taken };
}

const post = (path: string, body: string | ReadableStream, headers: Record<string, string> = {}) =>
  app.request(path, { method: 'POST', body, headers, duplex: 'half' });

test.each([
  ['/', usualBodyBytes],
  ['/big', 100_000],
])('on %s a body of up to %d bytes arrives whole, one byte more is refused', async (path, max) => {
  expect(await (await post(path, 'x'.repeat(max))).text()).toBe(String(max));
  const refused = await post(path, 'x'.repeat(max + 1));
  expect(refused.status).toBe(413);
  expect(await refused.json()).toMatchObject({ code: 'body-too-large' });
});

test.each([
  ['/', usualBodyBytes],
  ['/big', 100_000],
])('on %s no more than that is read of a body without an end', async (path, max) => {
  const { body, taken } = endless();
  expect((await post(path, body)).status).toBe(413);
  expect(taken()).toBeLessThan(max + 3 * pieceBytes);
});

test('a length that is announced as too much is refused before anything is read', async () => {
  const { body, taken } = endless();
  expect((await post('/', body, { 'content-length': '8193' })).status).toBe(413);
  expect(taken()).toBeLessThan(3 * pieceBytes);
});
