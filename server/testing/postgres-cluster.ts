import { execFile, spawn } from 'node:child_process';
import {
  accessSync,
  chownSync,
  constants,
  existsSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

export interface Cluster {
  /** Address of a database of the cluster, `postgres` by default. */
  url(database?: string): string;
  createDatabase(): Promise<string>;
  /** Stops the server as an administrator would, or, with `immediate`, as a power cut would. */
  stop(mode?: 'fast' | 'immediate'): Promise<void>;
  start(): Promise<void>;
  /** Stops it and removes everything. */
  remove(): Promise<void>;
  /** Where `pg_dump` and its kin are. */
  binaries: string;
}

/** Folder of PostgreSQL's programs: Debian keeps `initdb` out of the path. */
export function findPostgres(): string | null {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian)
    ? readdirSync(debian).sort((a, b) => Number(b) - Number(a))
    : [];
  const folders = [
    ...versions.map((version) => join(debian, version, 'bin')),
    ...(process.env['PATH'] ?? '').split(':'),
  ];
  return folders.find((folder) => isExecutable(join(folder, 'initdb'))) ?? null;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** PostgreSQL refuses to run as root, so root hands it to somebody who may do nothing. */
async function findUnprivileged(): Promise<{ uid: number; gid: number } | null> {
  if (process.getuid?.() !== 0) return null;
  for (const name of ['postgres', 'nobody']) {
    try {
      const uid = await run('id', ['-u', name]);
      const gid = await run('id', ['-g', name]);
      return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
    } catch {
      continue;
    }
  }
  throw new Error('there is no unprivileged user to run PostgreSQL as');
}

/**
 * A PostgreSQL of our own in a temporary folder, on a free port of the loopback interface. With
 * `backup` it begins with that copy of another's folder, made by `pg_basebackup`.
 */
export async function startCluster(
  options: string[] = [],
  { backup }: { backup?: string } = {},
): Promise<Cluster> {
  const binaries = findPostgres();
  if (binaries === null) throw new Error('PostgreSQL is not installed');
  const user = await findUnprivileged();
  const folder = mkdtempSync(join(tmpdir(), 'stillpix-postgres-'));
  if (user !== null) chownSync(folder, user.uid, user.gid);
  const data = join(folder, 'data');
  const port = await findFreePort();
  const program = { cwd: folder, ...user, env: { PATH: process.env['PATH'], LC_ALL: 'C' } };
  const flags = ['-c', 'listen_addresses=127.0.0.1', '-p', String(port), '-k', folder, ...options];

  const control = (...args: string[]) =>
    // Not `execFile`: the server inherits the pipes, and waiting for their end would never end.
    new Promise<void>((resolve, reject) => {
      const child = spawn(join(binaries, 'pg_ctl'), ['-D', data, '-w', ...args], {
        ...program,
        stdio: 'ignore',
      });
      child.once('error', reject);
      child.once('exit', (code) =>
        code === 0 ? resolve() : reject(new Error(`pg_ctl ${args.join(' ')} ended with ${code}`)),
      );
    });
  const start = () => control('start', '-l', join(folder, 'log'), '-o', flags.join(' '));
  const stop = (mode: 'fast' | 'immediate' = 'fast') => control('stop', '-m', mode);
  const url = (database = 'postgres') => `postgresql://postgres@127.0.0.1:${port}/${database}`;

  try {
    const initialize = [
      '-D',
      data,
      '-U',
      'postgres',
      '--auth=trust',
      '-E',
      'UTF8',
      '--no-locale',
      '-N',
    ];
    if (backup === undefined) await run(join(binaries, 'initdb'), initialize, program);
    else await copyBackup(backup, data, user);
    await start();
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }

  // A run that is broken off must not leave a PostgreSQL behind.
  const abandon = () => {
    try {
      const pid = Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0]);
      process.kill(pid, 'SIGQUIT');
    } catch {
      // It does not run.
    }
    rmSync(folder, { recursive: true, force: true });
  };
  process.once('exit', abandon);

  let made = 0;
  return {
    url,
    binaries,
    start,
    stop,
    async createDatabase() {
      const name = `test_${process.pid}_${++made}`;
      await run(join(binaries, 'psql'), ['-q', '-d', url(), '-c', `create database ${name}`]);
      return url(name);
    },
    async remove() {
      process.off('exit', abandon);
      await stop('immediate').catch(() => undefined);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** PostgreSQL starts on no folder but its own user's, closed to all others. */
async function copyBackup(
  backup: string,
  data: string,
  user: { uid: number; gid: number } | null,
): Promise<void> {
  await run('cp', ['-a', backup, data]);
  if (user !== null) await run('chown', ['-R', `${user.uid}:${user.gid}`, data]);
  await run('chmod', ['700', data]);
}

function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      server.close(() => resolve(port));
    });
  });
}
