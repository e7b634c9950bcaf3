import { afterAll, beforeAll } from 'vitest';
import { reconcile } from '../src/billing/reconcile.ts';
import { type BillingFixture, newEmail } from './billing-fixture.ts';
import { createBillingServer } from './billing-server.ts';
import type { TestServer } from './test-server.ts';

/** A billing server for the tests of one `describe`, and what they do with money in it. */
export function useBillingServer() {
  let made: { server: TestServer; fixture: BillingFixture } | undefined;
  const requireMade = () => {
    if (!made) throw new Error('the server starts before the first test');
    return made;
  };
  beforeAll(async () => {
    made = await createBillingServer();
  }, 60_000);
  afterAll(() => made?.server.close());

  const ledger = () => requireMade().fixture.fake.ledger;
  const chargesOf = (customer: string) =>
    [...ledger().charges.values()].filter((charge) => charge.customer === customer);
  return {
    get server() {
      return requireMade().server;
    },
    get fixture() {
      return requireMade().fixture;
    },
    ledger,
    /** Compares everything with the provider, whenever that was done last. */
    lookAtAll: () => reconcile(requireMade().fixture.billing, -1),
    post: (path: string, token: string, body: object = {}) =>
      requireMade().server.call(path, { method: 'POST', token, body }),
    /** What the page after a payment asks. */
    look: (sessionId: string) =>
      requireMade().server.call('/api/billing/payment-session', { body: { sessionId } }),
    /** By the provider's clock, which tests put forward. */
    readPlan: async (token: string) =>
      (await requireMade().server.call('/auth/subscription', { token })).body.subscription,
    chargesOf,
    /** Cents that a customer has paid and not got back. */
    keptFrom: (customer: string) =>
      chargesOf(customer).reduce((sum, one) => sum + one.amount - one.amount_refunded, 0),
    runningOf: (customer: string) =>
      [...ledger().subscriptions.values()].filter(
        (one) => one.customer === customer && one.ended_at === null,
      ),
    findIntent: (clientSecret: string) => {
      const intent = ledger().intents.get(clientSecret.split('_secret_')[0] ?? '');
      if (!intent) throw new Error('nothing to pay');
      return intent;
    },
    /** Somebody with a confirmed address. */
    join: async () => {
      const person = await requireMade().server.join({ email: newEmail() });
      await requireMade().server.confirmAddress(person);
      return person;
    },
  };
}
