import { locales, type Language } from './languages.ts';
import { type Currency, prices } from './plans.ts';

/** Formats an amount in cents for a language: `$2.49`, `2,49 €`, `US$ 2,49`. */
export function formatMoney(cents: number, language: Language, currency: string): string {
  const isWhole = cents % 100 === 0;
  return new Intl.NumberFormat(locales[language], {
    style: 'currency',
    currency,
    minimumFractionDigits: isWhole ? 0 : 2,
  }).format(cents / 100);
}

const taxWords: Record<Currency, Record<Language, string>> = {
  usd: {
    en: 'Prices in US dollars, any tax included.',
    es: 'Precios en dólares estadounidenses, impuestos incluidos.',
    pt: 'Preços em dólares americanos, impostos incluídos.',
    de: 'Preise in US-Dollar, etwaige Steuern inbegriffen.',
  },
  eur: {
    en: 'Prices in euros, VAT included.',
    es: 'Precios en euros, IVA incluido.',
    pt: 'Preços em euros, IVA incluído.',
    de: 'Preise in Euro, inklusive Mehrwertsteuer.',
  },
};

/**
 * All price texts of the pages, by name. `monthAmount` and `yearAmount` are plain numbers (`4.99`),
 * and `code` is the currency code (`EUR`), for search engines. `tax` is a sentence.
 */
export function priceWords(currency: Currency, language: Language) {
  const { monthly, annual } = prices[currency];
  const money = (cents: number) => formatMoney(cents, language, currency);
  const percent = (share: number) =>
    new Intl.NumberFormat(locales[language], {
      style: 'percent',
      maximumFractionDigits: 0,
    }).format(share);
  const yearSaved = 12 * monthly.cents - annual.cents;
  return {
    free: money(0),
    first: money(monthly.firstCents),
    month: money(monthly.cents),
    year: money(annual.cents),
    yearByMonth: money(Math.floor(annual.cents / 12)),
    // Rounded to whole units, as in the price list.
    yearSaving: money(Math.round(yearSaved / 100) * 100),
    yearSavingPercent: percent(yearSaved / (12 * monthly.cents)),
    firstSavingPercent: percent(1 - monthly.firstCents / monthly.cents),
    monthAmount: (monthly.cents / 100).toFixed(2),
    yearAmount: (annual.cents / 100).toFixed(2),
    code: currency.toUpperCase(),
    tax: taxWords[currency][language],
  };
}
export type PriceWords = ReturnType<typeof priceWords>;

/**
 * Placeholders for prices in built pages, such as `{PRICE-month}`, because the currency is a
 * setting.
 */
export const pricePlace = /\{PRICE-(\w+)\}/g;

/** The placeholders, by the same names as `priceWords`. */
export function pricePlaces(language: Language): PriceWords {
  const names = Object.keys(priceWords('usd', language));
  return Object.fromEntries(names.map((name) => [name, `{PRICE-${name}}`])) as PriceWords;
}
