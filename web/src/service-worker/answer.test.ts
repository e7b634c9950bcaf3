import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { OfflineFiles } from './messages.ts';

const origin = 'https://stillpix.example';
const asset = '/assets/avif_dec-1.wasm';
const files: OfflineFiles = {
  version: 'v',
  common: [],
  languages: { en: [], es: [], pt: [], de: [] },
  codecs: [{ path: asset, bytes: 1 }],
  missing: { en: '/missing', es: '/es/missing', pt: '/pt/missing', de: '/de/missing' },
};

const put = vi.fn<(request: RequestInfo, response: Response) => Promise<void>>();
let later: Promise<unknown>[] = [];
const waitUntil = (work: Promise<unknown>) => void later.push(work);

beforeEach(() => {
  later = [];
  put.mockReset();
  vi.resetModules();
  vi.stubGlobal('self', { location: { href: `${origin}/service-worker.js` } });
  const cache = { put, delete: async () => false, keys: async () => [] };
  vi.stubGlobal('caches', {
    match: async () => undefined,
    has: async () => true,
    open: async () => cache,
  });
  vi.stubGlobal('fetch', async () => new Response('from the network'));
});

afterEach(() => {
  vi.unstubAllGlobals();
});

const load = () => import('./answer.ts');

const answers = [
  [
    'a page',
    async () => {
      const { createPageAnswers } = await load();
      return createPageAnswers(files)(new Request(`${origin}/faq`), '/faq', waitUntil);
    },
  ],
  [
    'a file whose name changes with its content',
    async () => (await load()).answerAsset(new Request(origin + asset), files, waitUntil),
  ],
  [
    'a file of a fixed name',
    async () => (await load()).answerNewest(new Request(`${origin}/key`), 'cache', 'v', waitUntil),
  ],
] as const;

describe.each(answers)('the answer for %s', (_, answer) => {
  test('does not wait until it is remembered, which outlasts it', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    put.mockReturnValue(promise);
    const response = await answer();
    expect(await response.text()).toBe('from the network');
    expect(later).toHaveLength(1);
    let isRemembered = false;
    const remembered = Promise.all(later).then(() => (isRemembered = true));
    await vi.waitFor(() => expect(put).toHaveBeenCalledOnce());
    expect(isRemembered).toBe(false);
    resolve();
    await remembered;
    expect(await put.mock.calls[0]?.[1].text()).toBe('from the network');
  });

  test('is the page’s also where there is no room to remember it', async () => {
    put.mockRejectedValue(new DOMException('full', 'QuotaExceededError'));
    const response = await answer();
    expect(await response.text()).toBe('from the network');
    await expect(Promise.all(later)).resolves.toBeDefined();
  });
});

describe('a page that is not there, without a network', () => {
  /** The answer if these pages are kept. */
  async function answerWith(...kept: string[]): Promise<string> {
    vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('Failed to fetch')));
    vi.stubGlobal('caches', {
      match: async (name: string) => (kept.includes(name) ? new Response(name) : undefined),
    });
    const { createPageAnswers } = await load();
    const request = new Request(`${origin}/de/hilfe`);
    return (await createPageAnswers(files)(request, '/de/hilfe', waitUntil)).text();
  }

  test('is answered by a page that says so in its language', async () => {
    expect(await answerWith('/missing', '/de/missing')).toBe('/de/missing');
  });

  test('is answered in a language that is kept, where its own is not', async () => {
    expect(await answerWith('/es/missing')).toBe('/es/missing');
  });

  test('is the browser’s to answer where none is', async () => {
    await expect(answerWith()).rejects.toThrow('Failed to fetch');
  });
});
