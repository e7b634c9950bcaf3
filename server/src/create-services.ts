import { setTimeout } from 'node:timers/promises';
import { createKeyedHash } from './abuse/keyed-hash.ts';
import type { limitTable } from './abuse/limit-table.ts';
import { createLimits } from './abuse/limits.ts';
import { createSessions } from './accounts/sessions.ts';
import type { Billing } from './billing/context.ts';
import { createProvider } from './billing/create-provider.ts';
import type { OpenDatabase } from './database/open.ts';
import { createFlags } from './flags/flags.ts';
import type { Log } from './log.ts';
import { countMails } from './mail/count-mails.ts';
import { createOutbox, enqueueMail } from './mail/outbox.ts';
import { createMailTransport, type MailTransport } from './mail/transport.ts';
import { createMetrics } from './http/metrics.ts';
import type { Secrets } from './secrets.ts';
import type { Services } from './services.ts';
import { publicUrl, type Settings } from './settings.ts';
import { createConvertedToday } from './usage/stats.ts';

export interface ServiceOptions {
  settings: Settings;
  secrets: Secrets;
  database: OpenDatabase;
  log: Log;
  /** Parts of billing to replace in tests. */
  billing?: Partial<Billing>;
  transport?: MailTransport;
  limitTable?: typeof limitTable;
  checkAnswers?: boolean;
}

/** Creates the services. Nothing runs in the background until `services.outbox.start()`. */
export function createServices(options: ServiceOptions): Services {
  const { settings, secrets, database, log } = options;
  const { db } = database;
  const address = publicUrl(settings);
  return {
    settings,
    secrets,
    publicUrl: address,
    log,
    database,
    sessions: createSessions(db, secrets.session),
    limits: createLimits(db, secrets.session, options.limitTable),
    outbox: createOutbox({
      db,
      transport: options.transport ?? createMailTransport(settings),
      publicUrl: address,
      operator: [settings.OPERATOR_NAME, settings.OPERATOR_ADDRESS].filter(Boolean).join(', '),
      log,
      logLinks: settings.NODE_ENV === 'development' && settings.SMTP_URL === undefined,
    }),
    billing: {
      db,
      provider: createProvider(settings, address),
      publicUrl: address,
      currency: settings.CURRENCY,
      log,
      queueMail: (tx, { kind, recipient, language, details }) =>
        enqueueMail(tx, kind, recipient, language, details),
      hide: createKeyedHash(secrets.session),
      now: () => new Date(),
      sleep: (milliseconds) => setTimeout(milliseconds),
      ...options.billing,
    },
    flags: createFlags(db, settings.FLAGS),
    convertedToday: createConvertedToday(db),
    metrics: createMetrics({ countMails: () => countMails(db) }),
    checkAnswers: options.checkAnswers ?? false,
  };
}
