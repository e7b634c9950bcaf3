import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call } from '../../testing/call.ts';
import { copyMigratedDatabase } from '../../testing/embedded-snapshot.ts';
import { startServer } from '../../testing/server-process.ts';
import { password } from '../../testing/test-server.ts';

// What keeps containers apart: names of sockets, unlike files, mean something else in each.
const hasNetworkNamespaces = spawnSync('unshare', ['--net', 'true']).status === 0;

/** A small disk of its own takes an administrator's rights. */
const canMount =
  spawnSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'none', '/mnt']).status === 0;

let folder: string;

describe('the embedded database', () => {
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'stillpix-embedded-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('belongs to one process, and a second one is told so', async () => {
    const data = join(folder, 'shared');
    await copyMigratedDatabase(data);
    const server = await startServer({ DATA_DIR: data });
    try {
      await expect(startServer({ DATA_DIR: data })).rejects.toThrow(
        /Another process is using the embedded database.*DATABASE_URL/s,
      );
    } finally {
      await server.stop();
    }
  });

  test('is closed after what is under way, also when the server is told twice', async () => {
    const data = join(folder, 'told');
    await copyMigratedDatabase(data);
    const server = await startServer({
      DATA_DIR: data,
      LOG_LEVEL: 'info',
      STOP_SECONDS: '60',
    });
    const sending = request(`${server.url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', expect: '100-continue' },
    });
    const answered = once(sending, 'response');
    sending.flushHeaders();
    await once(sending, 'continue');
    process.kill(server.pid, 'SIGINT');
    await expect.poll(() => server.output(), { timeout: 20_000 }).toContain('"stopping"');
    const code = server.stop('SIGINT');
    sending.end(JSON.stringify({ email: 'ana@example.com', password }));
    const [{ statusCode }] = await answered;
    expect(statusCode).toBe(401);
    expect(await code).toBe(0);
    expect(server.output()).toContain('"stopped"');
  });

  test('is backed up by copying the folder of a stopped server', async () => {
    const data = join(folder, 'original');
    await copyMigratedDatabase(data);
    const before = await startServer({ DATA_DIR: data });
    const body = { email: 'ana@example.com', password };
    const { token } = (await call(before.url, '/api/auth/register', { body })).body;
    expect(await before.stop()).toBe(0);
    cpSync(data, join(folder, 'copy'), { recursive: true });
    rmSync(data, { recursive: true });

    const after = await startServer({ DATA_DIR: join(folder, 'copy') });
    try {
      // The secrets are in the folder too, so people even stay signed in.
      expect((await call(after.url, '/api/auth/user', { token })).body.email).toBe(body.email);
      expect((await call(after.url, '/api/auth/login', { body })).status).toBe(200);
    } finally {
      await after.stop();
    }
  });

  test.skipIf(!hasNetworkNamespaces)(
    'is refused to a second container that shares the folder',
    async () => {
      const data = join(folder, 'containers');
      await copyMigratedDatabase(data);
      const server = await startServer({ DATA_DIR: data });
      try {
        await expect(
          startServer({ DATA_DIR: data }, { wrapper: ['unshare', '--net'] }),
        ).rejects.toThrow(/Another process is using the embedded database/);
      } finally {
        await server.stop();
      }
    },
  );

  test.skipIf(!canMount)('says on a full disk that it is full, in words', async () => {
    const disk = join(folder, 'disk');
    mkdirSync(disk);
    // Room for the database as it begins, and a little more.
    spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=80m', 'none', disk]);
    const ballast = join(disk, 'ballast');
    const fill = () => spawnSync('dd', ['if=/dev/zero', `of=${ballast}`, 'bs=64k']);
    try {
      const server = await startServer({ DATA_DIR: join(disk, 'data') });
      expect((await call(server.url, '/healthz')).status).toBe(200);
      fill();
      const full = await call(server.url, '/healthz');
      expect(full).toMatchObject({ status: 503, body: { database: { state: 'full' } } });
      rmSync(ballast);
      expect((await call(server.url, '/healthz')).status).toBe(200);
      await server.stop();
      fill();
      await expect(startServer({ DATA_DIR: join(disk, 'data') })).rejects.toThrow(
        /DATA_DIR: .*no space left on the disk/,
      );
    } finally {
      spawnSync('umount', [disk]);
    }
  });

  test('is free again at once after a kill', async () => {
    const data = join(folder, 'killed');
    await copyMigratedDatabase(data);
    const killed = await startServer({ DATA_DIR: data });
    await killed.stop('SIGKILL');
    const next = await startServer({ DATA_DIR: data });
    expect(await next.stop()).toBe(0);
  });
});
