import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { languages } from '@stillpix/contract/languages';
import { maxFiles } from '@stillpix/contract/limits';
import { eq, sql } from 'drizzle-orm';
import PostalMime from 'postal-mime';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type MailSink, startMailSink } from '../../testing/mail-sink.ts';
import { databaseKind, openTestDatabase } from '../../testing/test-database.ts';
import type { OpenDatabase } from '../database/open.ts';
import { mails, users } from '../database/schema.ts';
import { createLog } from '../log.ts';
import type { WordedMailKind } from './words/dictionary.ts';
import { createOutbox, enqueueMail } from './outbox.ts';
import { renderMail } from './render.ts';
import { createMailTransport } from './transport.ts';
import { mailWords } from './words/words.ts';

let database: OpenDatabase;
let sink: MailSink;
let folder: string;
const lines: string[] = [];

function outboxTo(settings: { SMTP_URL?: string }, logLinks = false) {
  const transport = createMailTransport({
    MAIL_FROM: 'Stillpix <hello@stillpix.example>',
    DATA_DIR: folder,
    ...settings,
  });
  return createOutbox({
    db: database.db,
    transport,
    publicUrl: 'https://stillpix.example',
    log: createLog('info', { write: (line) => void lines.push(line) }),
    logLinks,
    pollMilliseconds: 50,
  });
}

const smtp = () => ({ SMTP_URL: `smtp://127.0.0.1:${sink.port}` });
const makeDue = () => database.db.update(mails).set({ dueAt: sql`now()` });
const waiting = () => database.db.select().from(mails);

