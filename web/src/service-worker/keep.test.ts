import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { OfflineFiles } from './messages.ts';

const paths = ['/a', '/b', '/c', '/d', '/e', '/f'];
const files: OfflineFiles = {
  version: 'v',
  common: paths.map((path) => ({ path, bytes: 1 })),
  languages: { en: [], es: [], pt: [], de: [] },
  codecs: [],
  missing: { en: '/a', es: '/a', pt: '/a', de: '/a' },
};

/** Downloads that the test completes. An aborted one ends by itself. */
const running = new Map<string, { end: (status: number) => void; signal: AbortSignal }>();
const stored: string[] = [];

beforeEach(() => {
  vi.resetModules();
  running.clear();
  stored.length = 0;
  vi.stubGlobal('self', { location: { href: 'https://stillpix.example/service-worker.js' } });
  const cache = {
    match: async () => undefined,
    put: async (path: string) => void stored.push(path),
    keys: async () => [],
  };
  vi.stubGlobal('caches', {
    match: async () => undefined,
    has: async () => true,
    open: async () => cache,
    keys: async () => [],
    delete: async () => true,
  });
  vi.stubGlobal(
    'fetch',
    (path: string, { signal }: { signal: AbortSignal }) =>
      new Promise<Response>((resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason as Error));
        running.set(path, { signal, end: (status) => resolve(new Response(null, { status })) });
      }),
  );
});

afterEach(() => {
  vi.unstubAllGlobals();
});

const load = () => import('./keep.ts');

test('downloads several files side by side, and the next as one is there', async () => {
  const { keepWanted } = await load();
  const kept = keepWanted(files);
  await vi.waitFor(() => expect([...running.keys()]).toEqual(['/a', '/b', '/c', '/d']));
  for (const path of paths) {
    await vi.waitFor(() => expect(running.has(path)).toBe(true));
    running.get(path)?.end(200);
  }
  await kept;
  expect(stored.toSorted()).toEqual(paths);
});

test('ends the other downloads when one fails, and begins none anew', async () => {
  const { keepWanted } = await load();
  const kept = keepWanted(files);
  await vi.waitFor(() => expect(running.size).toBe(4));
  running.get('/b')?.end(404);
  await expect(kept).rejects.toThrow('/b: 404');
  expect(running.get('/a')?.signal.aborted).toBe(true);
  running.get('/a')?.end(200);
  await new Promise((resolve) => setTimeout(resolve));
  expect([...running.keys()]).toEqual(['/a', '/b', '/c', '/d']);
  expect(stored).toEqual([]);
});

test('ends every download when all that is kept is to go', async () => {
  const { keepWanted, forget } = await load();
  const kept = keepWanted(files);
  await vi.waitFor(() => expect(running.size).toBe(4));
  await Promise.all([expect(kept).rejects.toThrow('aborted'), forget()]);
  expect([...running.values()].every(({ signal }) => signal.aborted)).toBe(true);
  expect(stored).toEqual([]);
});
