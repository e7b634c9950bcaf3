import { serve } from './endpoint.ts';
import { ApiError } from '../api-error.ts';
import { type App } from '../http/environment.ts';
import type { Services } from '../services.ts';
import { enqueueMail } from '../mail/outbox.ts';
import type { Settings } from '../settings.ts';

export function serveContact(app: App, services: Services): void {
  serve(app, services, 'contact', async ({ body, caller }, { database, outbox, settings }) => {
    const { language, ...message } = body;
    const problem = findAddressProblem(message.email, settings);
    if (problem !== null) throw new ApiError('invalid-request', { fields: { email: problem } });
    const isPro = caller?.isPro ?? false;
    await enqueueMail(database.db, 'contact', settings.SUPPORT_EMAIL, language, {
      ...message,
      isPro,
    });
    outbox.wake();
    return { message: 'Your message has arrived.', priority: isPro };
  });
}

type OwnAddresses = Pick<Settings, 'SUPPORT_EMAIL' | 'MAIL_FROM' | 'OPERATOR_PRIVACY_CONTACT'>;

/**
 * Why a message cannot be answered at an address. An automatic answer to one that names our own
 * address would come back, and be answered again; one to an address that only sends would bounce.
 */
function findAddressProblem(email: string, own: OwnAddresses): string | null {
  const mailbox = mailboxOf(email);
  const ours = [own.SUPPORT_EMAIL, own.MAIL_FROM, own.OPERATOR_PRIVACY_CONTACT ?? '']
    // The last part in angle brackets, or one among other words.
    .flatMap((text) => /<([^<>]+)>\s*$/.exec(text)?.[1] ?? text.split(/[\s,;()]+/));
  if (ours.some((one) => mailboxOf(one) === mailbox)) return 'is ours';
  return /^(?:mailer[-_.]?daemon|(?:no|do[-_.]?not)[-_.]?reply)@/.test(mailbox)
    ? 'takes no replies'
    : null;
}

/** Without what follows a plus, which most mail servers deliver to the same mailbox. */
function mailboxOf(address: string): string {
  return address.toLowerCase().replace(/\+[^@]*@/, '@');
}
