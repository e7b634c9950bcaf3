import { Hono } from 'hono';
import { beforeEach, expect, test } from 'vitest';
import { createLog } from '../log.ts';
import type { AppEnvironment } from './environment.ts';
import { logRequests } from './request-log.ts';

const lines: string[] = [];
const observed: unknown[][] = [];
beforeEach(() => {
  lines.splice(0);
  observed.splice(0);
});

const app = new Hono<AppEnvironment>();
const log = createLog('info', { write: (line) => void lines.push(line) });
app.use(logRequests({ log, metrics: { observe: (...all) => void observed.push(all) } }));
app.post('/api/thing', (context) => {
  context.set('route', 'thing');
  context.set('userId', 'u1');
  return context.text('made', 201);
});
app.get('/heic-to-jpg', (context) => context.text('page'));

test('a request of the API is a line and a measurement, by the name of its route', async () => {
  await app.request('/api/thing?email=ana@example.com', { method: 'POST' });
  const facts = { method: 'POST', route: 'thing', status: 201, userId: 'u1' };
  expect(JSON.parse(lines.join(''))).toMatchObject(facts);
  expect(lines.join('')).not.toContain('ana@example.com');
  expect(observed).toEqual([['thing', 'POST', 201, expect.any(Number)]]);
});

test('a page is measured and makes no line', async () => {
  await app.request('/heic-to-jpg');
  expect(lines).toEqual([]);
  expect(observed).toEqual([['site', 'GET', 200, expect.any(Number)]]);
});
