import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { newBatchKey } from './batch-key.ts';
import { askLimits, reportConversions } from './batch-limits.ts';

const answered = vi.fn<typeof fetch>();

beforeEach(() => {
  vi.stubGlobal('fetch', answered);
});

afterEach(() => {
  vi.unstubAllGlobals();
  answered.mockReset();
});

function sayAnswer(part: object, status = 200): void {
  const free = { allowed: true, reason: '', reasonCode: null, maxFiles: 5, isPro: false };
  answered.mockResolvedValueOnce(Response.json({ ...free, ...part }, { status }));
}

const question = { action: 'convert', fileCount: 3, conversionKey: 'a-key' } as const;

describe('asking whether a batch may be converted', () => {
  it('sends a count, a word and a key, and nothing else', async () => {
    sayAnswer({});
    await askLimits(question);
    const [path, request] = answered.mock.calls[0] ?? [];
    expect(path).toBe('/api/validate-features');
    expect(JSON.parse(request?.body as string)).toEqual(question);
  });

  it('passes on what the server allows', async () => {
    sayAnswer({ maxFiles: 20, isPro: true });
    expect(await askLimits(question)).toEqual({ kind: 'allowed', maxFiles: 20, isPro: true });
  });

  it('passes on why it refuses', async () => {
    sayAnswer({ allowed: false, reason: 'Too many', reasonCode: 'too-many-files' });
    expect(await askLimits(question)).toMatchObject({ kind: 'refused', reason: 'too-many-files' });
  });

  it('tells a failing server from a missing one', async () => {
    sayAnswer({}, 500);
    expect(await askLimits(question)).toEqual({ kind: 'unknown' });
    answered.mockRejectedValueOnce(new TypeError('Failed to fetch'));
    expect(await askLimits(question)).toEqual({ kind: 'offline' });
  });

  it('does not take a failing server for one that cannot be reached', async () => {
    sayAnswer({}, 503);
    expect(await askLimits(question)).toEqual({ kind: 'unknown' });
  });
});

it('reports a batch once under its key, and holds nobody up when the server is away', async () => {
  answered.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  await expect(reportConversions('a-key', 2)).resolves.toBeUndefined();
  const [path, request] = answered.mock.calls[0] ?? [];
  expect(path).toBe('/api/conversions');
  expect(JSON.parse(request?.body as string)).toEqual({ conversionKey: 'a-key', converted: 2 });
});

it('names each batch by a UUID of its own', () => {
  const keys = [newBatchKey(), newBatchKey()];
  expect(keys[0]).not.toBe(keys[1]);
  for (const key of keys) {
    expect(key).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  }
});
