import type { Language } from '@stillpix/contract/languages';
import type { Currency } from '@stillpix/contract/limits';
import type { Database } from '../database/database.ts';
import { ApiError } from '../http/api-error.ts';
import type { Log } from '../log.ts';
import type { PaymentProvider } from './provider/provider.ts';

/** `date` as ISO 8601, `cents` as a whole number of `currency`. */
export interface BillingMailDetails {
  customer: string;
  attempt?: string;
  plan?: string;
  date?: string;
  cents?: string;
  currency?: string;
}

/** A mail that billing asks for; its words are the mail folder's business. */
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

/** What all of billing works with. */
export interface Billing {
  db: Database;
  /** Null where payments are not configured. */
  provider: PaymentProvider | null;
  publicUrl: string;
  /** What new subscriptions are paid in. */
  currency: Currency;
  log: Log;
  /** Queues a mail in the transaction of the change that it tells of. */
  queueMail: (transaction: Database, mail: BillingMail) => Promise<void>;
  /** The form in which addresses and card fingerprints outlive an account: a keyed hash. */
  hide: (value: string) => string;
  now: () => Date;
  sleep: (milliseconds: number) => Promise<void>;
}

/** @throws ApiError `stripe_not_configured` */
export function requireProvider(billing: Billing): PaymentProvider {
  if (billing.provider === null) throw new ApiError('stripe_not_configured');
  return billing.provider;
}

/** True while no money moves: the simulated provider. */
export function isTestMode({ provider }: Billing): boolean {
  return provider?.name === 'simulated';
}
