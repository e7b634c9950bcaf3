import { randomUUID } from 'node:crypto';
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { makeFolder } from '../data-directory.ts';
import type { Settings } from '../settings.ts';
import type { RenderedMail } from './kinds.ts';

/** Sends a mail. Rejects if it was not accepted. */
export interface MailTransport {
  send(recipient: string, mail: RenderedMail): Promise<void>;
  close(): void;
}

/**
 * Milliseconds for one mail from the connection to the server's word. One that always says a little would otherwise
 * hold all mails until the next start. Less than the time after which another process takes a mail over.
 */
const wholeMailPatience = 120_000;

export function createMailTransport(
  settings: Pick<Settings, 'SMTP_URL' | 'MAIL_FROM' | 'DATA_DIR'>,
  wholeMail = wholeMailPatience,
): MailTransport {
  return settings.SMTP_URL === undefined
    ? writeToFolder(join(settings.DATA_DIR, 'outbox'), settings.MAIL_FROM)
    : sendBySmtp(settings.SMTP_URL, settings.MAIL_FROM, wholeMail);
}

// Tells vacation responders not to answer (RFC 3834).
const headers = { 'Auto-Submitted': 'auto-generated' };

/** Milliseconds that a mail server may be silent, so that a hanging one blocks nobody for long. */
const silence = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };

function sendBySmtp(url: string, from: string, wholeMail: number): MailTransport {
  const mailer = createTransport({ url, ...silence }, { from, headers });
  return {
    async send(to, mail) {
      const signal = AbortSignal.timeout(wholeMail);
      await mailer.sendMail({ to, ...mail, signal });
    },
    close: () => mailer.close(),
  };
}

/** Without a mail server: writes one .eml file per mail, which any mail program opens. */
function writeToFolder(folder: string, from: string): MailTransport {
  const mailer = createTransport(
    { streamTransport: true, buffer: true, newline: 'windows' },
    { from, headers },
  );
  return {
    async send(to, mail) {
      const { message } = await mailer.sendMail({ to, ...mail });
      await makeFolder(folder);
      const name = `${new Date().toISOString().replaceAll(':', '-')}-${randomUUID().slice(0, 8)}.eml`;
      const temporary = join(folder, `.${name}`);
      await writeFile(temporary, message as Buffer, { mode: 0o600 });
      await rename(temporary, join(folder, name));
    },
    close: () => mailer.close(),
  };
}
