/** Billing intervals of Pro. */
export const billingPlans = ['monthly', 'annual'] as const;
export type BillingPlan = (typeof billingPlans)[number];

/** Currencies that an operator may charge in, as ISO 4217 in lower case. */
export const currencies = ['usd', 'eur'] as const;
export type Currency = (typeof currencies)[number];
export const defaultCurrency: Currency = 'usd';

interface Price {
  cents: number;
  /** Price of the first period. */
  firstCents: number;
  interval: 'month' | 'year';
}

/**
 * In cents, including tax. In euros that is VAT, which must be included for consumers in the EU.
 */
export const prices: Record<Currency, Record<BillingPlan, Price>> = {
  usd: {
    monthly: { cents: 499, firstCents: 249, interval: 'month' },
    annual: { cents: 4900, firstCents: 4900, interval: 'year' },
  },
  eur: {
    monthly: { cents: 499, firstCents: 249, interval: 'month' },
    annual: { cents: 4900, firstCents: 4900, interval: 'year' },
  },
};

/** Days after the first payment during which it is refundable on request. */
export const moneyBackDays = 30;

/** Days that Pro stays after a failed renewal, while the provider retries. */
export const pastDueGraceDays = 7;
