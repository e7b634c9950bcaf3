import { randomUUID } from 'node:crypto';
import { and, eq, isNull, lt, or } from 'drizzle-orm';
import { billingCustomers } from '../database/schema.ts';
import type { BillingContext } from './context.ts';

export type Customer = typeof billingCustomers.$inferSelect;

/** Longer than all calls to the provider take together, tries included. */
const leaseMs = 90_000;
const waitMs = 100;

/** Somebody else works on the customer for longer than we wait; worth another try later. */
export class CustomerBusyError extends Error {
  override readonly name = 'CustomerBusyError';
}

/**
 * Runs `work` while no other request or process works on the customer: the row is leased, so that
 * what the provider says is fetched and written by one at a time, and an older answer never
 * overwrites a newer one. A process that dies leaves a lease that runs out.
 * @throws CustomerBusyError
 */
export async function withCustomer<T>(
  billing: BillingContext,
  id: string,
  work: (customer: Customer, token: string) => Promise<T>,
  patienceMs = 20_000,
): Promise<T> {
  const token = randomUUID();
  const customer = await acquire(billing, id, token, patienceMs);
  try {
    return await work(customer, token);
  } finally {
    await billing.db
      .update(billingCustomers)
      .set({ lockToken: null, lockedUntil: null })
      .where(holds(id, token));
  }
}

/** The condition that the lease is still ours; every write under it carries it. */
export function holds(id: string, token: string) {
  return and(eq(billingCustomers.id, id), eq(billingCustomers.lockToken, token));
}

async function acquire(
  billing: BillingContext,
  id: string,
  token: string,
  patienceMs: number,
): Promise<Customer> {
  const deadline = billing.now().getTime() + patienceMs;
  for (;;) {
    const now = billing.now();
    const [customer] = await billing.db
      .update(billingCustomers)
      .set({ lockToken: token, lockedUntil: new Date(now.getTime() + leaseMs) })
      .where(
        and(
          eq(billingCustomers.id, id),
          or(isNull(billingCustomers.lockedUntil), lt(billingCustomers.lockedUntil, now)),
        ),
      )
      .returning();
    if (customer) return customer;
    if (now.getTime() >= deadline) throw new CustomerBusyError(`customer ${id} is busy`);
    await billing.sleep(waitMs);
  }
}
