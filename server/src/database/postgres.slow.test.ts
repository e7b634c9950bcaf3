import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call } from '../../testing/call.ts';
import { type Cluster, findPostgres, startCluster } from '../../testing/postgres-cluster.ts';
import { type ServerProcess, startServer } from '../../testing/server-process.ts';
import { password, randomAddress } from '../../testing/test-server.ts';
import { createLog } from '../log.ts';
import { openPostgres } from './open.ts';

const run = promisify(execFile);

let cluster: Cluster;
let folder: string;

const settingsFor = (url: string) => ({
  DATABASE_URL: url,
  DATA_DIR: folder,
  TRUSTED_PROXIES: '127.0.0.1',
});

const register = async (url: string, email = `${randomUUID()}@example.com`) => {
  const { body } = await call(url, '/api/auth/register', { body: { email, password } });
  return { email, token: body.token as string };
};

/** Resolves once the server has taken the request up and asks for its body; then sends that. */
async function beginToRegister(url: string): Promise<() => Promise<number | undefined>> {
  const body = JSON.stringify({ email: `${randomUUID()}@example.com`, password });
  const sent = request(`${url}/api/auth/register`, {
    method: 'POST',
    agent: false,
    headers: {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      'x-forwarded-for': randomAddress(),
      // RFC 9110, section 10.1.1.
      expect: '100-continue',
    },
  });
  sent.flushHeaders();
  await once(sent, 'continue');
  return async () => {
    const answered = once(sent, 'response') as Promise<[IncomingMessage]>;
    sent.end(body);
    const [response] = await answered;
    response.resume();
    return response.statusCode;
  };
}

describe.skipIf(findPostgres() === null)('on a real PostgreSQL', () => {
  beforeAll(async () => {
    cluster = await startCluster();
    folder = mkdtempSync(join(tmpdir(), 'stillpix-processes-'));
  });
  afterAll(async () => {
    await cluster.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  describe('two processes', () => {
    let servers: ServerProcess[];
    let first: string;
    let second: string;

    beforeAll(async () => {
      const url = await cluster.createDatabase();
      // At once, on an empty database: both migrate.
      servers = await Promise.all([startServer(settingsFor(url)), startServer(settingsFor(url))]);
      first = servers[0]?.url ?? '';
      second = servers[1]?.url ?? '';
    });
    afterAll(() => Promise.all(servers.map((server) => server.stop())));

    test('know the same people and sessions, and a sign-out at one holds at the other', async () => {
      const { token } = await register(first);
      expect((await call(second, '/api/auth/user', { token })).status).toBe(200);
      await call(first, '/api/auth/logout', { body: {}, token });
      expect((await call(second, '/api/auth/user', { token })).status).toBe(401);
    });

    test('count limits together', async () => {
      const { email } = await register(first);
      const address = randomAddress();
      const statuses: number[] = [];
      for (let i = 0; i < 11; i++) {
        const body = { email, password: `guess-${i}` };
        const url = i % 2 === 0 ? first : second;
        statuses.push((await call(url, '/api/auth/login', { body, address })).status);
      }
      expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429]);
    });

    test('count usage together, and a report made at both once', async () => {
      const { token } = await register(first);
      const conversionKey = randomUUID();
      const begin = { action: 'convert', fileCount: 5, conversionKey };
      await call(first, '/api/validate-features', { body: begin, token });
      const report = { conversionKey, converted: 5 };
      await Promise.all(
        [first, second, first, second].map((url) =>
          call(url, '/api/conversions', { body: report, token }),
        ),
      );
      const used = await call(second, '/auth/usage', { token });
      expect(used.body.totalConversions).toBe(5);
    });

    test('register one address once', async () => {
      const email = `${randomUUID()}@example.com`;
      const answers = await Promise.all(
        [first, second].map((url) =>
          call(url, '/api/auth/register', { body: { email, password } }),
        ),
      );
      expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409]);
    });

    test('finish the requests under way when one is stopped', async () => {
      const extra = await startServer(settingsFor(cluster.url()));
      const begun = await Promise.all(Array.from({ length: 8 }, () => beginToRegister(extra.url)));
      const code = extra.stop('SIGTERM');
      const statuses = await Promise.all(begun.map((finish) => finish()));
      expect(statuses).toEqual(Array.from({ length: 8 }, () => 200));
      expect(await code).toBe(0);
    });
  });

  test('a database that stops gives 503 until it is back, without a restart', async () => {
    const own = await startCluster();
    const server = await startServer(settingsFor(await own.createDatabase()));
    try {
      const { token, email } = await register(server.url);
      for (const mode of ['fast', 'immediate'] as const) {
        await own.stop(mode);
        expect((await call(server.url, '/healthz')).body.database.state).toBe('unavailable');
        expect((await call(server.url, '/api/auth/user', { token })).status).toBe(503);
        const body = { email, password };
        expect((await call(server.url, '/api/auth/login', { body })).status).toBe(503);
        await own.start();
        await expect
          .poll(async () => (await call(server.url, '/api/auth/user', { token })).status, {
            timeout: 20_000,
          })
          .toBe(200);
        expect((await call(server.url, '/api/auth/login', { body })).status).toBe(200);
        expect((await call(server.url, '/healthz')).status).toBe(200);
      }
      expect(server.output()).not.toMatch(/unhandled|uncaught/i);
    } finally {
      await server.stop();
      await own.remove();
    }
  });

  test('a connection lost within a transaction fails that transaction and nothing else', async () => {
    const url = await cluster.createDatabase();
    const database = await openPostgres(url, 2, createLog('silent'));
    const { db } = database;
    try {
      const lost = db.transaction(async (own) => {
        const [connection] = await own
          .select({ pid: sql<number>`pg_backend_pid()` })
          .from(sql`(select) as nothing`);
        await db.execute(sql`select pg_terminate_backend(${connection?.pid}, 5000)`);
        // Nothing is under way on the connection when the loss is noticed.
        await setImmediate();
        await own.execute(sql`select 1`);
      });
      await expect(lost).rejects.toThrow(/rollback|Failed query|Connection|terminat/);
      await expect(database.ping()).resolves.toBeUndefined();
    } finally {
      await database.close();
    }
  });

  test('a dump restores people, usage and passwords', async () => {
    const url = await cluster.createDatabase();
    const before = await startServer(settingsFor(url));
    const { email, token } = await register(before.url);
    await before.stop();

    const dump = join(folder, 'stillpix.dump');
    await run(join(cluster.binaries, 'pg_dump'), ['-Fc', '-f', dump, url]);
    const restored = await cluster.createDatabase();
    await run(join(cluster.binaries, 'pg_restore'), ['--no-owner', '-d', restored, dump]);

    const after = await startServer(settingsFor(restored));
    try {
      expect((await call(after.url, '/api/auth/user', { token })).body.email).toBe(email);
      const body = { email, password };
      expect((await call(after.url, '/api/auth/login', { body })).status).toBe(200);
    } finally {
      await after.stop();
    }
  });
});
