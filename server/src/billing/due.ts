import { type BillingPlan, type Currency, prices } from '@stillpix/contract/plans';
import type { Billing } from './context.ts';
import { addPeriod } from './provider/period.ts';

interface DueOrder {
  plan: BillingPlan;
  /** Whether the first month's price applies. */
  isFirst: boolean;
  /** What the provider asks for now; the price where it does not say. */
  dueCents: number | undefined;
  currency: Currency;
}

/** The amount due now, and from when on which one is. Shown before anything is paid. */
export function describeDue(billing: Billing, { plan, isFirst, dueCents, currency }: DueOrder) {
  const { cents, firstCents } = prices[currency][plan];
  const price = isFirst ? firstCents : cents;
  const nowCents = dueCents ?? price;
  return {
    nowCents,
    creditCents: Math.max(0, price - nowCents),
    thenCents: cents,
    currency,
    renewsAt: addPeriod(billing.now(), plan).toISOString(),
  };
}