describe.skipIf(databaseKind === 'missing')(`the outbox (${databaseKind})`, () => {
  beforeEach(async () => {
    database = await openTestDatabase();
    sink = await startMailSink();
    folder = mkdtempSync(join(tmpdir(), 'stillpix-mail-'));
    lines.length = 0;
    await database.db.insert(users).values({ email: 'ana@example.com' });
  });

  afterEach(async () => {
    await sink.stop();
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test('a mail reaches a mail server with text, HTML and a working link', async () => {
    const outbox = outboxTo(smtp());
    await enqueueMail(database.db, 'reset-password', 'ana@example.com', 'es', {});
    expect(await outbox.sendDue()).toBe(1);
    const mail = await PostalMime.parse(sink.received[0] ?? '');
    expect(mail.from?.address).toBe('hello@stillpix.example');
    expect(mail.to?.[0]?.address).toBe('ana@example.com');
    expect(mail.subject).toBe('Restablece tu contraseña de Stillpix');
    const link = /https:\/\/stillpix\.example\/reset-password\?token=[\w-]{43}&lang=es/;
    expect(mail.text).toMatch(link);
    expect(mail.html?.replaceAll('&amp;', '&')).toMatch(link);
    expect(await waiting()).toEqual([]);
    await outbox.stop();
  });

  test('what a mail server refuses is tried again, later and later, and then given up', async () => {
    const outbox = outboxTo(smtp());
    sink.refuse = true;
    await enqueueMail(database.db, 'password-changed', 'ana@example.com', 'en', {});
    const waits: number[] = [];
    for (let attempt = 1; attempt <= 12; attempt++) {
      expect(await outbox.sendDue()).toBe(0);
      const [row] = await waiting();
      expect(row).toMatchObject({ attempts: attempt, lastError: 'EMESSAGE' });
      if (row?.dueAt) waits.push(Math.round((row.dueAt.getTime() - Date.now()) / 1000));
      // Not due yet: nothing happens before its time.
      expect(await outbox.sendDue()).toBe(0);
      expect((await waiting())[0]?.attempts).toBe(attempt);
      if (row?.dueAt) await makeDue();
    }
    expect(waits).toHaveLength(11);
    expect(waits).toEqual(waits.toSorted((a, b) => a - b));
    // As docs/operations.md and the alert say.
    expect(Math.round(waits.reduce((sum, seconds) => sum + seconds, 0) / 3600)).toBe(80);
    expect((await waiting())[0]?.dueAt).toBeNull();
    expect(lines.join('')).toContain('given up');
    expect(lines.join('')).not.toContain('ana@example.com');
    await outbox.stop();
  });

  test('nothing is lost while the mail server is down', async () => {
    const { port } = sink;
    await sink.stop();
    const outbox = outboxTo({ SMTP_URL: `smtp://127.0.0.1:${port}` });
    for (let i = 0; i < 5; i++) {
      await enqueueMail(database.db, 'password-changed', `p${i}@example.com`, 'en', {});
    }
    expect(await outbox.sendDue()).toBe(0);
    expect(await waiting()).toHaveLength(5);
    sink = await startMailSink(port);
    await makeDue();
    expect(await outbox.sendDue()).toBe(5);
    expect(sink.received).toHaveLength(5);
    expect(await waiting()).toEqual([]);
    await outbox.stop();
  });

  test('two processes share the work and send nothing twice', async () => {
    const outboxes = [outboxTo(smtp()), outboxTo(smtp())];
    for (let i = 0; i < 20; i++) {
      await enqueueMail(database.db, 'password-changed', `p${i}@example.com`, 'en', {});
    }
    const sent = await Promise.all(outboxes.map((outbox) => outbox.sendDue()));
    expect(sent.reduce((sum, one) => sum + one)).toBe(20);
    expect(sink.received).toHaveLength(20);
    await Promise.all(outboxes.map((outbox) => outbox.stop()));
  });

  test('a mail of a process that died while sending is sent by another', async () => {
    await enqueueMail(database.db, 'password-changed', 'ana@example.com', 'en', {});
    const dueAt = sql`now() + interval '5 minutes'`;
    await database.db.update(mails).set({ attempts: 1, dueAt });
    const outbox = outboxTo(smtp());
    expect(await outbox.sendDue()).toBe(0);
    await makeDue();
    expect(await outbox.sendDue()).toBe(1);
    await outbox.stop();
  });

  test('it works by itself once started, and stops', async () => {
    const outbox = outboxTo(smtp());
    outbox.start();
    await enqueueMail(database.db, 'password-changed', 'ana@example.com', 'en', {});
    outbox.wake();
    await expect.poll(() => sink.received.length, { timeout: 5000 }).toBe(1);
    await outbox.stop();
    await enqueueMail(database.db, 'password-changed', 'ana@example.com', 'en', {});
    outbox.wake();
    // What it does not take, another does.
    const other = outboxTo(smtp());
    expect(await other.sendDue()).toBe(1);
    expect(sink.received).toHaveLength(2);
    await other.stop();
  });

  test('who stops it waits for the mail under way, not for all that are due', async () => {
    const { promise: taken, resolve: take } = Promise.withResolvers<void>();
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const sent: string[] = [];
    const outbox = createOutbox({
      db: database.db,
      transport: {
        async send(recipient) {
          sent.push(recipient);
          take();
          await released;
        },
        close: () => undefined,
      },
      publicUrl: 'https://stillpix.example',
      log: createLog('silent'),
      logLinks: false,
    });
    for (const name of ['ana', 'bea', 'cleo']) {
      await enqueueMail(database.db, 'password-changed', `${name}@example.com`, 'en', {});
    }
    outbox.start();
    await taken;
    const stopped = outbox.stop();
    release();
    await stopped;
    expect(sent).toHaveLength(1);
    expect(await database.db.$count(mails)).toBe(2);
  });

  test('a stored mail holds no secret', async () => {
    await enqueueMail(database.db, 'reset-password', 'ana@example.com', 'en', {});
    const [row] = await waiting();
    expect(row?.details).toEqual({});
    const [user] = await database.db.select().from(users).where(eq(users.email, 'ana@example.com'));
    expect(user?.passwordHash).toBeNull();
  });

  test('without a mail server each mail becomes a file that only the owner may read', async () => {
    const outbox = outboxTo({});
    await enqueueMail(database.db, 'reset-password', 'ana@example.com', 'de', {});
    expect(await outbox.sendDue()).toBe(1);
    const [name = '', ...others] = readdirSync(join(folder, 'outbox'));
    expect(others).toEqual([]);
    const path = join(folder, 'outbox', name);
    expect(name).toMatch(/\.eml$/);
    expect(statSync(path).mode & 0o077).toBe(0);
    const mail = await PostalMime.parse(readFileSync(path, 'utf8'));
    expect(mail.subject).toBe('Ihr Stillpix-Passwort zurücksetzen');
    await outbox.stop();
  });

  test('links are logged in development only', async () => {
    for (const logLinks of [false, true]) {
      const outbox = outboxTo({}, logLinks);
      await enqueueMail(database.db, 'reset-password', 'ana@example.com', 'en', {});
      await outbox.sendDue();
      await outbox.stop();
      expect(lines.join('').includes('reset-password?token=')).toBe(logLinks);
    }
  });
});

describe('the words of the mails', () => {
  const kinds = Object.entries(mailWords.en)
    .filter(([, words]) => typeof words === 'object' && 'subject' in words)
    .map(([kind]) => kind) as WordedMailKind[];

  test.each(languages)('fill every placeholder and escape what they fill in (%s)', (language) => {
    for (const kind of kinds) {
      const values = { minutes: '60', device: '<b>Chrome & "Co"</b>' };
      const link = 'https://stillpix.example/x?a=1&b=2';
      const mail = renderMail(kind, language, values, link, 'Pixel Works, Dublin');
      expect(mail.text).toContain('\nPixel Works, Dublin\n');
      expect(mail.html).toContain('<br>Pixel Works, Dublin');
      expect(`${mail.subject}${mail.text}${mail.html}`).not.toMatch(/\{\w+\}|undefined/);
      expect(mail.html).not.toContain('<b>Chrome');
      expect(mail.html).toContain(`lang="${language}"`);
      expect(mail.html).not.toMatch(/<img|<script|https?:\/\/(?!stillpix\.example)/);
      expect(mail.text).toContain(link);
    }
  });

  test.each(languages)('a sign-in from who knows where is still a sentence (%s)', (language) => {
    const { text } = renderMail('new-sign-in', language, { device: '' }, null, '');
    expect(text).not.toContain(': .');
    expect(text).toContain(mailWords[language].unknownDevice);
  });

  test('no language repeats the English words', () => {
    for (const language of languages.filter((one) => one !== 'en')) {
      for (const kind of kinds) {
        expect(mailWords[language][kind].paragraphs).toHaveLength(
          mailWords.en[kind].paragraphs.length,
        );
        for (const paragraph of mailWords[language][kind].paragraphs) {
          // Stands for words that have a name of their own.
          if (/^\{\w+\}$/.test(paragraph)) continue;
          expect(mailWords.en[kind].paragraphs).not.toContain(paragraph);
        }
      }
      expect(mailWords[language].withdrawal).not.toBe(mailWords.en.withdrawal);
      expect(mailWords[language].order).not.toEqual(mailWords.en.order);
    }
  });

  test.each(languages)('name the files at once as the limits are (%s)', (language) => {
    const { text } = renderMail('pro-welcome', language, {}, null, '');
    expect(text).toContain(String(maxFiles.pro));
    expect(renderMail('pro-refunded', language, {}, null, '').text).toContain(` ${maxFiles.free} `);
  });

  test.each(languages)(
    'confirm an order with its price, and the right to withdraw to consumers in the EU (%s)',
    (language) => {
      const values = { plan: 'annual', price: '49 €', tax: 'VAT included.' };
      const sent = (consumer: string) =>
        renderMail('pro-welcome', language, { ...values, consumer }, null, '').text;
      expect(sent('eu')).toContain('49 €');
      expect(sent('eu')).toContain('VAT included.');
      expect(sent('eu')).toContain(mailWords[language].withdrawal);
      expect(sent('')).not.toContain(mailWords[language].withdrawal);
      expect(sent('')).not.toContain('\n\n\n');
    },
  );
});
