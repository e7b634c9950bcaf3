import type { BillingPlan } from '@stillpix/contract/plans';

/** The same day in the next month or year, or the last day of a shorter month. */
export function addPeriod(start: Date, plan: BillingPlan): Date {
  return nextPeriodEnd(start, plan, start);
}

/**
 * Where the period that begins at `start` ends: on the day of the month of `anchor`, from which periods are counted,
 * so that one from the 31st ends there again after a shorter month.
 * https://docs.stripe.com/billing/subscriptions/billing-cycle
 */
export function nextPeriodEnd(start: Date, plan: BillingPlan, anchor: Date): Date {
  const months = plan === 'annual' ? 12 : 1;
  const end = new Date(start);
  end.setUTCDate(1);
  end.setUTCMonth(end.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1, 0)).getUTCDate();
  end.setUTCDate(Math.min(anchor.getUTCDate(), lastDay));
  return end;
}
