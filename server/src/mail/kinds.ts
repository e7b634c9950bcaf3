import type { ContactTopic } from '@stillpix/contract/limits';
import type { BillingMailDetails } from '../billing/context.ts';

/**
 * Every mail we send. `details` are stored until the mail is sent, so they hold no secret: links
 * with tokens are made at that moment.
 */
export interface MailDetails {
  'reset-password': Record<string, never>;
  'set-password': Record<string, never>;
  'account-exists': Record<string, never>;
  'confirm-email': { userId: string };
  welcome: { userId: string };
  'password-changed': Record<string, never>;
  'email-changed': Record<string, never>;
  'new-sign-in': { device: string };
  'account-deleted': Record<string, never>;
  'pro-welcome': BillingMailDetails;
  'pro-plan-changed': BillingMailDetails;
  'payment-failed': BillingMailDetails;
  'pro-canceled': BillingMailDetails;
  'pro-ended': BillingMailDetails;
  'pro-refunded': BillingMailDetails;
  'pro-refund-failed': BillingMailDetails;
  'pro-paid-twice': BillingMailDetails;
  contact: ContactDetails;
}

/** A visitor's message to us; it is stored only until the mail has been handed over. */
export interface ContactDetails {
  email: string;
  name?: string | undefined;
  topic: ContactTopic;
  message: string;
  diagnostics?: string | undefined;
  isPro: boolean;
}

export type MailKind = keyof MailDetails;

export interface RenderedMail {
  subject: string;
  text: string;
  html: string;
  /** Who gets the answer, when that is not the sender. */
  replyTo?: { name: string; address: string };
  priority?: 'high' | 'normal';
  headers?: Record<string, string>;
}
