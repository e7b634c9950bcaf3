import { currency as ownCurrency, prices, type BillingPlan } from '@stillpix/contract/limits';
import { locales, type Language } from '../site/pages/language.ts';

/** An amount in cents, as the language writes it: `$2.49`, `US$ 2,49`. */
export function formatMoney(cents: number, language: Language, currency = ownCurrency): string {
  const isWhole = cents % 100 === 0;
  return new Intl.NumberFormat(locales[language], {
    style: 'currency',
    currency,
    minimumFractionDigits: isWhole ? 0 : 2,
  }).format(cents / 100);
}

/** A day, in the visitor's own time zone unless another is given. */
export function formatDay(iso: string, language: Language, timeZone?: string): string {
  return new Intl.DateTimeFormat(locales[language], {
    dateStyle: 'long',
    ...(timeZone === undefined ? {} : { timeZone }),
  }).format(new Date(iso));
}

/** What the annual plan saves against twelve months, in cents and as a share. */
export function annualSaving(language: Language): { amount: string; percent: string } {
  const year = 12 * prices.monthly.cents;
  const saved = year - prices.annual.cents;
  return {
    // Whole dollars, rounded up: the figure that the price list shows.
    amount: formatMoney(Math.round(saved / 100) * 100, language),
    percent: new Intl.NumberFormat(locales[language], {
      style: 'percent',
      maximumFractionDigits: 0,
    }).format(saved / year),
  };
}

/** What is charged now and later when the payer is new; the server's word replaces it. */
export function usualDue(plan: BillingPlan, now: Date) {
  const { cents, firstCents } = prices[plan];
  const renewsAt = new Date(now);
  renewsAt.setUTCMonth(now.getUTCMonth() + (plan === 'annual' ? 12 : 1));
  return {
    nowCents: firstCents,
    thenCents: cents,
    currency: ownCurrency,
    renewsAt: renewsAt.toISOString(),
  };
}
