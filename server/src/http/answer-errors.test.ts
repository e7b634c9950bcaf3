import { once } from 'node:events';
import { connect } from 'node:net';
import { Hono } from 'hono';
import { beforeEach, expect, test } from 'vitest';
import { createLog } from '../log.ts';
import { answerErrors } from './answer-errors.ts';
import { ApiError } from '../api-error.ts';
import { limitBodies } from './body-limit.ts';
import type { AppEnvironment } from './environment.ts';
import { listen } from './listen.ts';

const lines: string[] = [];
const log = createLog('info', { write: (line) => void lines.push(line) });
beforeEach(() => void lines.splice(0));

function answer(error: Error) {
  const app = new Hono<AppEnvironment>();
  app.onError(answerErrors({ log }));
  app.get('/', () => {
    throw error;
  });
  return app.request('/');
}

test('an error for the caller is answered as it says, and not logged', async () => {
  const got = await answer(new ApiError('too-many-requests', { retryAfter: 7 }));
  expect(got.status).toBe(429);
  expect(got.headers.get('retry-after')).toBe('7');
  expect(lines).toEqual([]);
});

test('a database that is away asks to try again', async () => {
  const got = await answer(Object.assign(new Error('no'), { code: 'ECONNREFUSED' }));
  expect(got.status).toBe(503);
  expect(got.headers.get('retry-after')).toBe('5');
  expect(lines.join('')).toContain('ECONNREFUSED');
});

test('the log of a failed query has no values, and the answer nothing of it', async () => {
  const cause = new Error('column is missing');
  const got = await answer(new Error('Failed query: …\nparams: ana@example.com', { cause }));
  expect(got.status).toBe(500);
  expect(await got.text()).not.toContain('column');
  expect(lines.join('')).toContain('column is missing');
  expect(lines.join('')).not.toContain('ana@example.com');
});

test.each([
  ['with a length', 'Content-Length: 100\r\n\r\nhalf'],
  ['in pieces', 'Transfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n'],
])('a body %s that breaks off says nothing about the database', async (_, sent) => {
  const app = new Hono<AppEnvironment>();
  const { promise: answered, resolve: answerNow } = Promise.withResolvers<number>();
  app.use(async (context, next) => {
    await next();
    answerNow(context.res.status);
  });
  app.use(limitBodies({ byPath: new Map() }));
  app.onError(answerErrors({ log }));
  const { promise: reached, resolve: reach } = Promise.withResolvers<void>();
  app.post('/', async (context) => context.text(await context.req.text()));
  const fetch: typeof app.fetch = (...asked) => {
    reach();
    return app.fetch(...asked);
  };
  const { port, close } = await listen(fetch, 0, '127.0.0.1');
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write(`POST / HTTP/1.1\r\nHost: here\r\n${sent}`);
  await reached;
  socket.destroy();
  expect(await answered).toBe(400);
  expect(lines).toEqual([]);
  await close(1000);
});
