import type { BillingPlan } from '@stillpix/contract/limits';

/** The same day in the next month or year, or the last day of a shorter month. */
export function addPeriod(start: Date, plan: BillingPlan): Date {
  const months = plan === 'annual' ? 12 : 1;
  const end = new Date(start);
  end.setUTCDate(1);
  end.setUTCMonth(end.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1, 0)).getUTCDate();
  end.setUTCDate(Math.min(start.getUTCDate(), lastDay));
  return end;
}
