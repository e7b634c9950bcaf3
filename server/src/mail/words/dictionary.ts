import type { BillingPlan } from '@stillpix/contract/plans';

/**
 * The text of a mail. `{device}`, `{minutes}`, `{date}`, `{amount}`, `{freeFiles}` and `{proFiles}`
 * are filled in; `{order}` and `{withdrawal}` become the paragraphs of these names. Empty
 * paragraphs are omitted.
 */
interface MailWords {
  subject: string;
  paragraphs: string[];
  /** Label of the button, for mails that have a link. */
  button?: string;
}

/** Mails that we write ourselves, in the reader's language. */
export type WordedMailKind =
  | 'reset-password'
  | 'set-password'
  | 'account-exists'
  | 'confirm-email'
  | 'welcome'
  | 'password-changed'
  | 'email-changed'
  | 'new-sign-in'
  | 'account-deleted'
  | 'pro-welcome'
  | 'pro-plan-changed'
  | 'payment-failed'
  | 'pro-canceled'
  | 'pro-ended'
  | 'pro-refunded'
  | 'pro-refund-failed'
  | 'pro-paid-twice';

export type MailDictionary = Record<WordedMailKind, MailWords> & {
  greeting: string;
  /** Shown above the URL, for mail programs that show no button. */
  linkHint: string;
  footer: string;
  /** Replaces `{device}` when it is unknown. */
  unknownDevice: string;
  /** The order on a durable medium. `{price}` and `{tax}` are filled in. */
  order: Record<BillingPlan, string>;
  /** For consumers in the EU. */
  withdrawal: string;
};
