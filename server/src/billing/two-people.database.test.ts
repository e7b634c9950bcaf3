import { eq, isNotNull } from 'drizzle-orm';
import { array, assert, asyncProperty, constantFrom, nat, oneof, record } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { newEmail } from '../../testing/billing-fixture.ts';
import { databaseKind } from '../../testing/test-database.ts';
import type { Answered } from '../../testing/test-server.ts';
import { useBillingServer } from '../../testing/use-billing-server.ts';
import { billingCustomers, users } from '../database/schema.ts';

/** How many histories are played on each database, and how many more a night could take. */
const runs = Number(process.env['PROPERTY_RUNS'] ?? 12);

const acts = [
  'begin',
  'begin signed out',
  'begin with the other’s address',
  'pay',
  'pay again',
  'look',
  'claim',
  'set up',
  'cancel',
  'reactivate',
  'change plan',
  'refund',
  'confirm',
  'change password',
  'change address',
  'sign in',
  'reset',
  'reconcile',
  'hear of an event',
  'delete',
] as const;

type Act = (typeof acts)[number];
interface Step {
  who: 0 | 1;
  act: Act;
  /** Which of the provider's events is heard of: webhooks come late, twice, and in any order. */
  event: number;
}

/** Some acts at once, then some more, by two people. */
const histories = array(
  array(
    record({
      who: constantFrom(0 as const, 1 as const),
      act: oneof(
        // What moves money comes often.
        {
          weight: 2,
          arbitrary: constantFrom<Act>(
            'begin',
            'begin signed out',
            'pay',
            'look',
            'hear of an event',
          ),
        },
        { weight: 1, arbitrary: constantFrom<Act>(...acts) },
      ),
      event: nat(),
    }),
    { minLength: 1, maxLength: 4 },
  ),
  { minLength: 2, maxLength: 8 },
);

interface Person {
  id: string;
  email: string;
  password: string;
  token: string;
  /** Attempts that this person began, by signing in or not. */
  attempts: { sessionId: string; secret: string }[];
  isDeleted: boolean;
}

