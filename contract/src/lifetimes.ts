/** Maximum lifetime of a signed offline entitlement, in days. */
export const entitlementDays = 7;

/** Lifetime of a reset link, in minutes. */
export const resetTokenMinutes = 60;

/** Lifetime of a session, in days. */
export const sessionDays = 30;

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
