// What is to be paid, with a customer's credit.
import { prices } from '@stillpix/contract/plans';
import type { SimulatedState, SimulatedSubscription } from './state.ts';

type Priced = Pick<SimulatedSubscription, 'customerId' | 'currency' | 'plan' | 'isFirst'>;

export function firstTotal({ currency, plan, isFirst }: Priced): number {
  const { cents, firstCents } = prices[currency][plan];
  return isFirst ? firstCents : cents;
}

export function creditOf(
  { customerId }: Pick<Priced, 'customerId'>,
  state: SimulatedState,
): number {
  return state.customers[customerId]?.credit ?? 0;
}

export function findDue(order: Priced, state: SimulatedState): number {
  return Math.max(0, firstTotal(order) - creditOf(order, state));
}

/** What is left to pay of `total`, in cents. What is below nothing becomes credit. */
export function takeCredit(
  subscription: SimulatedSubscription,
  total: number,
  state: SimulatedState,
): number {
  const due = Math.max(0, total - creditOf(subscription, state));
  const customer = state.customers[subscription.customerId];
  if (customer) customer.credit += due - total;
  return due;
}

/** The credit of money that was given back goes with it. */
export function isLastGivenBack(customer: string, { payments }: SimulatedState): boolean {
  const last = payments.find(
    ({ customerId, status, amount }) => customerId === customer && status === 'paid' && amount > 0,
  );
  return last !== undefined && last.refunded >= last.amount;
}
