import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { keys } from '../../testing/billing-fixture.ts';
import { copyMigratedDatabase } from '../../testing/embedded-snapshot.ts';
import { FakeStripe } from '../../testing/fake-stripe/server.ts';
import { listen } from '../http/listen.ts';
import { type Check, examine, examineClock } from './doctor.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'stillpix-doctor-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const stateOf = (checks: Check[]) =>
  Object.fromEntries(checks.map(({ what, state }) => [what, state]));

test('says which setting is wrong, and looks no further', async () => {
  const [check, ...more] = await examine({ PORT: 'x' });
  expect(check).toMatchObject({ state: 'bad', words: expect.stringContaining('PORT') });
  expect(more).toEqual([]);
});

test('on one’s own machine nothing is wrong, and what is missing is said', async () => {
  const checks = await examine({ DATA_DIR: join(folder, 'fresh') });
  expect(checks.filter(({ state }) => state === 'bad')).toEqual([]);
  expect(stateOf(checks)).toMatchObject({
    settings: 'good',
    database: 'good',
    mail: 'note',
    payments: 'note',
    address: 'note',
  });
});

test('finds a folder that is none, a mail server and a provider that are away, and a foreign server', async () => {
  const other = await listen(() => new Response('welcome to nginx'), 0, '127.0.0.1');
  try {
    const file = join(folder, 'file');
    writeFileSync(file, '');
    const checks = await examine({
      DATA_DIR: file,
      SMTP_URL: 'smtp://127.0.0.1:9',
      STRIPE_SECRET_KEY: 'sk_test_x',
      STRIPE_PUBLISHABLE_KEY: 'pk_test_x',
      STRIPE_WEBHOOK_SECRET: 'whsec_x',
      STRIPE_API_URL: 'http://127.0.0.1:9',
      PUBLIC_URL: `http://127.0.0.1:${other.port}`,
    });
    expect(stateOf(checks)).toMatchObject({
      disk: 'bad',
      database: 'bad',
      mail: 'bad',
      payments: 'bad',
      address: 'bad',
    });
    const words = checks.map((one) => one.words).join('\n');
    expect(words).toMatch(/SMTP_URL: .*ECONNREFUSED/);
    expect(words).toContain('something else than Stillpix');
    expect(words).not.toContain('sk_test_x');
  } finally {
    await other.close(1000);
  }
});

test.each([
  ['active', { state: 'good', words: 'Stripe takes the secret key' }],
  ['pending', { state: 'bad', words: expect.stringContaining('head_office') }],
] as const)('automatic tax is looked at: Stripe’s settings are %s', async (status, expected) => {
  const fake = new FakeStripe(keys);
  fake.taxStatus = status;
  const stripe = await listen(fake.fetch, 0, '127.0.0.1');
  try {
    const data = join(folder, `tax-${status}`);
    await copyMigratedDatabase(data);
    const checks = await examine({
      DATA_DIR: data,
      STRIPE_SECRET_KEY: keys.secretKey,
      STRIPE_PUBLISHABLE_KEY: keys.publishableKey,
      STRIPE_WEBHOOK_SECRET: keys.webhookSecret,
      STRIPE_API_URL: `http://127.0.0.1:${stripe.port}`,
      STRIPE_CHECKOUT: 'hosted',
      STRIPE_AUTOMATIC_TAX: 'true',
    });
    expect(checks.find(({ what }) => what === 'payments')).toMatchObject(expected);
  } finally {
    await stripe.close(1000);
  }
});

test('a clock that is minutes off is found', () => {
  const now = Date.parse('2026-11-22T12:00:00Z');
  expect(examineClock('Sun, 22 Nov 2026 12:00:20 GMT', now).state).toBe('good');
  expect(examineClock('Sun, 22 Nov 2026 11:54:00 GMT', now)).toMatchObject({
    state: 'bad',
    words: expect.stringContaining('360 s'),
  });
});
