import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { copyMigratedDatabase } from '../../testing/embedded-snapshot.ts';
import { greetForEver, startHungMailServer } from '../../testing/hung-mail-server.ts';
import { startServer } from '../../testing/server-process.ts';

test.each([
  ['says nothing', () => {}],
  ['greets for ever', greetForEver],
])(
  'a mail server that %s holds the process no longer than it may take to stop',
  async (_, answer) => {
    const mail = await startHungMailServer(answer);
    const folder = mkdtempSync(join(tmpdir(), 'stillpix-stopping-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    await copyMigratedDatabase(folder);
    const server = await startServer({
      DATA_DIR: folder,
      SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
      STOP_SECONDS: '1',
    });
    const registered = await fetch(`${server.url}/api/auth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'ada@example.com' }),
    });
    expect(registered.status).toBe(200);
    await mail.connected;
    expect(await server.stop()).toBe(0);
    // What ended it was its own limit: nothing else would have been written.
    expect(server.output()).toContain('"late":["mail"]');

    // The mail is still to be sent.
    const again = await startServer({ DATA_DIR: folder });
    const metrics = await (await fetch(`${again.url}/metrics`)).text();
    expect(metrics).toMatch(/stillpix_mails\{state="waiting"\} [1-9]/);
    expect(await again.stop()).toBe(0);
  },
);
