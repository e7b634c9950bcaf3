import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { freePort } from '../testing/servers.ts';

const root = join(import.meta.dirname, '..', '..');

/** `npm start` as a user would run it, with its output and its end to wait for. */
function startProduct(settings: Record<string, string>) {
  const child = spawn('npm', ['start'], {
    cwd: root,
    env: { ...process.env, ...settings },
    // A group of its own, so that a failing test leaves nothing running behind npm.
    detached: true,
  });
  let output = '';
  const collect = (chunk: Buffer) => {
    output += chunk.toString();
  };
  child.stdout.on('data', collect);
  child.stderr.on('data', collect);
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  return {
    ended,
    output: () => output,
    stopReading: () => {
      child.stdout.destroy();
      child.stderr.destroy();
    },
    signal: (signal: NodeJS.Signals) => child.kill(signal),
    /** As a terminal does it: every process that the command started hears it. */
    pressCtrlC: () => child.pid && process.kill(-child.pid, 'SIGINT'),
    destroy: () => {
      try {
        if (child.pid) process.kill(-child.pid, 'SIGKILL');
      } catch {
        // The group has ended by itself, as it should.
      }
    },
  };
}

test.describe.serial('npm start', () => {
  let dataDir: string;
  let settings: { DATA_DIR: string };

  test.beforeAll(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'stillpix-start-'));
    settings = { DATA_DIR: join(dataDir, 'not', 'there', 'yet') };
  });
  test.afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

  test('prints the address, serves page and API there, keeps a second process off, and stops when told', async ({
    request,
  }) => {
    const port = await freePort();
    const address = `http://127.0.0.1:${port}`;
    const product = startProduct({ ...settings, PORT: String(port) });
    try {
      await expect.poll(product.output, { timeout: 90_000 }).toContain(address);
      const page = await request.get(address);
      expect(await page.text()).toContain('Stillpix');
      const health = await request.get(`${address}/healthz`);
      expect(await health.json()).toMatchObject({ status: 'ok', database: { state: 'ready' } });

      const second = startProduct({ ...settings, PORT: '0' });
      expect(await second.ended).not.toBe(0);
      expect(second.output()).toContain(settings.DATA_DIR);

      product.signal('SIGTERM');
      await product.ended;
      expect(product.output()).toContain('stopped');
    } finally {
      product.destroy();
    }
  });

  test('stops when told even after whoever read its output has gone', async () => {
    const port = await freePort();
    const product = startProduct({ ...settings, PORT: String(port) });
    try {
      await expect.poll(product.output, { timeout: 90_000 }).toContain('is ready');
      product.stopReading();
      product.signal('SIGTERM');
      await expect
        .poll(() => fetch(`http://127.0.0.1:${port}/healthz`).catch(() => 'no answer'), {
          timeout: 15_000,
        })
        .toBe('no answer');
    } finally {
      product.destroy();
    }
  });

  for (const heardBy of ['all', 'npm alone'] as const) {
    test(`stops on an interrupt heard by ${heardBy}`, async () => {
      const product = startProduct({ ...settings, PORT: '0' });
      try {
        await expect.poll(product.output, { timeout: 90_000 }).toContain('is ready');
        if (heardBy === 'all') product.pressCtrlC();
        else product.signal('SIGINT');
        await product.ended;
        expect(product.output()).toContain('stopped');
      } finally {
        product.destroy();
      }
    });
  }

  test('refuses a wrong setting by its name and says what to write', async () => {
    const product = startProduct({ ...settings, PORT: 'eighty' });
    expect(await product.ended).not.toBe(0);
    expect(product.output()).toMatch(/PORT.*(number|1 to 65535|65535)/s);
  });

  test('refuses a data folder that cannot be', async () => {
    const product = startProduct({ DATA_DIR: join(import.meta.filename, 'data'), PORT: '0' });
    expect(await product.ended).not.toBe(0);
    expect(product.output()).toMatch(/DATA_DIR: cannot be used .*Example: DATA_DIR=/);
  });
});
