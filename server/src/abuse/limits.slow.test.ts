import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call } from '../../testing/call.ts';
import { type Cluster, findPostgres, startCluster } from '../../testing/postgres-cluster.ts';
import { type ServerProcess, startServer } from '../../testing/server-process.ts';
import { randomAddress } from '../../testing/test-server.ts';

describe.skipIf(findPostgres() === null)('limits over two processes on PostgreSQL', () => {
  let cluster: Cluster;
  let folder: string;
  let servers: ServerProcess[] = [];

  beforeAll(async () => {
    cluster = await startCluster();
    folder = mkdtempSync(join(tmpdir(), 'stillpix-limits-'));
    const settings = {
      DATABASE_URL: await cluster.createDatabase(),
      DATA_DIR: folder,
      TRUSTED_PROXIES: '127.0.0.1',
      FREE_DAILY_LIMIT: '10',
      // Both hide addresses in the same way.
      SESSION_SECRET: 'two-processes-share-one-secret-0123456789',
    };
    servers = await Promise.all([startServer(settings), startServer(settings)]);
  });
  afterAll(async () => {
    await Promise.all(servers.map((server) => server.stop()));
    await cluster.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  /** So many calls at once, by turns to both processes; how many of them were let through. */
  async function burst(count: number, path: string, options: { body?: object; address: string }) {
    const answers = await Promise.all(
      Array.from({ length: count }, (_, index) =>
        call(servers[index % 2]?.url ?? '', path, { ...options, timeout: 60_000 }),
      ),
    );
    return answers;
  }

  test('300 calls a minute are 300, or at most 5 % fewer, when 100 come at once', async () => {
    const address = randomAddress();
    let passed = 0;
    for (let round = 0; round < 4; round++) {
      const answers = await burst(100, '/api/verify-pro', { address });
      passed += answers.filter(({ status }) => status === 200).length;
      expect(answers.every(({ status }) => status === 200 || status === 429)).toBe(true);
    }
    expect(passed).toBeLessThanOrEqual(300);
    expect(passed).toBeGreaterThanOrEqual(285);
  });

  test('ten files a day are ten when 100 batches are asked for at once, with a key or without', async () => {
    for (const hasKey of [true, false]) {
      const address = randomAddress();
      const answers = await Promise.all(
        Array.from({ length: 100 }, (_, index) =>
          call(servers[index % 2]?.url ?? '', '/api/validate-features', {
            address,
            timeout: 60_000,
            body: {
              action: 'convert',
              fileCount: 1,
              ...(hasKey ? { conversionKey: crypto.randomUUID() } : {}),
            },
          }),
        ),
      );
      expect(answers.filter(({ body }) => body.allowed === true)).toHaveLength(10);
    }
  });
});
