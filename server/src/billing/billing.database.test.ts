import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type BillingFixture,
  createBillingFixture,
  keys,
  newEmail,
} from '../../testing/billing-fixture.ts';
import { databaseKind } from '../../testing/test-database.ts';
import { createTestServer, password, type TestServer } from '../../testing/test-server.ts';
import { dayMs } from '../days.ts';
import { reconcile } from './reconcile.ts';
import { readSubscription } from './subscription.ts';
import { keepInMemory } from './simulated/state.ts';
import { SimulatedProvider } from './simulated/simulated-provider.ts';

/** What a payer does at the provider, the same for both providers. */
interface Payer {
  name: 'stripe' | 'simulated';
  pay(clientSecret: string, card: 'good' | 'declined' | 'fails-later'): Promise<boolean>;
  /** Lets days pass, at the provider and here. */
  pass(days: number): Promise<void>;
  /** How many subscriptions of an address are running. */
  running(email: string): Promise<number>;
  /** Sum of what was taken and not given back, in cents. */
  kept(): Promise<number>;
}

describe.skipIf(databaseKind === 'missing').each(['simulated', 'stripe'] as const)(
  'billing with the %s provider',
  (kind) => {
    let server: TestServer;
    let payer: Payer;

    beforeAll(async () => {
      server = await createTestServer({
        createBilling: async (db) => {
          const fixture = await createBillingFixture(db);
          // Several requests wait for each other here, in real time.
          fixture.billing.sleep = (milliseconds) => setTimeout(milliseconds);
          if (kind === 'stripe') {
            payer = createStripePayer(fixture);
            return fixture.billing;
          }
          let nowMs = Date.now();
          const now = () => new Date(nowMs);
          const store = keepInMemory();
          const provider = new SimulatedProvider({ store, publicUrl: 'http://localhost', now });
          payer = {
            name: 'simulated',
            pay: async (secret, card) => (await provider.pay(secret, card)) === 'paid',
            pass: async (days) => {
              nowMs += days * dayMs;
            },
            running: async (email) => {
              const { customers, subscriptions } = await store.read();
              return subscriptions.filter(
                ({ status, customerId }) =>
                  status === 'active' && customers[customerId]?.email === email,
              ).length;
            },
            kept: async () =>
              (await store.read()).payments
                .filter(({ status }) => status === 'paid')
                .reduce((sum, { amount, refunded }) => sum + amount - refunded, 0),
          };
          return { ...fixture.billing, provider, now };
        },
      });
    });
    afterAll(() => server.close());

    function begin(body: Record<string, unknown>, token?: string) {
      return server.call('/api/create-subscription-public', { body, token });
    }

    /** A visitor who paid, with the session id that proves it. */
    async function pay(plan = 'monthly', card: 'good' | 'fails-later' = 'good') {
      const email = newEmail();
      const { body } = await begin({ email, plan });
      expect(await payer.pay(body.clientSecret, card)).toBe(true);
      return { email, sessionId: body.sessionId as string };
    }

    async function setUp({ email, sessionId }: { email: string; sessionId: string }) {
      const names = { firstName: 'Ada', lastName: 'Lovelace' };
      return server.call('/api/auth/setup-pro-account', {
        body: { email, sessionId, password, ...names },
      });
    }

    /** A Pro user, signed in. */
    async function subscribe(plan = 'monthly', card: 'good' | 'fails-later' = 'good') {
      const paid = await pay(plan, card);
      const { body } = await setUp(paid);
      return { ...paid, token: body.token as string, id: body.user.id as string };
    }

    const isPro = async (token: string) =>
      (await server.call('/api/verify-pro', { token })).body.isPro as boolean;

    test('tells the page who takes payments', async () => {
      const { body } = await server.call('/api/billing/config');
      expect(body.provider).toBe(kind);
      expect(body.publishableKey).toBe(kind === 'stripe' ? keys.publishableKey : null);
    });

    test('a visitor pays the first-month price and sets the account up', async () => {
      const before = await payer.kept();
      const paid = await pay();
      expect((await payer.kept()) - before).toBe(249);
      const answer = await setUp(paid);
      expect(answer.status).toBe(200);
      expect(answer.body.user.isPro).toBe(true);
      expect(await isPro(answer.body.token)).toBe(true);
    });

    test('the amount due now and the renewal are told before paying', async () => {
      const { body } = await begin({ email: newEmail() });
      expect(body.due).toMatchObject({ nowCents: 249, thenCents: 499, currency: 'usd' });
      const days = (Date.parse(body.due.renewsAt) - Date.now()) / dayMs;
      expect(days).toBeGreaterThan(27);
      expect(days).toBeLessThan(32);
      const { token, email } = await subscribe();
      await server.call('/api/billing/refund', { method: 'POST', token });
      const again = await begin({ email }, token);
      expect(again.body.due.nowCents).toBe(499);
    });

    test('the annual plan costs its price from the start', async () => {
      const before = await payer.kept();
      await pay('annual');
      expect((await payer.kept()) - before).toBe(4900);
    });

    test('the first-month price is given once: whoever comes back pays the full price', async () => {
      const { token, email } = await subscribe();
      await server.call('/api/billing/refund', { method: 'POST', token });
      const before = await payer.kept();
      const { body } = await begin({ email }, token);
      await payer.pay(body.clientSecret, 'good');
      expect((await payer.kept()) - before).toBe(499);
    });

    test('an attempt says open before, and paid after, without any webhook', async () => {
      const email = newEmail();
      const { body } = await begin({ email });
      const check = async () =>
        (
          await server.call('/api/billing/payment-session', {
            body: { sessionId: body.sessionId },
          })
        ).body;
      expect(await check()).toEqual({ state: 'open', email, claimed: false });
      await payer.pay(body.clientSecret, 'good');
      // The provider is asked once a second at most.
      await expect.poll(check, { timeout: 5000 }).toEqual({ state: 'paid', email, claimed: false });
    });

    test('an invented session id is unknown and sets nothing up', async () => {
      const sessionId = randomUUID();
      const state = await server.call('/api/billing/payment-session', { body: { sessionId } });
      expect(state.body).toEqual({ state: 'unknown', email: null, claimed: false });
      const answer = await setUp({ email: newEmail(), sessionId });
      expect(answer.status).toBe(403);
      expect(answer.body.code).toBe('payment-not-verified');
    });

    test('a declined card leaves everything as it was, and the next card pays once', async () => {
      const email = newEmail();
      const { body } = await begin({ email });
      const before = await payer.kept();
      expect(await payer.pay(body.clientSecret, 'declined')).toBe(false);
      expect((await setUp({ email, sessionId: body.sessionId })).status).toBe(403);
      expect(await payer.pay(body.clientSecret, 'good')).toBe(true);
      expect((await payer.kept()) - before).toBe(249);
    });

    test('asking again with the same session id goes on with the same payment', async () => {
      const request = { email: newEmail(), sessionId: randomUUID() };
      const answers = await Promise.all([begin(request), begin(request), begin(request)]);
      const secrets = new Set(answers.map(({ body }) => body.clientSecret));
      expect(secrets.size).toBe(1);
      expect(answers.every(({ body }) => body.sessionId === request.sessionId)).toBe(true);
    });

    test('after the payment the back button leads to the thanks and takes nothing', async () => {
      const request = { email: newEmail(), sessionId: randomUUID() };
      const { body } = await begin(request);
      await payer.pay(body.clientSecret, 'good');
      const before = await payer.kept();
      const again = await begin(request);
      expect(again.body.clientSecret).toBeUndefined();
      expect(again.body.url).toContain(`/thanks?session_id=${request.sessionId}`);
      expect(await payer.kept()).toBe(before);
    });

    test.each(['signed in', 'by the name of the attempt'])(
      'of two attempts of one payer (%s) only the newest can be paid',
      async (how) => {
        const person = await server.join({ email: newEmail() });
        const isSignedIn = how === 'signed in';
        const email = isSignedIn ? person.email : newEmail();
        const token = isSignedIn ? person.token : undefined;
        const sessionId = isSignedIn ? undefined : randomUUID();
        const first = await begin({ email, plan: 'monthly', sessionId }, token);
        const second = await begin({ email, plan: 'annual', sessionId }, token);
        const before = await payer.kept();
        await expect(payer.pay(first.body.clientSecret, 'good').catch(() => false)).resolves.toBe(
          false,
        );
        expect(await payer.pay(second.body.clientSecret, 'good')).toBe(true);
        expect((await payer.kept()) - before).toBe(4900);
      },
    );

    test('whoever began a payment with another person’s address proves nothing by that person’s payment', async () => {
      const email = newEmail();
      const stranger = await begin({ email });
      const own = await begin({ email });
      await payer.pay(own.body.clientSecret, 'good');
      const stolen = await setUp({ email, sessionId: stranger.body.sessionId });
      expect(stolen.status).toBe(403);
      const claimed = await setUp({ email, sessionId: own.body.sessionId });
      expect(claimed.status).toBe(200);
    });

    test('an account that is Pro already is not charged a second time', async () => {
      const { email, token } = await subscribe();
      const answer = await begin({ email }, token);
      expect(answer.status).toBe(409);
      expect(answer.body.code).toBe('already-subscribed');
    });

    test('a free account upgrades while signed in', async () => {
      const person = await server.join({ email: newEmail() });
      expect(await isPro(person.token)).toBe(false);
      const { body } = await begin({ email: 'ignored@example.com' }, person.token);
      await payer.pay(body.clientSecret, 'good');
      const { sessionId } = body;
      const state = await server.call('/api/billing/payment-session', { body: { sessionId } });
      expect(state.body).toEqual({ state: 'paid', email: person.email, claimed: true });
      expect(await isPro(person.token)).toBe(true);
    });

    test('a confirmed account that pays without signing in becomes Pro and keeps its password', async () => {
      const person = await server.join({ email: newEmail() });
      expect((await server.confirmAddress(person)).status).toBe(200);
      const { body } = await begin({ email: person.email });
      await payer.pay(body.clientSecret, 'good');
      const { sessionId } = body;
      const check = await server.call('/api/auth/check-account', {
        body: { email: person.email, sessionId },
      });
      expect(check.body).toEqual({ exists: true, hasPassword: true });
      expect(await isPro(person.token)).toBe(true);
      const overwrite = await setUp({ email: person.email, sessionId });
      expect(overwrite.body.code).toBe('already-set-up');
    });

    test('an account registered on a payer’s address gets Pro only after proving the address', async () => {
      const { email, sessionId } = await pay();
      await server.call('/api/billing/payment-session', { body: { sessionId } });
      const person = await server.join({ email });
      expect(await isPro(person.token)).toBe(false);
      await server.call('/api/auth/forgot-password', { body: { email } });
      const { token } = await server.readMail(email);
      await server.call('/api/auth/reset-password', { body: { token, newPassword: password } });
      const login = await server.call('/api/auth/login', { body: { email, password } });
      expect(await isPro(login.body.token)).toBe(true);
    });

    test('a payer who closed the tab comes back by the mail', async () => {
      const { email, sessionId } = await pay();
      await server.call('/api/billing/payment-session', { body: { sessionId } });
      const mail = await server.readMail(email);
      expect(mail.subject).toBe('Welcome to Stillpix Pro');
      const link = /https?:\S+account-setup\S+/.exec(mail.text)?.[0] ?? '';
      const query = new URL(link).searchParams;
      expect(query.get('email')).toBe(email);
      const answer = await setUp({ email, sessionId: query.get('session_id') ?? '' });
      expect(answer.status).toBe(200);
      expect(await isPro(answer.body.token)).toBe(true);
    });

    test('canceling keeps Pro until the end of the period, and can be taken back', async () => {
      const { token } = await subscribe();
      const canceled = await server.call('/auth/cancel-subscription', { method: 'POST', token });
      expect(canceled.body.subscription).toMatchObject({
        cancelAtPeriodEnd: true,
        nextBillingDate: null,
        entitled: true,
      });
      expect(await isPro(token)).toBe(true);
      const back = await server.call('/auth/reactivate-subscription', { method: 'POST', token });
      expect(back.body.subscription.cancelAtPeriodEnd).toBe(false);
      expect(back.body.subscription.nextBillingDate).not.toBeNull();
    });

    test('moving to a year credits what is left of the month', async () => {
      const { token, email } = await subscribe();
      const before = await payer.kept();
      const { body } = await server.call('/api/billing/change-plan', {
        body: { plan: 'annual' },
        token,
      });
      expect(body.subscription.plan).toBe('annual');
      const cost = (await payer.kept()) - before;
      expect(cost).toBeGreaterThan(4300);
      expect(cost).toBeLessThan(4900);
      const mail = await server.readMail(email);
      expect(mail.subject).toBe('Your Stillpix Pro plan was changed');
      expect(mail.text).toContain('It renews at $49 a year until you cancel.');
    });

    test('a plan change that the card refuses changes nothing and says so', async () => {
      const { token } = await subscribe('monthly', 'fails-later');
      const answer = await server.call('/api/billing/change-plan', {
        body: { plan: 'annual' },
        token,
      });
      expect(answer.status).toBe(402);
      expect(answer.body.code).toBe('payment-failed');
      const { body } = await server.call('/auth/subscription', { token });
      expect(body.subscription.plan).toBe('monthly');
    });

    test('within 30 days all money comes back and Pro ends at once', async () => {
      const before = await payer.kept();
      const { token, email } = await subscribe();
      await server.call('/api/billing/change-plan', { body: { plan: 'annual' }, token });
      const answer = await server.call('/api/billing/refund', { method: 'POST', token });
      expect(answer.status).toBe(200);
      expect(answer.body.subscription.entitled).toBe(false);
      expect(await payer.kept()).toBe(before);
      expect(await isPro(token)).toBe(false);
      const mail = await server.readMail(email);
      expect(mail.subject).toBe('Your money is on its way back');
      expect(mail.text).not.toContain('http');
      const { body } = await server.call('/api/billing/payments', { token });
      for (const { amount, refunded } of body.payments) expect(refunded).toBe(amount);
    });

    test('the payment history tells amounts, currency and where the receipt is', async () => {
      const { token } = await subscribe();
      const { body } = await server.call('/api/billing/payments', { token });
      expect(body.payments).toHaveLength(1);
      expect(body.payments[0]).toMatchObject({ amount: 249, currency: 'usd', status: 'paid' });
      // Only a real provider makes a page for it.
      const receipt = String(body.payments[0].receiptUrl);
      expect(receipt.startsWith('https:')).toBe(kind === 'stripe');
    });

    test('the portal opens for payers only', async () => {
      const { token } = await subscribe();
      const opened = await server.call('/api/billing/portal', {
        body: { returnPath: '/account' },
        token,
      });
      expect(opened.body.url).toMatch(/^https?:/);
      const person = await server.join({ email: newEmail() });
      const refused = await server.call('/api/billing/portal', {
        body: { returnPath: '/account' },
        token: person.token,
      });
      expect(refused.body.code).toBe('no-subscription');
      for (const returnPath of ['//evil.example', 'https://evil.example', '/\\evil.example']) {
        const bad = await server.call('/api/billing/portal', { body: { returnPath }, token });
        expect(bad.status).toBe(400);
      }
    });

    test('deleting the account ends the subscription first', async () => {
      const { token, email } = await subscribe();
      const answer = await server.call('/api/auth/delete-account', { body: { password }, token });
      expect(answer.status).toBe(200);
      expect(await payer.running(email)).toBe(0);
      // The address may begin anew.
      expect((await begin({ email })).status).toBe(200);
    });

    test('a subscription of somebody else is out of reach', async () => {
      const owner = await subscribe();
      const other = await server.join({ email: newEmail() });
      for (const path of [
        '/auth/cancel-subscription',
        '/auth/reactivate-subscription',
        '/api/billing/refund',
      ]) {
        const answer = await server.call(path, { method: 'POST', token: other.token });
        expect(answer.status).toBe(404);
      }
      expect(await isPro(owner.token)).toBe(true);
    });

    // Last: it moves the clock.
    test('a failed renewal keeps Pro for seven days, mails once, and then ends it', async () => {
      const { token, email, id } = await subscribe('monthly', 'fails-later');
      await payer.pass(32);
      const look = () => reconcile(server.billing, -1);
      await look();
      await look();
      const { body } = await server.call('/auth/subscription', { token });
      expect(body.subscription.status).toBe('past_due');
      expect(body.subscription.entitled).toBe(true);
      await server.outbox.sendDue();
      const warnings = server.mails.filter(
        ({ to, subject }) => to === email && subject.includes('did not go through'),
      );
      expect(warnings).toHaveLength(1);
      await payer.pass(7);
      expect((await readSubscription(server.billing, id))?.entitled).toBe(false);
    });
  },
);

function createStripePayer({ fake }: BillingFixture): Payer {
  const methods = {
    good: 'pm_card_visa',
    declined: 'pm_card_chargeDeclined',
    'fails-later': 'pm_card_chargeCustomerFail',
  };
  return {
    name: 'stripe',
    pay: async (secret, card) => {
      const id = secret.split('_secret_')[0] ?? '';
      // As Stripe.js in the browser does it.
      const answer = await fake.fetch(
        new Request(`https://api.stripe.com/v1/payment_intents/${id}/confirm`, {
          method: 'POST',
          body: new URLSearchParams({
            key: keys.publishableKey,
            client_secret: secret,
            payment_method: methods[card],
          }),
        }),
      );
      return answer.ok;
    },
    pass: async (days) => fake.ledger.advance(days),
    running: async (email) =>
      [...fake.ledger.subscriptions.values()].filter(
        ({ status, customer }) =>
          status === 'active' && fake.ledger.customers.get(customer)?.email === email,
      ).length,
    kept: async () =>
      [...fake.ledger.charges.values()].reduce(
        (sum, { amount, amount_refunded }) => sum + amount - amount_refunded,
        0,
      ),
  };
}
