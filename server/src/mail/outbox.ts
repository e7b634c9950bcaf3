import { resetTokenMinutes, retentionDays } from '@stillpix/contract/lifetimes';
import { fallbackLanguage, isLanguage, type Language } from '@stillpix/contract/languages';
import { eq } from 'drizzle-orm';
import { makeMailedToken } from '../accounts/mailed-tokens.ts';
import { findUserByEmail } from '../accounts/user-view.ts';
import { prepareBillingMail } from '../billing/mails.ts';
import type { Database } from '../database/database.ts';
import { mails, users } from '../database/schema.ts';
import { errorCode } from '../error-code.ts';
import type { Log } from '../log.ts';
import { type MailRow, postponeMail, takeDueMail } from './due-mails.ts';
import type { ContactDetails, MailDetails, MailKind } from './kinds.ts';
import { renderContactMail, renderMail } from './render.ts';
import type { MailTransport } from './transport.ts';
import type { WordedMailKind } from './words/dictionary.ts';

const confirmMinutes = retentionDays.confirmationLinks * 24 * 60;

/** Queues a mail in the transaction that makes it necessary. */
export async function enqueueMail<Kind extends MailKind>(
  tx: Database,
  kind: Kind,
  recipient: string,
  language: string,
  details: MailDetails[Kind],
): Promise<void> {
  await tx.insert(mails).values({ kind, recipient, language, details });
}

export interface Outbox {
  /** Sends due mails. Resolves with the number handed over. */
  sendDue(): Promise<number>;
  /** Checks again now, after a mail was queued. */
  wake(): void;
  start(): void;
  /** Stops for good. Resolves when the mail being sent, if any, was accepted or refused. */
  stop(): Promise<void>;
}

interface OutboxOptions {
  db: Database;
  transport: MailTransport;
  publicUrl: string;
  /** The operator's name and address. Empty if not set. */
  operator?: string;
  log: Log;
  /** Development only: the links are secrets. */
  logLinks: boolean;
  pollMilliseconds?: number;
}

export function createOutbox(options: OutboxOptions): Outbox {
  const { db, transport, log, pollMilliseconds = 5000 } = options;

  const ending = new AbortController();

  async function sendDue(): Promise<number> {
    let sent = 0;
    // One mail per step: stopping waits only for the current one.
    while (!ending.signal.aborted) {
      const row = await takeDueMail(db);
      if (row === null) break;
      try {
        await sendMail(options, row);
        sent++;
      } catch (error) {
        await postponeMail(db, log, row, error);
      }
    }
    return sent;
  }

  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let again = false;
  let stopped = true;

  function run(): void {
    if (stopped) return;
    if (running !== undefined) {
      again = true;
      return;
    }
    clearTimeout(timer);
    running = sendDue()
      .then(
        () => undefined,
        (error: unknown) => log.warn({ reason: errorCode(error) }, 'the outbox could not be read'),
      )
      .finally(() => {
        running = undefined;
        if (stopped) return;
        timer = setTimeout(run, again ? 0 : pollMilliseconds);
        again = false;
      });
  }

  return {
    sendDue,
    wake: run,
    start() {
      stopped = false;
      run();
    },
    async stop() {
      stopped = true;
      ending.abort();
      clearTimeout(timer);
      await running;
      transport.close();
    },
  };
}

async function sendMail(options: OutboxOptions, row: MailRow): Promise<void> {
  const { db, transport, publicUrl, operator = '', log, logLinks } = options;
  const language: Language = isLanguage(row.language) ? row.language : fallbackLanguage;
  const kind = row.kind as MailKind;
  if (kind === 'contact') {
    await transport.send(row.recipient, renderContactMail(language, row.details as ContactDetails));
  } else {
    const prepared = await prepare(db, row, kind, publicUrl);
    if (prepared !== null) {
      const { link, values } = prepared;
      await transport.send(row.recipient, renderMail(kind, language, values, link, operator));
      if (logLinks && link !== null) log.info({ kind, link }, 'mail with a link');
    }
  }
  await db.delete(mails).where(eq(mails.id, row.id));
}

/**
 * The link and text of a mail, made when it is sent. `null` if there is no recipient. Anybody may
 * request a reset for any address, and it is only looked up here, so that the answer to the request
 * reveals nothing, not even by its timing.
 */
async function prepare(
  db: Database,
  row: MailRow,
  kind: WordedMailKind,
  publicUrl: string,
): Promise<{ link: string | null; values: Record<string, string> } | null> {
  const details = (row.details ?? {}) as Record<string, string>;
  switch (kind) {
    case 'reset-password':
    case 'set-password':
    case 'account-exists': {
      const user = await findUserByEmail(db, row.recipient);
      if (user === null) return null;
      const token = await makeMailedToken(db, 'reset-password', user, resetTokenMinutes);
      return {
        link: `${publicUrl}/reset-password?token=${token}&lang=${row.language}`,
        values: { minutes: String(resetTokenMinutes) },
      };
    }
    case 'welcome':
    case 'confirm-email': {
      const token = await db.transaction(async (tx) => {
        // Locked while the token is made: a concurrent password change either invalidates it or
        // comes later.
        const [user] = await tx
          .select({ id: users.id, changedAt: users.credentialsChangedAt })
          .from(users)
          .where(eq(users.id, details['userId'] ?? ''))
          .for('update');
        if (user === undefined) return null;
        if (user.changedAt !== null && user.changedAt >= row.createdAt) return null;
        const target = { id: user.id, email: row.recipient };
        return makeMailedToken(tx, 'confirm-email', target, confirmMinutes);
      });
      if (token === null) return null;
      return { link: `${publicUrl}/account?confirm=${token}&lang=${row.language}`, values: {} };
    }
    case 'pro-welcome':
    case 'pro-plan-changed':
    case 'payment-failed':
    case 'pro-canceled':
    case 'pro-ended':
    case 'pro-refunded':
    case 'pro-refund-failed':
    case 'pro-paid-twice':
      return prepareBillingMail(db, kind, { language: row.language, details, publicUrl });
    default:
      return { link: null, values: details };
  }
}
