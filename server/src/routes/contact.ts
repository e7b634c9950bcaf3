import { serve } from './endpoint.ts';
import { ApiError } from '../api-error.ts';
import { type App } from '../http/environment.ts';
import type { Services } from '../services.ts';
import { enqueueMail } from '../mail/outbox.ts';
import type { Settings } from '../settings.ts';

export function serveContact(app: App, services: Services): void {
  serve(app, services, 'contact', async ({ body, caller }, { database, outbox, settings }) => {
    const { language, ...message } = body;
    if (isOurs(message.email, settings)) {
      throw new ApiError('invalid-request', { fields: { email: 'is ours' } });
    }
    const isPro = caller?.isPro ?? false;
    await enqueueMail(database.db, 'contact', settings.SUPPORT_EMAIL, language, {
      ...message,
      isPro,
    });
    outbox.wake();
    return { message: 'Your message has arrived.', priority: isPro };
  });
}

/** An automatic answer to a message that names our own address would come back, and be answered again. */
function isOurs(
  email: string,
  { SUPPORT_EMAIL, MAIL_FROM }: Pick<Settings, 'SUPPORT_EMAIL' | 'MAIL_FROM'>,
): boolean {
  const sender = /<([^>]+)>/.exec(MAIL_FROM)?.[1] ?? MAIL_FROM;
  return [SUPPORT_EMAIL, sender].some((own) => own.toLowerCase() === email.toLowerCase());
}