describe.skipIf(databaseKind === 'missing')(
  `two people do what they like at the same time (${databaseKind})`,
  () => {
    const shop = useBillingServer();

    let passwords = 0;
    const newPassword = () => `Quiet-Marble-${++passwords}-Lantern`;

    async function join(): Promise<Person> {
      const password = newPassword();
      const { id, email, token } = await shop.server.join({ email: newEmail(), password });
      return { id, email, password, token, attempts: [], isDeleted: false };
    }

    /** Whatever is refused is refused in words; nothing breaks. */
    async function call(path: string, options: { body?: unknown; token?: string | undefined }) {
      const answer = await shop.server.call(path, {
        ...options,
        method: 'POST',
      });
      expect([500, 503], `${path}: ${JSON.stringify(answer.body)}`).not.toContain(answer.status);
      return answer;
    }

    function keep(person: Person, { body }: Answered): void {
      if (body.clientSecret === undefined) return;
      person.attempts.push({ sessionId: body.sessionId, secret: body.clientSecret });
    }

    const look = (sessionId: string) =>
      call('/api/billing/payment-session', { body: { sessionId } });

    /** The token of the newest mail to an address with such a link. */
    async function findLink(to: string, name: 'confirm' | 'token'): Promise<string | undefined> {
      await shop.server.outbox.sendDue();
      const link = new RegExp(`[?&]${name}=([\\w-]+)`);
      return shop.server.mails
        .filter((mail) => mail.to === to)
        .map(({ text }) => link.exec(text)?.[1])
        .findLast((found) => found !== undefined);
    }

    /** As the provider sends it, and sends it again when it is not taken. */
    async function hearOf(number: number): Promise<void> {
      const { events } = shop.ledger();
      const event = events[number % Math.max(1, events.length)];
      if (event === undefined) return;
      const { status } = await shop.hearOf(event);
      expect([200, 502, 503], `webhook ${event.type}: ${status}`).toContain(status);
    }

    async function perform(person: Person, other: Person, { act, event }: Step): Promise<void> {
      const { token, email } = person;
      const newest = person.attempts.at(-1);
      const begin = (body: object, as?: string) =>
        call('/api/create-subscription-public', { body, token: as });
      switch (act) {
        case 'begin':
          return keep(person, await begin({ email }, token));
        case 'begin signed out':
          return keep(person, await begin({ email }));
        case 'begin with the other’s address':
          return keep(person, await begin({ email: other.email }));
        case 'pay':
          return void (newest && (await shop.payInPage(newest.secret)));
        case 'pay again':
          return void (person.attempts[0] && (await shop.payInPage(person.attempts[0].secret)));
        case 'look':
          return void (newest && (await look(newest.sessionId)));
        case 'claim':
          return void (
            newest &&
            (await call('/api/billing/claim-payment', {
              body: { sessionId: newest.sessionId },
              token,
            }))
          );
        case 'set up':
          return void (
            newest &&
            (await call('/api/auth/setup-pro-account', {
              body: {
                email,
                sessionId: newest.sessionId,
                password: newPassword(),
                firstName: 'Ada',
                lastName: 'Lovelace',
              },
            }))
          );
        case 'cancel':
          return void (await call('/auth/cancel-subscription', { token }));
        case 'reactivate':
          return void (await call('/auth/reactivate-subscription', { token }));
        case 'change plan':
          return void (await call('/api/billing/change-plan', { body: { plan: 'annual' }, token }));
        case 'refund':
          return void (await call('/api/billing/refund', { token }));
        case 'confirm': {
          const link = await findLink(email, 'confirm');
          if (link !== undefined)
            await call('/api/auth/confirm-email', { body: { token: link }, token });
          return undefined;
        }
        case 'change password': {
          const next = newPassword();
          const body = { currentPassword: person.password, newPassword: next };
          const { status } = await call('/api/auth/change-password', { body, token });
          if (status === 200) person.password = next;
          return undefined;
        }
        case 'change address': {
          const next = newEmail();
          const body = { newEmail: next, password: person.password };
          await call('/api/auth/change-email', { body, token });
          const link = await findLink(next, 'confirm');
          if (link === undefined) return undefined;
          const { status } = await call('/api/auth/confirm-email', {
            body: { token: link },
            token,
          });
          if (status === 200) person.email = next;
          return undefined;
        }
        case 'sign in': {
          const body = { email, password: person.password };
          const answer = await call('/api/auth/login', { body });
          if (answer.status === 200) person.token = answer.body.token;
          return undefined;
        }
        case 'reset': {
          await call('/api/auth/forgot-password', { body: { email } });
          const link = await findLink(email, 'token');
          const next = newPassword();
          const body = { token: link ?? 'none', newPassword: next };
          const { status } = await call('/api/auth/reset-password', { body });
          if (status === 200) person.password = next;
          return undefined;
        }
        case 'reconcile':
          return void (await shop.lookAtAll());
        case 'hear of an event':
          return hearOf(event);
        case 'delete': {
          const body = { password: person.password };
          const answer = await call('/api/auth/delete-account', { body, token });
          if (answer.status === 200) person.isDeleted = true;
          return undefined;
        }
        default:
          return act satisfies never;
      }
    }

    /** What the provider's own books say of each subscription: what was kept for it, and by whom. */
    function readBooks(): { id: string; customer: string; kept: number; isRunning: boolean }[] {
      const ledger = shop.ledger();
      return [...ledger.subscriptions.values()].map((subscription) => {
        const intents = [...ledger.invoices.values()]
          .filter((one) => one.parent.subscription_details.subscription === subscription.id)
          .map((one) => one.payments.data[0]?.payment.payment_intent);
        const kept = [...ledger.charges.values()]
          .filter(({ payment_intent: intent }) => intents.includes(intent))
          .reduce((sum, { amount, amount_refunded: back }) => sum + amount - back, 0);
        const isRunning = subscription.status === 'active' || subscription.status === 'past_due';
        return { id: subscription.id, customer: subscription.customer, kept, isRunning };
      });
    }

    async function play(history: readonly (readonly Step[])[]): Promise<void> {
      const people = [await join(), await join()] as const;
      for (const steps of history) {
        await Promise.all(
          steps.map((step) => perform(people[step.who], people[step.who === 0 ? 1 : 0], step)),
        );
      }
      // What is still under way ends; then everything must be right.
      for (const { attempts } of people)
        for (const { sessionId } of attempts) await look(sessionId);
      await shop.lookAtAll();

      const books = readBooks();
      const rows = await shop.server.db
        .select({ customer: billingCustomers, user: users })
        .from(billingCustomers)
        .leftJoin(users, eq(users.id, billingCustomers.userId))
        .where(isNotNull(billingCustomers.customerId));
      const booksOf = (customerId: string | null) =>
        books.filter(({ customer }) => customer === customerId);

      // Never two charges: of what one person pays, one subscription's money is kept, and one runs.
      const persons = Map.groupBy(rows, ({ customer, user }) => user?.email ?? customer.email);
      for (const [person, owned] of persons) {
        const theirs = owned.flatMap(({ customer }) => booksOf(customer.customerId));
        expect(theirs.filter(({ isRunning }) => isRunning).length, person).toBeLessThanOrEqual(1);
        expect(theirs.filter(({ kept }) => kept > 0).length, person).toBeLessThanOrEqual(1);
      }

      // Nobody goes on paying for what we know nothing of, as after an account was deleted.
      const customers = new Set(rows.map(({ customer }) => customer.customerId));
      const unknown = books.filter(
        ({ customer, isRunning }) => isRunning && !customers.has(customer),
      );
      expect(unknown).toEqual([]);

      for (const { email, password, token } of people.filter(({ isDeleted }) => isDeleted)) {
        const opened = await shop.server.call('/api/auth/login', { body: { email, password } });
        expect(opened.status, 'a deleted account does not open').toBe(401);
        expect((await shop.server.call('/api/auth/user', { token })).status).toBe(401);
      }
      for (const person of people.filter(({ isDeleted }) => !isDeleted)) {
        const { body } = await shop.server.call('/api/auth/login', { body: person });
        expect(body.user?.id, 'the account opens with its own password').toBe(person.id);
        const { token } = body;
        const owned = rows.filter(({ user }) => user?.id === person.id);
        const paid = owned.flatMap(({ customer }) => booksOf(customer.customerId));
        // Never Pro without a payment, never a payment without Pro.
        expect(body.user.isPro).toBe(paid.some(({ kept, isRunning }) => kept > 0 && isRunning));
        // Never another's data.
        const own = await shop.server.call('/api/billing/payments', { token });
        const invoices = [...shop.ledger().invoices.values()]
          .filter((one) => owned.some(({ customer }) => customer.customerId === one.customer))
          .map(({ id }) => id);
        for (const { id } of own.body.payments) expect(invoices).toContain(id);
      }
      const byAccount = rows.filter(({ customer }) => customer.payerKey.startsWith('account:'));
      for (const { customer } of byAccount) {
        expect(customer.payerKey).toBe(`account:${customer.userId}`);
      }

      // What belongs to nobody yet is its payer's to claim.
      const known = people.flatMap(({ attempts }) => attempts);
      for (const { sessionId } of known) {
        const { body } = await look(sessionId);
        if (body.state !== 'paid' || body.claimed) continue;
        const claimant = await join();
        await call('/api/billing/claim-payment', { body: { sessionId }, token: claimant.token });
        expect(await shop.isPro(claimant.token)).toBe(true);
      }
    }

    test('never two charges, Pro without payment, payment without Pro, or another’s data', async () => {
      await assert(asyncProperty(histories, play), {
        numRuns: runs,
        // A history is a second; shrinking it is worth some minutes when something is wrong.
        interruptAfterTimeLimit: 240_000,
        markInterruptAsFailure: false,
      });
    }, 300_000);
  },
);
