import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { SeenMessage } from '../../../site/browser/seen-requests.ts';
import { readArchive } from '../intake/archive/read-archive.ts';
import type { ZipAnswer, ZipEntry, ZipRequest } from './zip-worker.ts';

let ask: (event: { data: ZipRequest }) => void;
let hear: (answer: ZipAnswer | SeenMessage) => void;

beforeEach(async () => {
  vi.resetModules();
  vi.stubGlobal('self', {
    addEventListener: (_: string, listener: typeof ask) => (ask = listener),
    postMessage: (answer: ZipAnswer | SeenMessage) => hear(answer),
  });
  // The worker reports its requests to the page.
  vi.stubGlobal(
    'PerformanceObserver',
    class {
      observe() {}
      takeRecords() {
        return [];
      }
    },
  );
  await import('./zip-worker.ts');
});

afterEach(() => {
  vi.unstubAllGlobals();
});

function pack(entries: ZipEntry[]): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  return new Promise((resolve, reject) => {
    hear = (answer) => {
      if (!('kind' in answer)) return;
      if (answer.kind === 'chunk') chunks.push(answer.bytes);
      if (answer.kind === 'done') resolve(Buffer.concat(chunks));
      if (answer.kind === 'failed') reject(new Error(answer.message));
    };
    ask({ data: { entries } });
  });
}

/** The year in the header of a ZIP's first file: APPNOTE.TXT, section 4.4.6. */
const firstYear = (zip: Uint8Array) => 1980 + ((zip[13] ?? 0) >> 1);

const read = (zip: Uint8Array<ArrayBuffer>) => readArchive(new File([zip], 'results.zip'));

const entry = (modified: number, name = 'a.jpg'): ZipEntry => ({
  name,
  blob: new Blob(['picture']),
  modified,
});

test.each([
  [0, 1980],
  [Date.UTC(1979, 5, 1), 1980],
  [Date.UTC(2026, 5, 1), 2026],
  [Date.UTC(2106, 5, 1), 2106],
  [Date.UTC(2111, 5, 1), 2107],
])(
  'packs a file of the time %d with the nearest year that a ZIP can name: %d',
  async (time, year) => {
    const zip = await pack([entry(time)]);
    expect(firstYear(zip)).toBe(year);
    expect(await read(zip)).toHaveLength(1);
  },
);

test('packs files under their names, in their order, with their bytes and times', async () => {
  const modified = Date.UTC(2026, 5, 1, 12, 30, 7);
  const files = await read(await pack([entry(modified, 'Größe.jpg'), entry(modified, 'a.jpg')]));
  expect(files).toMatchObject([
    { name: 'Größe.jpg', lastModified: modified },
    { name: 'a.jpg', lastModified: modified },
  ]);
  expect(await (files[0] as File).text()).toBe('picture');
});
