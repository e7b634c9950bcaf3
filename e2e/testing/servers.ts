import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { environment } from '../../scripts/setup.mjs';
import { copyMigratedDatabase } from '../../server/testing/embedded-snapshot.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

export interface Running {
  url: string;
  stop(): Promise<void>;
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

export interface Door extends Running {
  /** From now on another server is behind it, as after a start with other files. */
  leadTo(to: string): void;
}

/**
 * Another address of a server, which a test may close: behind it nothing answers any more. A server of
 * the test's own would do the same, but takes seconds to start.
 */
export async function openDoor(to: string): Promise<Door> {
  let behind = to;
  const open = new Set<Socket>();
  const door = createServer((visitor) => {
    const { hostname, port } = new URL(behind);
    const server = connect(Number(port), hostname);
    for (const [from, into] of [
      [visitor, server],
      [server, visitor],
    ] as const) {
      open.add(from);
      from.pipe(into);
      from.on('error', () => into.destroy());
      from.on('close', () => {
        open.delete(from);
        into.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve));
  const address = door.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    leadTo(next) {
      behind = next;
      for (const socket of open) socket.destroy();
    },
    stop: () =>
      new Promise((resolve) => {
        door.close(() => resolve());
        for (const socket of open) socket.destroy();
      }),
  };
}

/** The built product on a database of its own, with these settings. */
export async function startProduct(settings: Record<string, string>): Promise<Running> {
  const port = Number(settings.PORT ?? (await freePort()));
  const url = `http://127.0.0.1:${port}`;
  const dataDir = mkdtempSync(join(tmpdir(), 'stillpix-e2e-'));
  if (settings.DATA_DIR === undefined) await copyMigratedDatabase(dataDir);
  const child = spawn('node', ['server/src/main.ts'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...environment(),
      PUBLIC_URL: url,
      DATA_DIR: dataDir,
      LOG_LEVEL: 'error',
      ...settings,
      PORT: String(port),
    },
  });
  child.once('close', () => rmSync(dataDir, { recursive: true, force: true }));
  return waitFor(child, url, '/healthz');
}

/** The Stripe-speaking test server in a process of its own. */
export async function startFakeStripe(settings: Record<string, string>): Promise<Running> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const child = spawn('node', ['server/testing/fake-stripe/main.ts'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...environment(), ...settings, PORT: String(port) },
  });
  return waitFor(child, url, '/_test/charges');
}

/** Runs the command that an operator runs once. */
export function setUpBilling(settings: Record<string, string>): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn('node', ['server/scripts/billing-setup.ts'], {
      cwd: root,
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...environment(), ...settings },
    });
    child.on('close', (code) => resolve(code ?? 1));
  });
}

async function waitFor(child: ChildProcess, url: string, path: string): Promise<Running> {
  const deadline = Date.now() + 100_000;
  for (;;) {
    const answer = await fetch(url + path).catch(() => null);
    if (answer?.ok === true) break;
    if (child.exitCode !== null || Date.now() > deadline) {
      child.kill('SIGKILL');
      throw new Error(`${url} did not start`);
    }
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  return {
    url,
    stop: () =>
      new Promise((resolve) => {
        if (child.exitCode !== null || child.signalCode !== null) return resolve();
        child.once('close', () => resolve());
        return child.kill('SIGTERM');
      }),
  };
}
