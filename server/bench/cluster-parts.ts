// What `npm run bench:cluster` measures: three server processes behind nginx, with PgBouncer between
// them and one PostgreSQL, in the configurations of `deploy/` but for addresses and TLS. All on loopback.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { serve } from '@hono/node-server';
import { Client } from 'pg';
import { setUpCatalog } from '../src/billing/stripe/catalog.ts';
import { createFakeStripeClient, keys } from '../testing/billing-fixture.ts';
import { FakeStripe } from '../testing/fake-stripe/server.ts';
import { startCluster } from '../testing/postgres-cluster.ts';
import { startServer, type ServerProcess } from '../testing/server-process.ts';
import { holdToCoreShare } from './core-share.ts';

const deploy = join(import.meta.dirname, '../../deploy');

/** How long a process may take to answer what is under way when it is replaced. */
const stopSeconds = 5;

export type Site = Awaited<ReturnType<typeof startSite>>;

async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}

/** Starts a program and waits until something listens at its port. */
async function startProgram(
  program: string,
  args: string[],
  port: number,
  user?: { uid: number; gid: number },
): Promise<ChildProcess> {
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'], ...user });
  let said = '';
  child.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString()));
  process.once('exit', () => child.kill('SIGKILL'));
  for (let attempt = 0; attempt < 100; attempt++) {
    if (child.exitCode !== null) throw new Error(`${program} ended: ${said}`);
    const isThere = await fetch(`http://127.0.0.1:${port}/`).then(
      () => true,
      // Whoever listens but does not speak HTTP is there as well.
      (error: Error & { cause?: { code?: string } }) => error.cause?.code !== 'ECONNREFUSED',
    );
    if (isThere) return child;
    await setTimeout(100);
  }
  throw new Error(`${program} does not listen: ${said}`);
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}

/** The shipped file, for another port and other servers, without TLS. */
function writeNginx(folder: string, port: number, servers: readonly number[]): string {
  const shipped = readFileSync(join(deploy, 'proxy/nginx.conf'), 'utf8');
  const upstream = servers.map((one) => `  server 127.0.0.1:${one} max_fails=1 fail_timeout=2s;\n`);
  const site = shipped
    .replace(/^ {2}server 127\.0\.0\.1:3000 .*\n/m, upstream.join(''))
    .replace(/^server \{\n {2}listen 80;[^]*?^\}\n/m, '')
    .replace(/^ {2}listen 443 ssl http2;/m, `  listen 127.0.0.1:${port};`)
    .replaceAll(/^ {2}ssl_.*\n/gm, '');
  const own = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join(' ');
  const path = join(folder, 'nginx.conf');
  writeFileSync(
    path,
    `daemon off; pid ${folder}/nginx.pid; error_log ${folder}/nginx.log; worker_processes 1;\n` +
      `events { worker_connections 4096; }\nhttp { access_log off; ${own}\n${site}}\n`,
  );
  return path;
}

function writePgBouncer(folder: string, port: number, database: URL): string {
  const shipped = readFileSync(join(deploy, 'database/pgbouncer.ini'), 'utf8');
  const where = `host=127.0.0.1 port=${database.port} dbname=${database.pathname.slice(1)} user=postgres`;
  const path = join(folder, 'pgbouncer.ini');
  writeFileSync(
    path,
    shipped
      .replace(/^stillpix = .*$/m, `stillpix = ${where}`)
      .replace(/^listen_port = .*$/m, `listen_port = ${port}\nunix_socket_dir =`)
      .replace(/^auth_type = .*$/m, 'auth_type = any')
      .replace(/^auth_file = .*\n/m, ''),
  );
  return path;
}

/** Who PgBouncer runs as: it refuses to be root, as PostgreSQL does. */
function findUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const line = /^(?:postgres|nobody):[^:]*:(\d+):(\d+)/m.exec(readFileSync('/etc/passwd', 'utf8'));
  return { uid: Number(line?.[1]), gid: Number(line?.[2]) };
}

