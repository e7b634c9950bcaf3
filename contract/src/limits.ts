/** What a person may have. Anonymous visitors and signed-in people without Pro are both `free`. */
export type Plan = 'free' | 'pro';

/** How Pro is paid. */
export const billingPlans = ['monthly', 'annual'] as const;
export type BillingPlan = (typeof billingPlans)[number];

/** Files that one batch may hold. The server is the judge; the page only shows it. */
export const maxFiles: Record<Plan, number> = { free: 5, pro: 20 };

/** The biggest file accepted, in bytes (50 MB). */
export const maxFileBytes = 52_428_800;

/** What an operator may charge in, by ISO 4217 in lower case. */
export const currencies = ['usd', 'eur'] as const;
export type Currency = (typeof currencies)[number];
export const defaultCurrency: Currency = 'usd';

interface Price {
  cents: number;
  /** What the first period costs. */
  firstCents: number;
  interval: 'month' | 'year';
}

/** In cents, any tax included. In euros that is VAT, which consumers in the EU must not see added. */
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

/** Days after the first payment during which the money is given back on request. */
export const moneyBackDays = 30;

/** Days that a failed renewal leaves Pro in place while the provider tries again. */
export const pastDueGraceDays = 7;

/** Longest life of a signed offline entitlement, in days. */
export const entitlementDays = 7;

/** How long a reset link works, in minutes. */
export const resetTokenMinutes = 60;

/** How long a sign-in lasts, in days. */
export const sessionDays = 30;

/** What a message to the people behind the product may be about. */
export const contactTopics = ['conversion', 'billing', 'privacy', 'security', 'other'] as const;
export type ContactTopic = (typeof contactTopics)[number];

/** Longest message and longest log that a visitor may send, in characters. */
export const maxMessageLength = 5000;
export const maxDiagnosticsLength = 60_000;

/** How long things are kept that nobody needs any more, in days. The privacy policy says the same. */
export const retentionDays = {
  /** Batches without an account: the common count needs a day. */
  anonymousBatches: 40,
  /** Sign-ins and changes of an account, for tracing an attack. */
  securityEvents: 365,
  /** Mails that were given up; an administrator may want to see why. */
  failedMails: 30,
  /** That an order was to begin at once, where nothing was paid: nobody has to prove it. */
  unpaidBeginRequests: 30,
  /** Links that confirm an address: they work as long as they are kept. */
  confirmationLinks: 3,
  /** Payments that were begun and never made, and links to what a payment gave. */
  paymentAttempts: 60,
  /** What the payment provider told of a change: the customer's number there, and when. */
  billingEvents: 90,
  /** Since when an address and a card have paid, as keyed hashes: what is given once is given once. */
  firstPayments: 730,
} as const;
