import PostalMime from 'postal-mime';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { givePro } from '../../testing/give-pro.ts';
import { startMailSink } from '../../testing/mail-sink.ts';
import { databaseKind } from '../../testing/test-database.ts';
import { createTestServer, type TestServer } from '../../testing/test-server.ts';
import { mails } from '../database/schema.ts';
import { createMailTransport } from './transport.ts';

let server: TestServer;

const question = {
  email: 'Ana@Example.com',
  name: 'Ana Núñez',
  topic: 'conversion',
  message: 'My photo stays dark.\nIt comes from an iPhone 15. <b>Why?</b>',
  language: 'es',
};

const ask = (changes: Record<string, unknown> = {}, options: Record<string, unknown> = {}) =>
  server.call('/api/contact', { body: { ...question, ...changes }, ...options });

async function readNewest() {
  await server.outbox.sendDue();
  const mail = server.mails.findLast(({ to }) => to === 'support@stillpix.example');
  if (mail === undefined) throw new Error('nothing reached support');
  return mail;
}

describe.skipIf(databaseKind === 'missing')(`writing to support (${databaseKind})`, () => {
  beforeEach(async () => {
    server = await createTestServer();
  });
  afterEach(() => server.close());

  test('a message reaches support, is answered to its sender, and is kept no longer', async () => {
    const answer = await ask({ diagnostics: 'browser X\nerror: strip 4' });
    expect(answer).toMatchObject({ status: 200, body: { priority: false } });
    const mail = await readNewest();
    expect(mail.subject).toBe('[conversion] My photo stays dark.');
    expect(mail.replyTo).toEqual({ name: 'Ana Núñez', address: 'ana@example.com' });
    expect(mail.text).toContain(question.message);
    expect(mail.text).toContain('error: strip 4');
    expect(mail.html).toContain('&lt;b&gt;Why?&lt;/b&gt;');
    expect(mail.priority).toBe('normal');
    expect(await server.db.select().from(mails)).toEqual([]);
    expect(server.logged()).not.toContain('ana@example.com');
    expect(server.logged()).not.toContain('stays dark');
  });

  test('Pro goes first, by what the server knows and not by what is claimed', async () => {
    const pro = await server.join();
    await givePro(server.db, pro.id);
    const answer = await ask({}, { token: pro.token });
    expect(answer.body).toMatchObject({ priority: true });
    expect(await readNewest()).toMatchObject({
      subject: '[Pro] [conversion] My photo stays dark.',
      priority: 'high',
    });
    const claimed = await ask({ isPro: true, priority: true, message: '[Pro] me first' });
    expect(claimed.body).toMatchObject({ priority: false });
    expect(await readNewest()).toMatchObject({ priority: 'normal' });
  });

  test('nothing can be smuggled into the head of the mail', async () => {
    expect(await ask({ name: 'Ana\r\nBcc: all@example.com' })).toMatchObject({ status: 400 });
    expect(await ask({ email: 'ana@example.com\nBcc: b@example.com' })).toMatchObject({
      status: 400,
    });
    const sink = await startMailSink();
    const transport = createMailTransport({
      SMTP_URL: `smtp://127.0.0.1:${sink.port}`,
      MAIL_FROM: 'Stillpix <no-reply@stillpix.example>',
      DATA_DIR: '.',
    });
    await ask({ message: 'Hello\r\nBcc: all@example.com\r\n\r\nbody' });
    const { to, ...mail } = await readNewest();
    await transport.send(to, mail);
    const received = await PostalMime.parse(sink.received[0] ?? '');
    expect(received.subject).toBe('[conversion] Hello');
    expect(received.bcc).toBeUndefined();
    expect(received.from?.address).toBe('no-reply@stillpix.example');
    expect(received.replyTo?.[0]?.address).toBe('ana@example.com');
    expect(received.headers.find(({ key }) => key === 'auto-submitted')?.value).toBe('no');
    transport.close();
    await sink.stop();
  });

  test('nobody writes as ourselves, whom an automatic answer would reach again and again', async () => {
    await server.close();
    const environment = {
      MAIL_FROM: '"Stillpix <pictures>" <hello@stillpix.example>',
      OPERATOR_PRIVACY_CONTACT: 'Ada Lovelace, privacy@stillpix.example',
    };
    server = await createTestServer({ environment });
    for (const email of [
      'Support@stillpix.example',
      'support+photos@stillpix.example',
      'hello@Stillpix.example',
      'privacy@stillpix.example',
    ]) {
      const answer = await ask({ email });
      expect(answer).toMatchObject({ status: 400, body: { fields: { email: 'is ours' } } });
    }
    expect(await ask({ email: 'support@stillpix.example.org' })).toMatchObject({ status: 200 });
  });

  test('nobody writes as an address that only sends', async () => {
    const senders = ['MAILER-DAEMON@example.com', 'no-reply@example.com', 'noreply+7@example.com'];
    for (const email of [...senders, 'do_not_reply@example.com']) {
      const answer = await ask({ email });
      expect(answer).toMatchObject({
        status: 400,
        body: { fields: { email: 'takes no replies' } },
      });
    }
    expect(await ask({ email: 'norepl@example.com' })).toMatchObject({ status: 200 });
  });

  test('an empty, a boundless or a wrong message is refused, and so is a flood', async () => {
    expect(await ask({ message: '  \n ' })).toMatchObject({ status: 400 });
    expect(await ask({ message: 'a'.repeat(5001) })).toMatchObject({ status: 400 });
    expect(await ask({ topic: 'prizes' })).toMatchObject({ status: 400 });
    expect(await ask({ diagnostics: 'a'.repeat(300_000) })).toMatchObject({ status: 413 });
    const flood = [];
    const from = { address: '203.0.113.9' };
    for (let sent = 0; sent < 6; sent++) flood.push((await ask({}, from)).status);
    expect(flood).toEqual([200, 200, 200, 200, 200, 429]);
  });
});