/** What Debian calls the packages is what the programs are called. */
function requirePrograms(...names: string[]): void {
  const missing = names.filter((name) => spawnSync(name, ['-V']).error !== undefined);
  if (missing.length > 0) {
    throw new Error(
      `Not installed: ${missing.join(', ')}. On Debian: apt-get install ${missing.join(' ')}`,
    );
  }
}

/** `coreShare`: how much of one core each server process may take, once it has started. */
export async function startSite(processes: number, coreShare: number) {
  requirePrograms('nginx', 'pgbouncer');
  const folder = mkdtempSync(join(tmpdir(), 'stillpix-cluster-'));
  chmodSync(folder, 0o755);
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const postgres = await startCluster(['-c', 'max_connections=60']);
  const direct = await postgres.createDatabase();
  const database = new Client(direct);
  await database.connect();
  const { pathname } = new URL(direct);
  await database.query(`alter database ${pathname.slice(1)} set statement_timeout = '10s'`);
  await database.end();

  const poolerPort = await findFreePort();
  const pooler = await startProgram(
    'pgbouncer',
    [writePgBouncer(folder, poolerPort, new URL(direct))],
    poolerPort,
    findUser(),
  );
  const stripe = new FakeStripe(keys);
  await setUpCatalog(createFakeStripeClient(stripe), {
    productName: 'Stillpix Pro',
    publicUrl: 'https://stillpix.test',
    withWebhook: false,
  });
  const stripePort = await findFreePort();
  const stripeServer = serve({ fetch: stripe.fetch, port: stripePort, hostname: '127.0.0.1' });

  const shared = {
    DATABASE_URL: `postgresql://postgres@127.0.0.1:${poolerPort}/stillpix`,
    SESSION_SECRET: randomBytes(48).toString('base64url'),
    TRUSTED_PROXIES: '127.0.0.1',
    STOP_SECONDS: String(stopSeconds),
    LOG_LEVEL: 'error',
    STRIPE_SECRET_KEY: keys.secretKey,
    STRIPE_PUBLISHABLE_KEY: keys.publishableKey,
    STRIPE_WEBHOOK_SECRET: keys.webhookSecret,
    STRIPE_API_URL: `http://127.0.0.1:${stripePort}`,
    DATA_DIR: folder,
  };
  const ports = await Promise.all(Array.from({ length: processes }, findFreePort));
  // Each with its own port, so that the proxy finds it again after it was replaced.
  let isHeld = true;
  const start = async (port: number) => {
    const server = await startServer({ ...shared, PORT: String(port) });
    isHeld = holdToCoreShare(server.pid, coreShare) && isHeld;
    return server;
  };
  const servers: ServerProcess[] = await Promise.all(ports.map(start));
  const proxyPort = await findFreePort();
  const proxy = await startProgram(
    'nginx',
    ['-c', writeNginx(folder, proxyPort, ports)],
    proxyPort,
  );

  return {
    url: `http://127.0.0.1:${proxyPort}`,
    /** Each process by itself, without the proxy. */
    urls: ports.map((port) => `http://127.0.0.1:${port}`),
    /** Whether each process is held to its share; some systems do not allow that. */
    isHeld: () => isHeld,
    stripe,
    postgres,
    /** Past the pooler, to look at what was written. */
    direct,
    /** What the processes and the proxy have complained of. */
    output: () =>
      servers.map((server) => server.output()).join('') +
      readFileSync(join(folder, 'nginx.log'), 'utf8'),
    /** Ends a process by a signal and starts another in its place. */
    async replace(index: number, signal: NodeJS.Signals): Promise<void> {
      await servers[index]?.stop(signal);
      const port = ports[index];
      if (port !== undefined) servers[index] = await start(port);
    },
    async stop(): Promise<void> {
      await end(proxy);
      await Promise.all(servers.map((server) => server.stop()));
      await end(pooler);
      stripeServer.close();
      await postgres.remove();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
