import { Hono } from 'hono';
import { expect, test } from 'vitest';
import type { AppEnvironment } from './environment.ts';
import { readRequestFacts } from './request-facts.ts';

const app = new Hono<AppEnvironment>();
app.use(readRequestFacts({ trustedProxies: ['10.0.0.0/8'] }));
app.get('/', ({ json, get }) =>
  json({ id: get('requestId'), address: get('address'), userAgent: get('userAgent') }),
);

const ask = (remoteAddress: string, headers: Record<string, string> = {}) =>
  app.request('/', { headers }, { incoming: { socket: { remoteAddress } } });

test('each request has an id of its own, which its answer carries', async () => {
  const [first, second] = [await ask('203.0.113.1'), await ask('203.0.113.1')];
  const id = first.headers.get('x-request-id');
  expect(await first.json()).toMatchObject({ id });
  expect(second.headers.get('x-request-id')).not.toBe(id);
});

test('what a visitor says of his address counts only from a trusted proxy', async () => {
  const headers = { 'x-forwarded-for': '198.51.100.7' };
  expect(await (await ask('10.0.0.1', headers)).json()).toMatchObject({ address: '198.51.100.7' });
  expect(await (await ask('203.0.113.1', headers)).json()).toMatchObject({
    address: '203.0.113.1',
  });
});

test('a name of a browser is cut to what the database takes', async () => {
  const answer = await ask('::1', { 'user-agent': 'x'.repeat(2000) });
  expect(await answer.json()).toMatchObject({ userAgent: 'x'.repeat(500) });
});
