import { serve } from './endpoint.ts';
import { type App } from '../http/environment.ts';
import type { Services } from '../services.ts';
import { enqueueMail } from '../mail/outbox.ts';

export function serveContact(app: App, services: Services): void {
  serve(app, services, 'contact', async ({ body, caller }, { database, outbox, settings }) => {
    const { language, ...message } = body;
    const isPro = caller?.isPro ?? false;
    await enqueueMail(database.db, 'contact', settings.SUPPORT_EMAIL, language, {
      ...message,
      isPro,
    });
    outbox.wake();
    return { message: 'Your message has arrived.', priority: isPro };
  });
}
