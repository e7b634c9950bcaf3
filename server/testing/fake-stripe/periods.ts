import type * as fake from './objects.ts';

export function periodOf(subscription: fake.Subscription): { start: number; end: number } {
  const item = subscription.items.data[0];
  return { start: item?.current_period_start ?? 0, end: item?.current_period_end ?? 0 };
}

/**
 * The day of the anchor in the next month or year, or the last one of a shorter month.
 * https://docs.stripe.com/billing/subscriptions/billing-cycle
 */
export function addInterval(seconds: number, price: fake.Price, anchor: number): number {
  const date = new Date(seconds * 1000);
  const months = price.recurring.interval === 'year' ? 12 : 1;
  const day = new Date(anchor * 1000).getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months);
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, last));
  return Math.floor(date.getTime() / 1000);
}
