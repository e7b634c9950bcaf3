import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { inArray } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createRandom, type Random } from '../../testing/random.ts';
import { databaseKind } from '../../testing/test-database.ts';
import { createTestServer, randomAddress, type TestServer } from '../../testing/test-server.ts';
import { users } from '../database/schema.ts';
import { listen } from './listen.ts';

const rounds = 20;
const hands = 8;

let server: TestServer;

/** Registers people over one kept connection until nobody answers; notes who was told so. */
async function registerUntilGone(port: number, told: string[], untold: string[]): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  for (;;) {
    const email = `${randomUUID()}@example.com`;
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': randomAddress() };
    const path = '/api/auth/register';
    const sent = request({ port, host: '127.0.0.1', agent, path, method: 'POST', headers });
    sent.end(JSON.stringify({ email }));
    try {
      const [response] = (await once(sent, 'response')) as [IncomingMessage];
      await text(response);
      if (response.statusCode === 200) told.push(email);
    } catch {
      untold.push(email);
      return;
    }
  }
}

/** What is written waits a little for its answer to be sent, each a different time. */
function answerLate({ below }: Random): typeof server.app.fetch {
  return async (...asked) => {
    const answer = await server.app.fetch(...asked);
    await setTimeout(below(20));
    return answer;
  };
}

describe.skipIf(databaseKind === 'missing')(`stopping under load (${databaseKind})`, () => {
  beforeAll(async () => {
    server = await createTestServer({ environment: { TRUSTED_PROXIES: '127.0.0.1' } });
  });
  afterAll(() => server.close());

  test('twenty times, whatever was written has its answer', async () => {
    for (let round = 0; round < rounds; round++) {
      const listener = await listen(answerLate(createRandom(round)), 0, '127.0.0.1');
      const told: string[] = [];
      const untold: string[] = [];
      const load = Array.from({ length: hands }, () =>
        registerUntilGone(listener.port, told, untold),
      );
      await expect.poll(() => told.length, { interval: 1 }).toBeGreaterThan(2 * hands);
      // So long that a cut would show as a test that takes too long.
      await listener.close(600_000);
      await Promise.all(load);
      const written = async (emails: string[]) =>
        (await server.db.select().from(users).where(inArray(users.email, emails))).length;
      expect(await written(untold), `round ${round}`).toBe(0);
      expect(await written(told), `round ${round}`).toBe(told.length);
    }
  });
});
