import { beforeEach, expect, test, vi } from 'vitest';
import type * as Thumbnails from './thumbnails.ts';

vi.mock('../engine.ts', () => ({ loadPool: () => Promise.reject(new Error('not asked here')) }));

const picture = { width: 4, height: 3, close: () => {} } as ImageBitmap;

/** Draws when told to. */
class FakeWorker extends EventTarget {
  static requests: Thumbnails.ThumbnailRequest[] = [];
  static last: FakeWorker;
  constructor() {
    super();
    FakeWorker.last = this;
  }
  postMessage(request: Thumbnails.ThumbnailRequest): void {
    FakeWorker.requests.push(request);
  }
  static answer(): void {
    const { ticket } = FakeWorker.requests.shift()!;
    const data: Thumbnails.ThumbnailAnswer = { ticket, picture };
    FakeWorker.last.dispatchEvent(new MessageEvent('message', { data }));
  }
}

/** Long enough for everything that waits for promises only. */
const settle = () => new Promise((resolve) => setTimeout(resolve));

let thumbnails: typeof Thumbnails;
const { signal } = new AbortController();

beforeEach(async () => {
  vi.stubGlobal('Worker', FakeWorker);
  FakeWorker.requests = [];
  vi.resetModules();
  thumbnails = await import('./thumbnails.ts');
});

test('an empty frame gets its picture while files convert', async () => {
  thumbnails.holdThumbnails();
  const drawn = thumbnails.createThumbnail(new Blob(['a']), signal, true);
  await settle();
  FakeWorker.answer();
  expect(await drawn).toBe(picture);
});

test('frames that show a picture get a better one when all conversions have ended, one after the other', async () => {
  const ends = [thumbnails.holdThumbnails(), thumbnails.holdThumbnails()];
  const drawn = ['a', 'b'].map((text) =>
    thumbnails.createThumbnail(new Blob([text]), signal, false),
  );
  ends[0]!();
  await settle();
  expect(FakeWorker.requests).toEqual([]);
  ends[1]!();
  await settle();
  expect(FakeWorker.requests).toHaveLength(1);
  FakeWorker.answer();
  await settle();
  expect(FakeWorker.requests).toHaveLength(1);
  FakeWorker.answer();
  expect(await Promise.all(drawn)).toEqual([picture, picture]);
});

test('a frame that has left the table meanwhile is not drawn', async () => {
  const end = thumbnails.holdThumbnails();
  const left = new AbortController();
  const drawn = thumbnails.createThumbnail(new Blob(['a']), left.signal, false);
  left.abort();
  end();
  expect(await drawn).toBeNull();
  expect(FakeWorker.requests).toEqual([]);
});
