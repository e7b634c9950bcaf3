import { eq } from 'drizzle-orm';
import type { BodyOf } from '@stillpix/contract';
import type { BillingPlan } from '@stillpix/contract/limits';
import type { Database } from '../database/database.ts';
import { beginRequests, billingCustomers } from '../database/schema.ts';
import { ApiError } from '../http/api-error.ts';
import type { Billing } from './context.ts';

/** Pages that did not name their words yet had these. */
const firstWording = '2026-11-22';

/**
 * Prices in euros are for consumers in the EU, who may withdraw from an order for 14 days: a service
 * begins within them only where it was asked for (Directive 2011/83/EU, articles 7(3) and 8(8)).
 * @returns the version of the words by which it was asked, `null` where it need not be
 * @throws ApiError `begin-not-asked`
 */
export function requireBeginWording(
  { currency }: Billing,
  body: BodyOf<'createSubscription'>,
): string | null {
  if (currency !== 'eur') return null;
  if (body.beginAtOnce !== true) throw new ApiError('begin-not-asked');
  return body.beginWording ?? firstWording;
}

/** Keeps, before anything can be paid, what a trader has to prove (article 6(9)). The first time counts. */
export async function keepBeginRequest(
  { db, now }: Billing,
  order: { beginWording: string | null; language: string; plan: BillingPlan },
  customer: string,
  attempt: string,
): Promise<void> {
  const { beginWording: wording, language, plan } = order;
  if (wording === null) return;
  await db
    .insert(beginRequests)
    .values({ attempt, customer, askedAt: now(), wording, language, plan })
    .onConflictDoNothing();
}

/** What the owner of an account asked for, with all that was paid by them, the oldest first. */
export async function readBeginRequests(db: Database, userId: string) {
  const { askedAt, wording, language, plan } = beginRequests;
  return db
    .select({ askedAt, wording, language, plan })
    .from(beginRequests)
    .innerJoin(billingCustomers, eq(billingCustomers.id, beginRequests.customer))
    .where(eq(billingCustomers.userId, userId))
    .orderBy(askedAt);
}
