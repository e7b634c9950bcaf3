import type { ContactTopic } from '@stillpix/contract/contact-topics';
import type { BillingMailDetails } from '../billing/context.ts';

/**
 * All mails that we send. `details` are stored until the mail is sent, so they hold no secrets:
 * links with tokens are made when sending.
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

/** A visitor's message to us. Stored only until the mail is handed over. */
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
  /** Where answers go, if not to the sender. */
  replyTo?: { name: string; address: string };
  priority?: 'high' | 'normal';
  headers?: Record<string, string>;
}
