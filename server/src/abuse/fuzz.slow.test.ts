import { endpoints, type Endpoint } from '@stillpix/contract';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createTestServer, password, type TestServer } from '../../testing/test-server.ts';
import { isThorough } from '../../testing/thorough.ts';

const requests = isThorough ? 10_000 : 3000;

/** Values that have broken servers before. */
const hostile = fc.oneof(
  fc.constantFrom(
    null,
    '',
    '\u0000',
    'a\u0000b',
    '\ud800',
    "' or 1=1 --",
    '%00',
    '../../etc/passwd',
    '__proto__',
    Number.MAX_SAFE_INTEGER,
    -0,
    1e308,
    2 ** 31,
    1.5,
    true,
  ),
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.json({ maxDepth: 4 }).map((text): unknown => JSON.parse(text)),
  fc.bigInt().map(String),
  fc.array(fc.string(), { maxLength: 5 }),
);

/** Something that a field would take, going by its JSON schema. */
function fitting(schema: Record<string, unknown>): fc.Arbitrary<unknown> {
  const choices = schema['enum'];
  if (Array.isArray(choices)) return fc.constantFrom(...(choices as unknown[]));
  switch (schema['type']) {
    case 'string':
      if (schema['format'] === 'uuid') return fc.uuid();
      if (schema['format'] === 'email') {
        return fc.oneof(fc.emailAddress(), fc.constant('person1@example.com'));
      }
      return fc.oneof(
        fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }),
        fc.emailAddress(),
        fc.constantFrom(password, 'person1@example.com', 'Europe/Berlin', 'en'),
      );
    case 'integer':
      return fc.integer({ min: 0, max: 30 });
    case 'boolean':
      return fc.boolean();
    case 'object':
      return fields(schema);
    default:
      return hostile;
  }
}

/** Mostly well-formed, so that requests get past the first check, with something odd now and then. */
function fields(schema: Record<string, unknown>): fc.Arbitrary<unknown> {
  const properties = (schema['properties'] ?? {}) as Record<string, Record<string, unknown>>;
  const record = Object.fromEntries(
    Object.entries(properties).map(([name, one]) => [
      name,
      fc.oneof({ weight: 5, arbitrary: fitting(one) }, { weight: 1, arbitrary: hostile }),
    ]),
  );
  return fc.record(record, { requiredKeys: [] });
}

const shape = (schema: z.ZodType) =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Record<string, unknown>;

interface Fuzzed {
  path: string;
  method: string;
  body?: unknown;
  signedIn: boolean;
}

const oneRequest: fc.Arbitrary<Fuzzed> = fc.oneof(
  ...Object.values(endpoints).map((endpoint: Endpoint) => {
    const query = endpoint.query === undefined ? fc.constant({}) : fields(shape(endpoint.query));
    const body =
      endpoint.body === undefined
        ? fc.constant(undefined)
        : fc.oneof(
            { weight: 9, arbitrary: fields(shape(endpoint.body)) },
            { weight: 1, arbitrary: hostile },
          );
    return fc
      .record({ query, body, signedIn: fc.boolean() })
      .map(({ query: asked, body: sent, signedIn }) => ({
        path: `${endpoint.path}?${new URLSearchParams(toText(asked)).toString()}`,
        method: endpoint.method.toUpperCase(),
        signedIn,
        ...(sent === undefined ? {} : { body: sent }),
      }));
  }),
);

const toText = (query: unknown) =>
  Object.entries(query as Record<string, unknown>).map(([name, value]): [string, string] => [
    name,
    String(value),
  ]);

describe('requests of every shape', () => {
  let server: TestServer;
  let token = '';

  beforeAll(async () => {
    // No limits: they would answer for the calls.
    server = await createTestServer({ limitTable: { others: [] } });
  });
  afterAll(() => server.close());

  test(`never make the server fail: ${requests} of them`, { timeout: 400_000 }, async () => {
    const seen = new Map<number, number>();
    await fc.assert(
      fc.asyncProperty(oneRequest, async ({ path, method, body, signedIn }) => {
        // Some requests end the session or the account; the next one begins another.
        if (signedIn && (await server.call('/api/auth/user', { token })).status !== 200) {
          ({ token } = await server.join());
        }
        const answer = await server.call(path, {
          method,
          ...(signedIn ? { token } : {}),
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        });
        seen.set(answer.status, (seen.get(answer.status) ?? 0) + 1);
        // 502 and 503 are the payment provider's, which is not there.
        const isExpected = answer.status < 500 || answer.body.code === 'stripe_not_configured';
        if (!isExpected) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
        const isExplained = answer.status < 400 || typeof answer.body.requestId === 'string';
        expect(isExplained).toBe(true);
      }),
      { numRuns: requests, endOnFailure: true },
    );
    // The fuzzing is worth something only where a good part gets past the door.
    expect(seen.get(200) ?? 0).toBeGreaterThan(requests / 20);
    expect(seen.get(400) ?? 0).toBeGreaterThan(requests / 20);
  });
});
