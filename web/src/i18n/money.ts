import {
  currencies,
  type Currency,
  defaultCurrency,
  prices,
  type BillingPlan,
} from '@stillpix/contract/plans';
import { pricePlaces, priceWords, type PriceWords } from '@stillpix/contract/money';
import { locales, type Language } from '../site/pages/language.ts';

export { formatMoney } from '@stillpix/contract/money';

/** The currency of this site's prices, which the server has written into the page. */
export function siteCurrency(): Currency {
  if (typeof document === 'undefined') return defaultCurrency;
  const said = document.documentElement.dataset.currency;
  return currencies.find((one) => one === said?.toLowerCase()) ?? defaultCurrency;
}

/**
 * Prices of Pro as text. Built pages contain placeholders, which the server fills in its configured
 * currency.
 */
export function sitePrices(language: Language): PriceWords {
  const isBuilt = typeof document === 'undefined' && import.meta.env?.PROD;
  return isBuilt ? pricePlaces(language) : priceWords(siteCurrency(), language);
}

/** A date, in the visitor's time zone unless another is given. */
export function formatDay(iso: string, language: Language, timeZone?: string): string {
  return new Intl.DateTimeFormat(locales[language], {
    dateStyle: 'long',
    ...(timeZone === undefined ? {} : { timeZone }),
  }).format(new Date(iso));
}

/** What a new customer is charged now and later. Replaced by the server's answer. */
export function usualDue(plan: BillingPlan, now: Date) {
  const currency = siteCurrency();
  const { cents, firstCents } = prices[currency][plan];
  const renewsAt = new Date(now);
  renewsAt.setUTCMonth(now.getUTCMonth() + (plan === 'annual' ? 12 : 1));
  return {
    nowCents: firstCents,
    thenCents: cents,
    currency,
    renewsAt: renewsAt.toISOString(),
  };
}
