import { randomUUID } from 'node:crypto';
import { type Billing, createBilling } from '../src/billing/billing.ts';
import type { Database } from '../src/database/open.ts';
import { subscriptions } from '../src/database/schema.ts';
import { createLog } from '../src/log.ts';

const day = 86_400_000;

/** Gives Pro to a user, as a paid subscription would. */
export async function givePro(
  db: Database,
  userId: string,
  changes: Partial<typeof subscriptions.$inferInsert> = {},
): Promise<void> {
  const end = new Date(Date.now() + 30 * day);
  await db.insert(subscriptions).values({
    userId,
    provider: 'simulated',
    customerId: `customer_${randomUUID()}`,
    externalId: `subscription_${randomUUID()}`,
    status: 'active',
    plan: 'monthly',
    startedAt: new Date(),
    currentPeriodStart: new Date(),
    currentPeriodEnd: end,
    paidUntil: end,
    ...changes,
  });
}

/** Billing whose completed payments the test names. */
export function createFakeBilling(db: () => Database) {
  const paid = new Map<string, string>();
  const ended: string[] = [];
  const billing: Billing = {
    ...createBilling({
      db: db(),
      provider: null,
      publicUrl: 'http://localhost',
      log: createLog('silent'),
      queueMail: async () => undefined,
      now: () => new Date(),
      sleep: async () => undefined,
    }),
    findPayer: async (sessionId) => {
      const email = paid.get(sessionId);
      return email === undefined ? null : { email };
    },
    adopt: async (_sessionId, userId) => givePro(db(), userId),
    endAll: async (userId) => void ended.push(userId),
  };
  return { billing, paid, ended };
}
