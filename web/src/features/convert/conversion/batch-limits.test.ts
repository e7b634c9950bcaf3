import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { askLimits, offlineMaxFiles, reportConversions } from './batch-limits.ts';

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
  test('sends a count, a word and a key, and nothing else', async () => {
    sayAnswer({});
    await askLimits(question);
    const [path, request] = answered.mock.calls[0] ?? [];
    expect(path).toBe('/api/validate-features');
    expect(JSON.parse(request?.body as string)).toEqual(question);
  });

  test('passes on what the server allows', async () => {
    sayAnswer({ maxFiles: 20, isPro: true });
    expect(await askLimits(question)).toEqual({ kind: 'allowed', maxFiles: 20, isPro: true });
  });

  test('passes on why it refuses', async () => {
    sayAnswer({ allowed: false, reason: 'Too many', reasonCode: 'too-many-files' });
    expect(await askLimits(question)).toMatchObject({ kind: 'refused', reason: 'too-many-files' });
  });

  test('tells a failing server from a missing one', async () => {
    sayAnswer({}, 500);
    expect(await askLimits(question)).toEqual({ kind: 'unknown' });
    answered.mockRejectedValueOnce(new TypeError('Failed to fetch'));
    expect(await askLimits(question)).toEqual({ kind: 'offline' });
  });

  test('does not take a failing server for one that cannot be reached', async () => {
    sayAnswer({}, 503);
    expect(await askLimits(question)).toEqual({ kind: 'unknown' });
  });
});

describe('how many files go without a network', () => {
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const token = `${encode({ alg: 'HS256' })}.${encode({ userId: 'ada' })}.signature`;
  const inAnHour = Date.now() / 1000 + 3600;

  /** Sets up a browser with this statement of Pro, and with the server's earlier key. */
  async function store(claims: object, isSignedByServer: boolean): Promise<void> {
    const server = await crypto.subtle.generateKey('Ed25519', true, ['sign', 'verify']);
    const other = await crypto.subtle.generateKey('Ed25519', true, ['sign', 'verify']);
    const { privateKey } = isSignedByServer ? server : other;
    const text = `${encode({ alg: 'EdDSA' })}.${encode(claims)}`;
    const signed = await crypto.subtle.sign('Ed25519', privateKey, new TextEncoder().encode(text));
    const entitlement = `${text}.${Buffer.from(signed).toString('base64url')}`;
    const stored: Record<string, string> = { auth_token: token, stillpix_entitlement: entitlement };
    vi.stubGlobal('localStorage', { getItem: (key: string) => stored[key] ?? null });
    answered.mockResolvedValueOnce(
      Response.json(await crypto.subtle.exportKey('jwk', server.publicKey)),
    );
  }

  // The module caches the key, so it is imported again.
  async function readAnew(): Promise<number> {
    vi.resetModules();
    const anew = await import('./batch-limits.ts');
    return anew.offlineMaxFiles();
  }

  test('is Pro’s number by a statement that the server signed', async () => {
    await store({ userId: 'ada', plan: 'pro', expires: inAnHour }, true);
    expect(await readAnew()).toBe(20);
  });

  test('is the free number where the statement is not the server’s, has expired, or is missing', async () => {
    await store({ userId: 'ada', plan: 'pro', expires: inAnHour }, false);
    expect(await readAnew()).toBe(5);
    await store({ userId: 'ada', plan: 'pro', expires: 1 }, true);
    expect(await readAnew()).toBe(5);
    vi.stubGlobal('localStorage', { getItem: () => null });
    expect(await offlineMaxFiles()).toBe(5);
  });
});

test('reports a batch once under its key, and holds nobody up when the server is away', async () => {
  answered.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  await expect(reportConversions('a-key', 2)).resolves.toBeUndefined();
  const [path, request] = answered.mock.calls[0] ?? [];
  expect(path).toBe('/api/conversions');
  expect(JSON.parse(request?.body as string)).toEqual({ conversionKey: 'a-key', converted: 2 });
});
