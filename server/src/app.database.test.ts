import { sharePath } from '@stillpix/contract/paths';
import { readFileSync } from 'node:fs';
import { defaultFlags } from '@stillpix/contract/flags';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseKind } from '../testing/test-database.ts';
import { createTestServer, type TestServer } from '../testing/test-server.ts';
import { flagOverrides } from './database/schema.ts';

let server: TestServer;
const environment = {
  PUBLIC_URL: 'https://stillpix.example',
  TRUSTED_PROXIES: '10.0.0.0/8',
  FLAGS: '{"ads_optimized":{"enabled":true,"rolloutPercentage":40},"ab_test":{"enabled":true}}',
};

describe.skipIf(databaseKind === 'missing')(`the server (${databaseKind})`, () => {
  beforeAll(async () => {
    server = await createTestServer({ environment });
  });
  afterAll(() => server.close());

  test('says its version and that the database answers', async () => {
    const { version } = JSON.parse(
      readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
    );
    const answer = await server.call('/healthz');
    expect(answer.body).toEqual({
      status: 'ok',
      version,
      database: { kind: databaseKind, state: 'ready' },
    });
  });

  test('every answer carries the security headers and its request id', async () => {
    const ids = new Set<string | null>();
    for (const path of ['/healthz', '/api/flags', '/api/nothing', '/api/auth/user', '/page']) {
      const { headers } = await server.call(path);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('strict-transport-security')).toMatch(/max-age=\d{8}/);
      expect(headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(headers.get('referrer-policy')).toBeTruthy();
      ids.add(headers.get('x-request-id'));
    }
    expect(ids.size).toBe(5);
  });

  test('the log names the request by the id that the caller was given', async () => {
    const { headers } = await server.call('/api/auth/user');
    const id = headers.get('x-request-id') ?? 'none';
    const line = server
      .logged()
      .split('\n')
      .find((one) => one.includes(id));
    expect(JSON.parse(line ?? '{}')).toMatchObject({ route: 'user', status: 401, method: 'GET' });
  });

  test('no path reads more of a body than it needs, however that comes', async () => {
    const maxRead = 300_000;
    const paths = new Set(server.app.routes.map(({ path }) => path).filter((p) => p !== '/*'));
    // It is answered without a look at the body: the test below.
    paths.delete(sharePath);
    for (const path of [...paths, '/api/nothing', '/heic-to-jpg']) {
      let sent = 0;
      const body = new ReadableStream({
        pull(controller) {
          sent += 10_000;
          if (sent > 2 * maxRead) controller.close();
          else controller.enqueue(new Uint8Array(10_000));
        },
      });
      const request = { method: 'POST', body, duplex: 'half' } as RequestInit;
      const answer = await server.app.request(path, request, {});
      expect(answer.status, path).toBe(413);
      expect(sent, path).toBeLessThan(maxRead);
    }
  });

  test.each([
    ['GET', '/api/auth/login', 'POST, OPTIONS'],
    ['PUT', '/api/auth/user', 'GET, HEAD, PATCH, OPTIONS'],
    ['GET', '/api/stripe/webhook', 'POST, OPTIONS'],
    ['POST', '/metrics', 'GET, HEAD, OPTIONS'],
    ['DELETE', '/heic-to-jpg', 'GET, HEAD'],
  ])('%s %s is refused with the methods that go', async (method, path, allowed) => {
    const answer = await server.call(path, { method });
    expect(answer).toMatchObject({ status: 405, body: { code: 'method-not-allowed' } });
    expect(answer.headers.get('allow')).toBe(allowed);
  });

  test('photos shared to an installed site without its worker are not read, and lead back to it', async () => {
    let asked = 0;
    const photo = new ReadableStream(
      {
        pull(controller) {
          asked += 1;
          controller.enqueue(new Uint8Array(1024));
        },
      },
      { highWaterMark: 0 },
    );
    const request = { method: 'POST', body: photo, duplex: 'half' } as RequestInit;
    const answer = await server.app.request(sharePath, request, {});
    expect(answer.status).toBe(303);
    expect(answer.headers.get('location')).toBe('/?shared=failed');
    expect(answer.headers.get('connection')).toBe('close');
    expect(asked).toBe(0);

    const german = await server.app.request(`${sharePath}?language=de`, { method: 'POST' }, {});
    expect(german.headers.get('location')).toBe('/de?shared=failed');
  });

  test('other origins get no permission to call from a browser', async () => {
    const preflight = (origin: string) =>
      server.call('/api/auth/login', {
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-method': 'POST' },
      });
    const own = await preflight('https://stillpix.example');
    expect(own.headers.get('access-control-allow-origin')).toBe('https://stillpix.example');
    expect(own.headers.get('access-control-allow-methods')).toBe('POST');
    for (const origin of [
      'https://evil.example',
      'null',
      'https://stillpix.example.evil.example',
    ]) {
      const { headers } = await preflight(origin);
      expect(headers.get('access-control-allow-origin')).toBeNull();
      expect(headers.get('access-control-allow-methods')).toBeNull();
    }
  });

  test('limits count the client behind a configured proxy, not the proxy', async () => {
    const ask = (client: string) =>
      server.call('/api/auth/reset-password', {
        body: { token: 'x', newPassword: 'good-enough' },
        address: '10.0.0.7',
        headers: { 'x-forwarded-for': client },
      });
    for (let i = 0; i < 30; i++) expect((await ask('203.0.113.1')).status).toBe(400);
    expect((await ask('203.0.113.1')).status).toBe(429);
    expect((await ask('203.0.113.2')).status).toBe(400);
  });

  test('metrics are for the machine itself, not for visitors', async () => {
    const own = await server.call('/metrics', { address: '127.0.0.1' });
    expect(own.body).toMatch(
      /stillpix_request_seconds_count\{route="health",method="GET",status="200"\} \d/,
    );
    expect(own.body).toMatch(/stillpix_mails\{state="waiting"\} \d/);
    expect((await server.call('/metrics', { address: '203.0.113.1' })).status).toBe(403);
    const headers = { 'x-forwarded-for': '127.0.0.1' };
    expect((await server.call('/metrics', { address: '127.0.0.1', headers })).status).toBe(403);
  });

  test('metrics ask for the token where one is configured', async () => {
    const METRICS_TOKEN = 'a-metrics-token-of-our-own';
    const own = await createTestServer({ environment: { METRICS_TOKEN } });
    try {
      const address = '127.0.0.1';
      expect((await own.call('/metrics', { address })).status).toBe(403);
      expect((await own.call('/metrics', { token: 'wrong' })).status).toBe(403);
      expect((await own.call('/metrics', { token: METRICS_TOKEN })).status).toBe(200);
    } finally {
      await own.close();
    }
  });

  test('describes its API to whoever asks', async () => {
    const { status, body } = await server.call('/api/openapi.json');
    expect(status).toBe(200);
    expect(body).toMatchObject({ openapi: '3.1.0', servers: [{ url: environment.PUBLIC_URL }] });
    expect(body.paths['/api/auth/login'].post.responses).toHaveProperty('401');
  });

  test('flags are as shipped, as configured, and as the administrator set them', async () => {
    const own = await createTestServer({ environment });
    try {
      await own.db
        .insert(flagOverrides)
        .values({ key: 'image-resize-crop-tool', enabled: false, rolloutPercentage: 0 });
      const { body } = await own.call('/api/flags');
      const find = (key: string) => body.flags.find((flag: { key: string }) => flag.key === key);
      expect(find('image-resize-crop-tool')).toMatchObject({ enabled: false });
      expect(find('ads_optimized')).toMatchObject({ enabled: true, rolloutPercentage: 40 });
      expect(find('heic-to-png-converter')).toMatchObject({
        enabled: true,
        rolloutPercentage: 100,
      });
    } finally {
      await own.close();
    }
  });

  test('flags that turn nothing on are told to nobody but the operator', async () => {
    const { body } = await server.call('/api/flags');
    expect(body.flags.map((flag: { key: string }) => flag.key)).toEqual(
      defaultFlags.filter(({ reserved }) => !reserved).map(({ key }) => key),
    );
    expect(JSON.stringify(body)).not.toContain('reserved');
  });

  test('a database that is away gives 503 and never lets a sign-in through', async () => {
    const own = await createTestServer({ ownDatabase: true });
    const { token, email } = await own.join();
    await own.close();
    const health = await own.call('/healthz');
    expect(health).toMatchObject({ status: 503, body: { database: { state: 'unavailable' } } });
    const body = { email, password: 'whatever' };
    for (const answer of [
      await own.call('/api/auth/login', { body }),
      await own.call('/api/auth/user', { token }),
      await own.call('/api/validate-features', { body: { action: 'upload', fileCount: 1 } }),
    ]) {
      expect(answer).toMatchObject({ status: 503, body: { code: 'database-unavailable' } });
      expect(answer.headers.get('retry-after')).toBe('5');
    }
  });

  test('an unexpected failure gives 500 without telling what it was', async () => {
    const own = await createTestServer({ ownDatabase: true });
    try {
      await own.db.execute(sql`drop table flag_overrides`);
      const answer = await own.call('/api/flags');
      expect(answer).toMatchObject({ status: 500, body: { code: 'internal-error' } });
      expect(JSON.stringify(answer.body)).not.toMatch(/flag_overrides|select/);
      expect(own.logged()).toContain('flag_overrides');
    } finally {
      await own.close();
    }
  });

  test('nothing stays with a connection that a pooler then lends to others', async () => {
    const person = await server.join();
    // One after the other, so that all use the connection that is then looked into.
    expect((await server.call('/api/auth/user', { token: person.token })).status).toBe(200);
    const count = async (from: ReturnType<typeof sql>) => {
      const { rows } = (await server.db.execute(sql`select count(*) as count from ${from}`)) as {
        rows: { count: string | number }[];
      };
      return Number(rows[0]?.count);
    };
    expect(await count(sql`pg_prepared_statements where name <> ''`)).toBe(0);
    // PostgreSQL lists those of all its databases, which other tests have as well.
    const here = sql`(select oid from pg_database where datname = current_database())`;
    expect(await count(sql`pg_locks where locktype = 'advisory' and database = ${here}`)).toBe(0);
  });
});
