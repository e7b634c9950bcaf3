import { expect, test } from 'vitest';
import { greetForEver, startHungMailServer } from '../../testing/hung-mail-server.ts';
import { createMailTransport } from './transport.ts';

test('a mail server that goes on for ever is given up, and its connection is closed', async () => {
  const { port, closed } = await startHungMailServer(greetForEver);
  const settings = {
    SMTP_URL: `smtp://127.0.0.1:${port}`,
    MAIL_FROM: 'a@b.example',
    DATA_DIR: '.',
  };
  const transport = createMailTransport(settings, 300);
  const mail = { subject: 'Hello', text: 'Hello', html: 'Hello' };
  await expect(transport.send('c@d.example', mail)).rejects.toMatchObject({ code: 'EABORT' });
  await closed;
  transport.close();
});
