import type { Language } from '@stillpix/contract/languages';
import type { Database } from '../database/open.ts';
import type { Log } from '../log.ts';
import type { PaymentProvider } from './provider.ts';

/** `date` as ISO 8601, `cents` as a whole number. */
export interface BillingMailDetails {
  customer: string;
  attempt?: string;
  plan?: string;
  date?: string;
  cents?: string;
}

/** A mail that billing asks for; its words are the mail folder's business. */
export interface BillingMail {
  kind: 'pro-welcome' | 'payment-failed' | 'pro-cancelled' | 'pro-refunded';
  recipient: string;
  language: Language;
  details: BillingMailDetails;
}

/** What all of billing works with. */
export interface BillingContext {
  db: Database;
  /** Null where payments are not configured. */
  provider: PaymentProvider | null;
  publicUrl: string;
  log: Log;
  /** Queues a mail in the transaction of the change that it tells of. */
  queueMail: (transaction: Database, mail: BillingMail) => Promise<void>;
  now: () => Date;
  sleep: (milliseconds: number) => Promise<void>;
}
