import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call } from '../../testing/call.ts';
import { findPostgres, startCluster } from '../../testing/postgres-cluster.ts';
import { startServer } from '../../testing/server-process.ts';
import { password } from '../../testing/test-server.ts';

const run = promisify(execFile);

async function query<Row extends object>(url: string, text: string, values: unknown[] = []) {
  const client = new Client(url);
  await client.connect();
  try {
    return (await client.query<Row>(text, values)).rows;
  } finally {
    await client.end();
  }
}

describe.skipIf(findPostgres() === null)('a copy made while people are writing', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'stillpix-restore-'));
    chmodSync(folder, 0o755);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('brings back any moment, with everything that was acknowledged before it', async () => {
    const archive = join(folder, 'archive');
    mkdirSync(archive);
    chmodSync(archive, 0o777);
    const cluster = await startCluster([
      ...['-c', 'wal_level=replica', '-c', 'archive_mode=on'],
      ...['-c', `archive_command='cp %p ${archive}/%f'`],
    ]);
    const database = await cluster.createDatabase();
    const settings = { DATA_DIR: join(folder, 'data'), TRUSTED_PROXIES: '127.0.0.1' };
    const server = await startServer({ ...settings, DATABASE_URL: database });

    const told: string[] = [];
    // What was asked for before the moment may have been written after it: only what began later counts as after.
    const toldAfter: string[] = [];
    let moment = '';
    const stopping = new AbortController();
    const write = async () => {
      while (!stopping.signal.aborted) {
        const email = `${randomUUID()}@example.com`;
        const isAfter = moment !== '';
        const { status } = await call(server.url, '/api/auth/register', { body: { email } });
        if (status !== 200) continue;
        told.push(email);
        if (isAfter) toldAfter.push(email);
      }
    };
    const tellMore = (count: number) => {
      const enough = told.length + count;
      return expect.poll(() => told.length, { timeout: 60_000 }).toBeGreaterThan(enough);
    };
    const hands = [write(), write(), write()];

    await tellMore(30);
    const backup = join(folder, 'backup');
    const from = ['-d', cluster.url().replace(/\/[^/]*$/, ''), '-D', backup];
    await run(join(cluster.binaries, 'pg_basebackup'), [...from, '-X', 'none', '-c', 'fast']);
    await tellMore(30);
    const before = [...told];
    const [at] = await query<{ moment: string }>(database, 'select now()::text as moment');
    moment = at?.moment ?? '';
    expect(moment).not.toBe('');
    await tellMore(30);
    stopping.abort();
    await Promise.all(hands);

    const [last] = await query<{ segment: string }>(
      database,
      'select pg_walfile_name(pg_switch_wal()) as segment',
    );
    await expect
      .poll(async () => {
        const text = 'select last_archived_wal as segment from pg_stat_archiver';
        return (await query<{ segment: string }>(database, text))[0]?.segment;
      })
      .toBe(last?.segment);
    await server.stop();
    await cluster.remove();

    writeFileSync(join(backup, 'recovery.signal'), '');
    const restored = await startCluster(
      [
        ...['-c', `restore_command='cp ${archive}/%f %p'`],
        ...['-c', `recovery_target_time='${moment}'`, '-c', 'recovery_target_action=promote'],
      ],
      { backup },
    );
    try {
      const name = database.replace(/^.*\//, '');
      const count = async (emails: string[]) =>
        (
          await query<{ n: number }>(
            restored.url(name),
            'select count(*)::int as n from users where email = any($1)',
            [emails],
          )
        )[0]?.n;
      expect(await count(before)).toBe(before.length);
      expect(toldAfter.length).toBeGreaterThan(5);
      expect(await count(toldAfter)).toBe(0);

      await expect
        .poll(async () => (await query(restored.url(name), 'select pg_is_in_recovery() as r'))[0])
        .toEqual({ r: false });
      const again = await startServer({ ...settings, DATABASE_URL: restored.url(name) });
      try {
        const body = { email: `${randomUUID()}@example.com`, password };
        expect((await call(again.url, '/api/auth/register', { body })).status).toBe(200);
      } finally {
        await again.stop();
      }
    } finally {
      await restored.remove();
    }
  });
});
