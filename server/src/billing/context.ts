import type { Language } from '@stillpix/contract/languages';
import type { Currency } from '@stillpix/contract/plans';
import type { Database } from '../database/database.ts';
import { ApiError } from '../api-error.ts';
import type { Log } from '../log.ts';
import type { PaymentProvider } from './provider/provider.ts';

/** `date` is ISO 8601; `cents` is an integer amount in `currency`. */
export interface BillingMailDetails {
  customer: string;
  attempt?: string;
  plan?: string;
  date?: string;
  cents?: string;
  currency?: string;
}

/** A mail requested by billing. The mail folder has its text. */
export interface BillingMail {
  kind:
    | 'pro-welcome'
    | 'pro-plan-changed'
    | 'payment-failed'
    | 'pro-canceled'
    | 'pro-ended'
    | 'pro-refunded'
    | 'pro-refund-failed'
    | 'pro-paid-twice';
  recipient: string;
  language: Language;
  details: BillingMailDetails;
}

/** What all of billing needs. */
export interface Billing {
  db: Database;
  /** Null if payments are not configured. */
  provider: PaymentProvider | null;
  publicUrl: string;
  /** Currency of new subscriptions. */
  currency: Currency;
  log: Log;
  /** Queues a mail in the same transaction as the change it reports. */
  queueMail: (transaction: Database, mail: BillingMail) => Promise<void>;
  /** Keyed hash in which addresses and card fingerprints are kept after an account is deleted. */
  hide: (value: string) => string;
  now: () => Date;
  sleep: (milliseconds: number) => Promise<void>;
}

/** @throws ApiError `stripe_not_configured` */
export function requireProvider(billing: Billing): PaymentProvider {
  if (billing.provider === null) throw new ApiError('stripe_not_configured');
  return billing.provider;
}

/** True for the simulated provider, with which no money moves. */
export function isTestMode({ provider }: Billing): boolean {
  return provider?.name === 'simulated';
}
