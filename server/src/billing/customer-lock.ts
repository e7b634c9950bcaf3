import { randomUUID } from 'node:crypto';
import { and, eq, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import { billingCustomers } from '../database/schema.ts';
import { ApiError } from '../api-error.ts';
import type { Billing } from './context.ts';

export type Customer = typeof billingCustomers.$inferSelect;

/** Longer than any call to the provider takes, including retries. */
const lockSeconds = 90;
const waitMs = 100;
const patienceMs = 20_000;

/** The customer is locked for longer than we wait, or is gone. Worth another try later. */
export class CustomerBusyError extends ApiError {
  override readonly name = 'CustomerBusyError';

  constructor(reason: string) {
    super('payment-provider-error', { retryAfter: 5, cause: new Error(reason) });
  }
}

/**
 * Runs `work` while no other request or process works on the customer. Locks the row, so that only
 * one at a time fetches the provider's state and writes it, and older answers never overwrite newer
 * ones. A dead process's lock expires.
 * @throws CustomerBusyError
 */
export async function withCustomer<T>(
  billing: Billing,
  id: string,
  work: (customer: Customer, token: string) => Promise<T>,
): Promise<T> {
  const token = randomUUID();
  const customer = await acquire(billing, id, token);
  try {
    return await work(customer, token);
  } finally {
    await billing.db
      .update(billingCustomers)
      .set({ lockToken: null, lockedUntil: null })
      .where(holds(id, token));
  }
}

/**
 * `withCustomer` for several customers. All callers lock them in the same order, which prevents
 * deadlocks.
 */
export async function withCustomers<T>(
  billing: Billing,
  ids: readonly string[],
  work: (held: { customer: Customer; token: string }[]) => Promise<T>,
): Promise<T> {
  const [first, ...rest] = ids;
  if (first === undefined) return work([]);
  return withCustomer(billing, first, (customer, token) =>
    withCustomers(billing, rest, (held) => work([{ customer, token }, ...held])),
  );
}

/** When a lock taken or extended now ends, by the database's clock, which all processes share. */
const lockEnd = (): SQL => sql`now() + make_interval(secs => ${lockSeconds})`;

/** Condition that the lock is still ours. Every write under a lock includes it. */
export function holds(id: string, token: string) {
  return and(eq(billingCustomers.id, id), eq(billingCustomers.lockToken, token));
}

/**
 * Extends the lock to outlast the next call to the provider. For calls that must not happen twice.
 * @throws CustomerBusyError when the lock was lost
 */
export async function extendLock(billing: Billing, id: string, token: string): Promise<void> {
  const [held] = await billing.db
    .update(billingCustomers)
    .set({ lockedUntil: lockEnd() })
    .where(holds(id, token))
    .returning({ id: billingCustomers.id });
  if (!held) throw new CustomerBusyError(`lost customer ${id}`);
}

async function acquire(billing: Billing, id: string, token: string): Promise<Customer> {
  const deadline = billing.now().getTime() + patienceMs;
  for (;;) {
    const [customer] = await billing.db
      .update(billingCustomers)
      .set({ lockToken: token, lockedUntil: lockEnd() })
      .where(
        and(
          eq(billingCustomers.id, id),
          or(isNull(billingCustomers.lockedUntil), lt(billingCustomers.lockedUntil, sql`now()`)),
        ),
      )
      .returning();
    if (customer) return customer;
    const [exists] = await billing.db
      .select({ id: billingCustomers.id })
      .from(billingCustomers)
      .where(eq(billingCustomers.id, id));
    if (!exists) throw new CustomerBusyError(`customer ${id} is gone`);
    if (billing.now().getTime() >= deadline) throw new CustomerBusyError(`customer ${id} is busy`);
    await billing.sleep(waitMs);
  }
}
