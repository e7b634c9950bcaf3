import { setTimeout } from 'node:timers/promises';
import type { BillingPlan } from '@stillpix/contract/plans';
import { afterAll, beforeAll } from 'vitest';
import { reconcile } from '../src/billing/reconcile.ts';
import {
  type BillingFixture,
  createBillingFixture,
  keys,
  newEmail,
  requireLatest,
} from './billing-fixture.ts';
import type { Event } from './fake-stripe/objects.ts';
import { createTestServer, password, type TestServer } from './test-server.ts';

/** A server that bills by the fixture's provider, where requests at the same moment really wait for each other. */
async function createBillingServer(): Promise<{ server: TestServer; fixture: BillingFixture }> {
  let fixture: BillingFixture | undefined;
  const server = await createTestServer({
    createBilling: async (db) => {
      fixture = await createBillingFixture(db);
      fixture.billing.sleep = (milliseconds) => setTimeout(milliseconds);
      return fixture.billing;
    },
  });
  if (!fixture) throw new Error('the server was made without billing');
  return { server, fixture };
}

/** Who pays; without a token, somebody who is not signed in. */
interface Payer {
  email: string;
  token?: string;
}

interface Purchase {
  plan?: BillingPlan;
  /** The provider's name of a test card; one that pays where left out. */
  card?: string | undefined;
}

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

  const call: TestServer['call'] = (path, options) => requireMade().server.call(path, options);
  const post = (path: string, token: string, body: object = {}) =>
    call(path, { method: 'POST', token, body });
  const ledger = () => requireMade().fixture.fake.ledger;
  const chargesOf = (customer: string) =>
    [...ledger().charges.values()].filter((charge) => charge.customer === customer);

  const begin = (body: object, token?: string) =>
    call('/api/create-subscription-public', { body, token });
  /** What the page after a payment asks. */
  const look = (sessionId: string) => call('/api/billing/payment-session', { body: { sessionId } });
  const findIntent = (clientSecret: string) => {
    const intent = ledger().intents.get(clientSecret.split('_secret_')[0] ?? '');
    if (!intent) throw new Error('nothing to pay');
    return intent;
  };
  const confirm = (clientSecret: string, card = 'pm_card_visa') =>
    void ledger().confirm(findIntent(clientSecret), card);

  /** Somebody with a confirmed address. */
  async function join() {
    const { server } = requireMade();
    const person = await server.join({ email: newEmail() });
    const { status } = await server.confirmAddress(person);
    if (status !== 200) throw new Error('the address was not confirmed');
    return person;
  }

  /** Orders and pays; credit may cover it. */
  async function order({ email, token }: Payer, { plan = 'monthly', card }: Purchase = {}) {
    const { body } = await begin({ email, plan, isOrdered: true }, token);
    if (body.clientSecret !== undefined) confirm(body.clientSecret, card);
    await look(body.sessionId);
    const subscription = requireLatest(requireMade().fixture.fake);
    return { sessionId: body.sessionId as string, subscription, customer: subscription.customer };
  }

  /** By the provider's clock, which tests put forward. */
  const readPlan = async (token: string) =>
    (await call('/auth/subscription', { token })).body.subscription;

  /** As the provider delivers it. */
  const sendEvent = ({ body, signature }: { body: string; signature: string }) =>
    call('/api/stripe/webhook', { body, headers: { 'stripe-signature': signature } });

  return {
    get server() {
      return requireMade().server;
    },
    get fixture() {
      return requireMade().fixture;
    },
    post,

    begin,
    look,
    confirm,
    findIntent,
    /** Pays as the page does, through the provider's own address; whether it took the card. */
    payInPage: async (clientSecret: string, card = 'pm_card_visa'): Promise<boolean> => {
      const id = clientSecret.split('_secret_')[0] ?? '';
      const answer = await requireMade().fixture.fake.fetch(
        new Request(`https://api.stripe.com/v1/payment_intents/${id}/confirm`, {
          method: 'POST',
          body: new URLSearchParams({
            key: keys.publishableKey,
            client_secret: clientSecret,
            payment_method: card,
          }),
        }),
      );
      return answer.ok;
    },
    join,
    order,
    /** Somebody with a confirmed address and a subscription. */
    subscribe: async (purchase: Purchase = {}) => {
      const person = await join();
      return { ...person, ...(await order(person, purchase)) };
    },

    cancel: (token: string) => post('/auth/cancel-subscription', token),
    refund: (token: string) => post('/api/billing/refund', token),
    changePlan: (token: string, plan: BillingPlan) =>
      post('/api/billing/change-plan', token, { plan }),
    deleteAccount: (token: string) => post('/api/auth/delete-account', token, { password }),
    /** The account of who has paid without one. */
    setUpAccount: (paid: { email: string; sessionId: string | null }) =>
      call('/api/auth/setup-pro-account', {
        body: { ...paid, password, firstName: 'Ada', lastName: 'Lovelace' },
      }),

    readPlan,
    isEntitled: async (token: string): Promise<boolean> => (await readPlan(token)).entitled,
    /** What the converter asks. */
    isPro: async (token: string): Promise<boolean> =>
      (await call('/api/verify-pro', { token })).body.isPro,
    readPayments: async (token: string) =>
      (await call('/api/billing/payments', { token })).body.payments,
    /** The subjects of the mails to an address, in order. */
    subjectsTo: async (email: string): Promise<string[]> => {
      const { server } = requireMade();
      await server.outbox.sendDue();
      return server.mails.filter(({ to }) => to === email).map(({ subject }) => subject);
    },

    ledger,
    chargesOf,
    amountsOf: (customer: string) => chargesOf(customer).map(({ amount }) => amount),
    /** Cents that a customer has paid and not got back. */
    keptFrom: (customer: string) =>
      chargesOf(customer).reduce((sum, one) => sum + one.amount - one.amount_refunded, 0),
    runningOf: (customer: string) =>
      [...ledger().subscriptions.values()].filter(
        (one) => one.customer === customer && one.ended_at === null,
      ),

    /** Compares everything with the provider, whenever that was done last. */
    lookAtAll: () => reconcile(requireMade().fixture.billing, -1),
    sendEvent,
    hearOf: (event: Event) => sendEvent(requireMade().fixture.fake.sign(event, keys.webhookSecret)),
  };
}
