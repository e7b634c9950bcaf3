import { afterEach, expect, test, vi } from 'vitest';
import { site } from '../../i18n/en/site.ts';
import { billing } from '../../i18n/en/billing.ts';
import { beginPayment } from './payment.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

test('names an attempt to pay also where the browser makes no UUID, and keeps its name', async () => {
  // As on a page loaded over plain HTTP.
  const getRandomValues = crypto.getRandomValues.bind(crypto);
  vi.stubGlobal('crypto', { getRandomValues });
  const stored = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  });
  const names: string[] = [];
  vi.stubGlobal('fetch', async (_: string, { body }: { body: string }) => {
    names.push((JSON.parse(body) as { sessionId: string }).sessionId);
    return Response.json({ message: 'not now' });
  });
  const order = { email: 'a@example.com', plan: 'monthly', beginAtOnce: false } as const;
  for (let count = 0; count < 2; count += 1) {
    const begun = await beginPayment({ ...order, language: 'en' }, billing, site.errors);
    expect(begun).toMatchObject({ text: 'not now' });
  }
  expect(names[0]).toMatch(/^[\da-f-]{36}$/);
  expect(names).toEqual([names[0], names[0]]);
});

test('shows what an order comes to that credit covers, and says that it is ordered only when it is', async () => {
  const due = { nowCents: 0, thenCents: 499, currency: 'usd', renewsAt: '2027-01-01T00:00:00Z' };
  const sent: unknown[] = [];
  vi.stubGlobal('fetch', async (_: string, { body }: { body: string }) => {
    sent.push((JSON.parse(body) as { isOrdered?: boolean }).isOrdered);
    return Response.json({ needsOrder: true, sessionId: 'a', due });
  });
  const order = { email: 'a@example.com', plan: 'monthly', beginAtOnce: false } as const;
  const begun = await beginPayment({ ...order, language: 'en' }, billing, site.errors);
  expect(begun).toMatchObject({ clientSecret: null, due });
  await beginPayment({ ...order, language: 'en', isOrdered: true }, billing, site.errors);
  expect(sent).toEqual([undefined, true]);
});
