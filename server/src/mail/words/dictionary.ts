import type { BillingPlan } from '@stillpix/contract/limits';

/**
 * The words of one mail. `{device}`, `{minutes}`, `{date}`, `{amount}`, `{freeFiles}` and `{proFiles}`
 * are filled in, and `{order}` and `{withdrawal}` by the paragraphs of these names; one that stays
 * empty is left out.
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
  /** Above the address, for those whose mail program shows no button. */
  linkHint: string;
  footer: string;
  /** In the place of `{device}` when it is not known. */
  unknownDevice: string;
  /** What was ordered, on something that lasts: `{price}` and `{tax}` are filled in. */
  order: Record<BillingPlan, string>;
  /** For consumers in the EU. */
  withdrawal: string;
};
