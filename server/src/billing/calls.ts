import { type Subscription, subscriptionStatuses } from '@stillpix/contract';
import { desc, eq } from 'drizzle-orm';
import type { Database } from '../database/open.ts';
import { subscriptions } from '../database/schema.ts';
import { type App, serve } from '../http/endpoint.ts';
import type { Services } from '../services.ts';
import { findEntitling } from './rights.ts';

export function serveBilling(app: App, services: Services): void {
  serve(app, services, 'createSubscription', async ({ body, caller }, { billing }) =>
    billing.begin(body, {
      userId: caller?.userId ?? null,
      language: body.language ?? caller?.language ?? 'en',
    }),
  );

  serve(app, services, 'subscription', async ({ caller }, { database }) => ({
    subscription: await viewSubscription(database.db, caller.userId),
  }));

  serve(app, services, 'cancelSubscription', async ({ caller }, { billing, database }) => {
    await billing.setCancelAtPeriodEnd(caller.userId, true);
    return { subscription: await viewSubscription(database.db, caller.userId) };
  });

  serve(app, services, 'reactivateSubscription', async ({ caller }, { billing, database }) => {
    await billing.setCancelAtPeriodEnd(caller.userId, false);
    return { subscription: await viewSubscription(database.db, caller.userId) };
  });
}

/** The subscription that gives Pro, or else the newest. */
async function viewSubscription(db: Database, userId: string): Promise<Subscription | null> {
  const owned = await db
    .select()
    .from(subscriptions)
    .where(eq(subscriptions.userId, userId))
    .orderBy(desc(subscriptions.startedAt));
  const entitling = findEntitling(owned, new Date());
  const row = entitling?.subscription ?? owned[0];
  if (row === undefined) return null;
  const ends = row.cancelAtPeriodEnd || row.endedAt !== null;
  return {
    status: subscriptionStatuses.find((status) => status === row.status) ?? 'canceled',
    plan: row.plan,
    startDate: row.startedAt.toISOString(),
    nextBillingDate: ends ? null : row.currentPeriodEnd.toISOString(),
    currentPeriodEnd: row.currentPeriodEnd.toISOString(),
    cancelAtPeriodEnd: row.cancelAtPeriodEnd,
    entitled: entitling !== null,
    refundableUntil: null,
    provider: row.provider,
  };
}
