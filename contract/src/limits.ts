/** A visitor's plan. Anonymous visitors and signed-in users without Pro are both `free`. */
export type Plan = 'free' | 'pro';

/** Billing intervals of Pro. */
export const billingPlans = ['monthly', 'annual'] as const;
export type BillingPlan = (typeof billingPlans)[number];

/** Maximum number of files per batch. The server enforces it; the page only shows it. */
export const maxFiles: Record<Plan, number> = { free: 5, pro: 20 };

/** The biggest file accepted, in bytes (50 MB). */
export const maxFileBytes = 52_428_800;

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

/** Maximum lifetime of a signed offline entitlement, in days. */
export const entitlementDays = 7;

/** Lifetime of a reset link, in minutes. */
export const resetTokenMinutes = 60;

/** Lifetime of a session, in days. */
export const sessionDays = 30;

/** Possible topics of a contact message. */
export const contactTopics = ['conversion', 'billing', 'privacy', 'security', 'other'] as const;
export type ContactTopic = (typeof contactTopics)[number];

/** Maximum length of a message and of a log, in characters. */
export const maxMessageLength = 5000;
export const maxDiagnosticsLength = 60_000;

/**
 * Retention times of data that is no longer needed, in days. The privacy policy states the same.
 */
export const retentionDays = {
  /** Batches without an account. The global counter needs them for a day. */
  anonymousBatches: 40,
  /** Sign-ins and account changes, for investigating attacks. */
  securityEvents: 365,
  /** Mails that could not be delivered, for administrators. */
  failedMails: 30,
  /** Requests to begin at once for orders that were never paid, which nobody has to prove. */
  unpaidBeginRequests: 30,
  /** Links that confirm an address. They work as long as they are kept. */
  confirmationLinks: 3,
  /** Payments that were started but never completed, and links to paid ones. */
  paymentAttempts: 60,
  /** Webhook events: the provider's customer number, and the time. */
  billingEvents: 90,
  /**
   * Keyed hashes of addresses and cards with their first payment, so that first-time offers are
   * given once.
   */
  firstPayments: 730,
} as const;
