import { randomUUID } from 'node:crypto';
import { isNotNull, sql } from 'drizzle-orm';
import { Stripe } from 'stripe';
import type { Billing, BillingMail } from '../src/billing/context.ts';
import { setUpCatalog } from '../src/billing/stripe/catalog.ts';
import { StripeProvider } from '../src/billing/stripe/stripe-provider.ts';
import type { Database } from '../src/database/database.ts';
import { billingCustomers } from '../src/database/schema.ts';
import { createLog } from '../src/log.ts';
import { enqueueMail } from '../src/mail/outbox.ts';
import { FakeStripe } from './fake-stripe/server.ts';

export const keys = {
  secretKey: 'sk_test_fake',
  publishableKey: 'pk_test_fake',
  webhookSecret: 'whsec_fake',
};

/** Stripe's own library, talking to a Stripe-speaking server in this process. */
export function createFakeStripeClient(fake: FakeStripe, before: () => void = () => {}): Stripe {
  return new Stripe(keys.secretKey, {
    maxNetworkRetries: 0,
    telemetry: false,
    httpClient: Stripe.createFetchHttpClient(
      async (url: string | URL | Request, init?: RequestInit) => {
        before();
        return fake.fetch(new Request(url, init));
      },
    ),
  });
}

export interface BillingFixture {
  fake: FakeStripe;
  stripe: Stripe;
  provider: StripeProvider;
  billing: Billing;
  mails: BillingMail[];
}

/** Billing on a database, with a provider whose clock the test moves. `before` runs ahead of each call. */
export async function createBillingFixture(
  db: Database,
  before: () => void = () => {},
): Promise<BillingFixture> {
  const fake = new FakeStripe(keys);
  const stripe = createFakeStripeClient(fake, before);
  await setUpCatalog(stripe, {
    productName: 'Stillpix Pro',
    publicUrl: 'https://stillpix.test',
    withWebhook: false,
  });
  const provider = new StripeProvider(
    { ...keys, checkout: 'embedded', automaticTax: false },
    stripe,
  );
  const mails: BillingMail[] = [];
  let sleptMs = 0;
  const billing: Billing = {
    db,
    provider,
    publicUrl: 'https://stillpix.test',
    currency: 'usd',
    log: createLog('silent'),
    queueMail: async (tx, mail) => {
      mails.push(mail);
      await enqueueMail(tx, mail.kind, mail.recipient, mail.language, mail.details);
    },
    hide: (value) => `hidden ${value}`,
    now: () => new Date(fake.ledger.now() * 1000 + sleptMs),
    // Who waits for a dead process's lock would otherwise ask hundreds of times. Locks end by the
    // database's clock, so their ends come nearer instead.
    sleep: async (milliseconds) => {
      sleptMs += 100 * milliseconds;
      const seconds = milliseconds / 10;
      await db
        .update(billingCustomers)
        .set({ lockedUntil: sql`locked_until - make_interval(secs => ${seconds})` })
        .where(isNotNull(billingCustomers.lockedUntil));
    },
  };
  return { fake, stripe, provider, billing, mails };
}

/** The last subscription that was begun at the provider. */
export function requireLatest(fake: FakeStripe) {
  const found = [...fake.ledger.subscriptions.values()].at(-1);
  if (!found) throw new Error('nothing was begun');
  return found;
}

let payers = 0;

/** An address that no other test uses. */
export function newEmail(): string {
  payers += 1;
  return `payer${payers}-${randomUUID().slice(0, 8)}@example.com`;
}
