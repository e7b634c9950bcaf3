import { randomUUID } from 'node:crypto';
import type { Database } from '../src/database/database.ts';
import { subscriptions } from '../src/database/schema.ts';
import { addDays } from '../src/days.ts';

/** Gives Pro to a user, as a paid subscription would. */
export async function givePro(
  db: Database,
  userId: string,
  changes: Partial<typeof subscriptions.$inferInsert> = {},
): Promise<void> {
  const end = addDays(new Date(), 30);
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
