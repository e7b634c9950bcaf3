import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call } from '../../testing/call.ts';
import { copyMigratedDatabase } from '../../testing/embedded-snapshot.ts';
import { type Cluster, findPostgres, startCluster } from '../../testing/postgres-cluster.ts';
import { createRandom } from '../../testing/random.ts';
import { startServer } from '../../testing/server-process.ts';
import { password } from '../../testing/test-server.ts';
import { isThorough } from '../../testing/thorough.ts';

const rounds = isThorough ? 20 : 6;

interface Written {
  /** Addresses whose registration was acknowledged. */
  people: string[];
  /** Batches whose conversions were acknowledged, all of three files. */
  batches: string[];
}

/** Writes with several hands at once until the server is gone; notes only what was acknowledged. */
async function writeUntilGone(url: string, token: string, written: Written): Promise<void> {
  const hand = async (write: () => Promise<void>) => {
    for (;;) {
      try {
        await write();
      } catch {
        return;
      }
    }
  };
  const register = async () => {
    const email = `${randomUUID()}@example.com`;
    const { status } = await call(url, '/api/auth/register', { body: { email } });
    if (status === 200) written.people.push(email);
  };
  const convert = async () => {
    const conversionKey = randomUUID();
    const begin = { action: 'convert', fileCount: 3, conversionKey };
    await call(url, '/api/validate-features', { body: begin, token });
    const report = { conversionKey, converted: 3 };
    const { status } = await call(url, '/api/conversions', { body: report, token });
    if (status === 200) written.batches.push(conversionKey);
  };
  await Promise.all([hand(register), hand(register), hand(convert), hand(convert)]);
}

type Row = Record<string, unknown>;
type Query = (text: string, values?: unknown[]) => Promise<Row[]>;

const intact = { people: 'all there', batches: 'all there', halfRegistered: [] };

/** Whether everything acknowledged is there and, of what was not, nothing is half there. */
async function inspect(query: Query, { people, batches }: Written): Promise<typeof intact> {
  const [found] = await query('select count(*)::int n from users where email = any($1)', [people]);
  const [counted] = await query(
    'select count(*)::int n from conversion_batches where key = any($1) and converted = 3',
    [batches],
  );
  // A registration is one transaction: the user, the event and the mail, or none of them.
  const halves = await query(
    `select u.email from users u
     where not exists (select 1 from audit_events e where e.user_id = u.id and e.kind = 'registered')
        or not exists (select 1 from mails m where m.recipient = u.email)`,
  );
  const compare = (is: unknown, expected: number) =>
    is === expected ? 'all there' : `${String(is)} of ${expected}`;
  return {
    people: compare(found?.['n'], people.length),
    batches: compare(counted?.['n'], batches.length),
    halfRegistered: halves as never[],
  };
}

async function killInEachRound(environment: Record<string, string>): Promise<Written> {
  const written: Written = { people: [], batches: [] };
  // Nobody takes the mails, so that the outbox can be compared with the users.
  const settings = { ...environment, TRUSTED_PROXIES: '127.0.0.1', SMTP_URL: 'smtp://127.0.0.1:9' };
  let earlier = '';
  for (let round = 0; round < rounds; round++) {
    const server = await startServer(settings);
    const isKnown =
      earlier === '' ||
      (await call(server.url, '/api/auth/user', { token: earlier })).status === 200;
    expect(isKnown).toBe(true);
    // Somebody new each time: what one person may do in a minute is limited.
    const body = { email: `round${round}@example.com`, password };
    const { token } = (await call(server.url, '/api/auth/register', { body })).body;
    earlier = token;
    const writing = writeUntilGone(server.url, token, written);
    // At any moment of a write, but not before some were acknowledged, however slow the machine is.
    const before = { people: written.people.length, batches: written.batches.length };
    await expect
      .poll(
        () => written.people.length > before.people && written.batches.length > before.batches,
        {
          timeout: 30_000,
          interval: 10,
        },
      )
      .toBe(true);
    await new Promise((resolve) => setTimeout(resolve, createRandom(round).below(200)));
    await server.stop('SIGKILL');
    await writing;
  }
  return written;
}

describe(`a server that is killed while it writes, ${rounds} times`, () => {
  test('loses nothing on the embedded database', { timeout: 400_000 }, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'stillpix-kill-'));
    try {
      await copyMigratedDatabase(folder);
      const written = await killInEachRound({ DATA_DIR: folder });
      const client = await PGlite.create({ dataDir: join(folder, 'database') });
      const query: Query = async (text, values) => (await client.query<Row>(text, values)).rows;
      expect(await inspect(query, written)).toEqual(intact);
      await client.close();
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  describe.skipIf(findPostgres() === null)('on PostgreSQL', () => {
    let cluster: Cluster;
    beforeAll(async () => {
      cluster = await startCluster();
    });
    afterAll(() => cluster.remove());

    test('loses nothing', { timeout: 400_000 }, async () => {
      const folder = mkdtempSync(join(tmpdir(), 'stillpix-kill-'));
      try {
        const url = await cluster.createDatabase();
        const written = await killInEachRound({ DATABASE_URL: url, DATA_DIR: folder });
        const client = new Client(url);
        await client.connect();
        const query: Query = async (text, values) => (await client.query<Row>(text, values)).rows;
        expect(await inspect(query, written)).toEqual(intact);
        await client.end();
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    });
  });
});
