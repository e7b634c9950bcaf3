import { eq } from 'drizzle-orm';
import type { BodyOf } from '@stillpix/contract';
import type { BillingPlan } from '@stillpix/contract/plans';
import type { Database } from '../database/database.ts';
import { beginRequests, billingCustomers } from '../database/schema.ts';
import { ApiError } from '../api-error.ts';
import type { Billing } from './context.ts';

/** Pages that did not send a version yet had this wording. */
const firstWording = '2026-11-22';

/**
 * Checks the request to begin at once. Prices in euros are for consumers in the EU, who may
 * withdraw from an order for 14 days. A service may begin within them only on request (Directive
 * 2011/83/EU, articles 7(3) and 8(8)).
 * @returns the version of the wording, `null` where no request is needed
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

/**
 * Stores what a trader has to prove (article 6(9)), before anything can be paid. The first request
 * counts.
 */
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

/** The requests of an account's owner, with all that they paid, oldest first. */
export async function readBeginRequests(db: Database, userId: string) {
  const { askedAt, wording, language, plan } = beginRequests;
  return db
    .select({ askedAt, wording, language, plan })
    .from(beginRequests)
    .innerJoin(billingCustomers, eq(billingCustomers.id, beginRequests.customer))
    .where(eq(billingCustomers.userId, userId))
    .orderBy(askedAt);
}
