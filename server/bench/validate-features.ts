// Load on `POST /api/validate-features`, on loopback: a PostgreSQL of its own, one server process and
// this load generator share the machine. Ends with status 1 when a figure misses its target.
//
//   npm run bench:server [-- requests]
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SignJWT } from 'jose';
import { Client } from 'pg';
import { startCluster } from '../testing/postgres-cluster.ts';
import { startServer } from '../testing/server-process.ts';

const target = { perSecond: 1500, p99Milliseconds: 50, memoryGrowth: 1.05 };
const requests = Number(process.argv[2] ?? 200_000);
const connections = 16;
// Enough that none of them meets the limit of 300 calls a minute, and no multiple of the three kinds of caller.
const people = 2000;
const secret = randomBytes(48).toString('base64url');

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

const folder = mkdtempSync(join(tmpdir(), 'stillpix-bench-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
const cluster = await startCluster();
const databaseUrl = await cluster.createDatabase();
const server = await startServer({
  DATABASE_URL: databaseUrl,
  DATA_DIR: folder,
  SESSION_SECRET: secret,
  TRUSTED_PROXIES: '127.0.0.1',
});
try {
  const tokens = await makePeople();
  const warmUp = await load(tokens, Math.min(5000, requests));
  const memory: number[] = [];
  const sampling = setInterval(() => void sampleMemory(memory), 1000);
  const before = await readMetric('process_cpu_seconds_total');
  const result = await load(tokens, requests);
  const processor = (await readMetric('process_cpu_seconds_total')) - before;
  clearInterval(sampling);
  report(result, memory, processor, warmUp.errors);
} finally {
  await server.stop();
  await cluster.remove();
}

/** Signed-in people by direct insertion: registering that many would measure password hashing. */
async function makePeople(): Promise<string[]> {
  const client = new Client(databaseUrl);
  await client.connect();
  const { rows } = await client.query<{ id: string; user_id: string; email: string }>(
    `with made as (
       insert into users (email) select 'person' || n || '@example.com' from generate_series(1, $1) n
       returning id, email
     ), begun as (
       insert into sessions (user_id, device, expires_at)
       select id, 'bench', now() + interval '1 day' from made returning id, user_id
     )
     select begun.id, user_id, email from begun join made on made.id = user_id`,
    [people],
  );
  await client.end();
  return Promise.all(
    rows.map(({ id, user_id: userId, email }) =>
      new SignJWT({ userId, email, isPro: false, sid: id })
        .setProtectedHeader({ alg: 'HS256' })
        .setIssuedAt()
        .setExpirationTime('1d')
        .sign(new TextEncoder().encode(secret)),
    ),
  );
}

/** Two thirds of the callers are signed in; a fifth of the calls begins a batch, which is a write. */
function writeRequest(tokens: string[], index: number): string {
  const begins = index % 5 === 0;
  const body = JSON.stringify({
    action: begins ? 'convert' : index % 5 === 1 ? 'check_status' : 'upload',
    fileCount: (index % 5) + 1,
    ...(begins ? { conversionKey: randomUUID() } : {}),
  });
  // As many visitors as people.
  const network = `2001:db8:0:${(index % people).toString(16)}::1`;
  const who =
    index % 3 === 0
      ? `X-Forwarded-For: ${network}`
      : `Authorization: Bearer ${tokens[index % tokens.length] ?? ''}`;
  return `POST /api/validate-features HTTP/1.1\r\nHost: localhost\r\n${who}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}

interface Result {
  seconds: number;
  /** Milliseconds of each request. */
  times: Float64Array;
  errors: number;
}

/** Keeps a fixed number of connections busy. Plain sockets: an HTTP client would cost as much as the server. */
async function load(tokens: string[], count: number): Promise<Result> {
  const times = new Float64Array(count);
  let next = 0;
  let errors = 0;
  const started = performance.now();
  await Promise.all(
    Array.from({ length: connections }, async () => {
      const socket = await open(Number(new URL(server.url).port));
      for (let index = next++; index < count; index = next++) {
        const begun = performance.now();
        const status = await exchange(socket, writeRequest(tokens, index));
        times[index] = performance.now() - begun;
        if (status !== 200) errors++;
      }
      socket.destroy();
    }),
  );
  return { seconds: (performance.now() - started) / 1000, times, errors };
}

function open(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true }, () => resolve(socket));
    socket.once('error', reject);
  });
}

/** Sends one request and resolves with the status once the whole answer has come. */
function exchange(socket: Socket, text: string): Promise<number> {
  return new Promise((resolve, reject) => {
    let received = '';
    const finish = (status: number | Error) => {
      socket.off('data', take);
      socket.off('close', broken);
      if (status instanceof Error) reject(status);
      else resolve(status);
    };
    const broken = () => finish(new Error('the server closed a connection'));
    const take = (chunk: Buffer) => {
      received += chunk.toString('latin1');
      const end = received.indexOf('\r\n\r\n');
      if (end === -1) return;
      const length = Number(/\r\ncontent-length: (\d+)/i.exec(received)?.[1] ?? 0);
      if (received.length >= end + 4 + length) finish(Number(received.slice(9, 12)));
    };
    socket.on('data', take);
    socket.once('close', broken);
    socket.write(text);
  });
}

async function readMetric(name: string): Promise<number> {
  const text = await (await fetch(`${server.url}/metrics`)).text();
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
}

async function sampleMemory(memory: number[]): Promise<void> {
  memory.push((await readMetric('process_resident_memory_bytes')) / 1e6);
}

function report(
  { seconds, times, errors }: Result,
  memory: number[],
  processor: number,
  warmUpErrors: number,
): void {
  times.sort();
  const at = (share: number) =>
    times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  const perSecond = times.length / seconds;
  // In the first third the collector is still finding out how big a heap it wants.
  const settled = memory.slice(Math.floor(memory.length / 3));
  const half = Math.max(1, Math.floor(settled.length / 2));
  const mean = (values: number[]) => values.reduce((sum, one) => sum + one, 0) / values.length;
  const growth = settled.length < 6 ? 1 : mean(settled.slice(half)) / mean(settled.slice(0, half));
  console.log(
    `requests        ${times.length} on ${connections} connections in ${seconds.toFixed(1)} s`,
  );
  console.log(`per second      ${perSecond.toFixed(0)} (target ${target.perSecond})`);
  console.log(
    `milliseconds    p50 ${at(0.5).toFixed(1)}, p99 ${at(0.99).toFixed(1)} (target ${target.p99Milliseconds}), longest ${at(1).toFixed(1)}`,
  );
  console.log(
    `processor       ${((processor / times.length) * 1000).toFixed(2)} ms of the server's a request`,
  );
  console.log(`errors          ${errors + warmUpErrors}`);
  console.log(
    `memory          ${memory.at(0)?.toFixed(0)} MB at first, ${memory.at(-1)?.toFixed(0)} MB at last, growth ${growth.toFixed(3)} (target ${target.memoryGrowth})`,
  );
  const reached =
    perSecond >= target.perSecond &&
    at(0.99) < target.p99Milliseconds &&
    errors + warmUpErrors === 0 &&
    growth <= target.memoryGrowth;
  process.exitCode = reached ? 0 : 1;
}
