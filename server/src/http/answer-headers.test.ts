import { Hono } from 'hono';
import { expect, test } from 'vitest';
import type { AppEnvironment } from './environment.ts';
import { allowOwnOrigin } from './own-origin.ts';
import { setSecurityHeaders } from './security-headers.ts';

const publicUrl = 'https://stillpix.example';
const app = new Hono<AppEnvironment>();
app.use(setSecurityHeaders({ publicUrl }));
app.use(allowOwnOrigin({ publicUrl }));
app.get('/answer', (context) => context.json({}));
app.get('/page', (context) =>
  context.html('', 200, { 'content-security-policy': "img-src 'self'" }),
);

test('an answer gets a policy by which nothing loads; a page keeps its own', async () => {
  const policy = async (path: string) =>
    (await app.request(path)).headers.get('content-security-policy');
  expect(await policy('/answer')).toContain("default-src 'none'");
  expect(await policy('/page')).toBe("img-src 'self'");
});

test.each([
  [publicUrl, publicUrl],
  ['https://evil.example', null],
])('to %s as its origin the answer allows %s', async (origin, allowed) => {
  const { headers } = await app.request('/answer', { headers: { origin } });
  expect(headers.get('access-control-allow-origin')).toBe(allowed);
});
