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
  'payment-failed': BillingMailDetails;
  'pro-cancelled': BillingMailDetails;
  'pro-refunded': BillingMailDetails;
}

export type MailKind = keyof MailDetails;

export interface RenderedMail {
  subject: string;
  text: string;
  html: string;
}
