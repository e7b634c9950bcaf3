import { Hono } from 'hono';
import { describe, expect, test } from 'vitest';
import { createLog } from '../log.ts';
import { refuseOtherMethods } from './allowed-methods.ts';
import { answerErrors } from './answer-errors.ts';
import type { AppEnvironment } from './environment.ts';

const publicUrl = 'https://stillpix.example';
const app = new Hono<AppEnvironment>();
app.use(async (_, next) => next());
app.get('/thing', (context) => context.text('read'));
app.patch('/thing', (context) => context.text('changed'));
app.onError(answerErrors({ log: createLog('silent') }));
refuseOtherMethods(app, { publicUrl });

describe('another method', () => {
  test.each(['POST', 'DELETE', 'PROPFIND'])('%s is refused with those that go', async (method) => {
    const answer = await app.request('/thing', { method });
    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')).toBe('GET, HEAD, PATCH, OPTIONS');
  });

  test.each(['GET', 'HEAD', 'PATCH'])('%s is answered', async (method) => {
    expect((await app.request('/thing', { method })).status).toBe(200);
  });
});

test('a preflight of the site is told the methods, one of another origin nothing', async () => {
  const ask = (origin: string) => app.request('/thing', { method: 'OPTIONS', headers: { origin } });
  const own = await ask(publicUrl);
  expect(own.headers.get('access-control-allow-methods')).toBe('GET, HEAD, PATCH');
  const other = await ask('https://evil.example');
  expect(other.status).toBe(204);
  expect(other.headers.get('access-control-allow-methods')).toBeNull();
});
