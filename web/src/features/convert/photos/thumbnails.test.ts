import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ConvertResult, Inspection, Pool } from '@stillpix/engine';
import type { Ticketed, TicketedAnswer } from '../ticketed-worker.ts';
import type { ThumbnailRequest } from './thumbnail-worker.ts';
import { createThumbnails, type Thumbnails, type ThumbnailSource } from './thumbnails.ts';

const picture = { width: 4, height: 3, close: () => {} } as ImageBitmap;

/** A worker that draws when told to. */
class FakeWorker extends EventTarget {
  static requests: Ticketed<ThumbnailRequest>[] = [];
  static last: FakeWorker;
  constructor() {
    super();
    FakeWorker.last = this;
  }
  postMessage(request: Ticketed<ThumbnailRequest>): void {
    FakeWorker.requests.push(request);
  }
  static answer(drawn: ImageBitmap | null = picture): void {
    const { ticket } = FakeWorker.requests.shift()!;
    const data: TicketedAnswer<ImageBitmap> = { ticket, answer: drawn };
    FakeWorker.last.dispatchEvent(new MessageEvent('message', { data }));
  }
}

/** Milliseconds. */
const frame = 16;

/** Long enough for everything that waits only for promises. */
const settle = () => new Promise((resolve) => setTimeout(resolve));

const loadPool = vi.fn<() => Promise<Pool>>();
let thumbnails: Thumbnails;
const { signal } = new AbortController();

const sourceOf = (text: string, about: Partial<ThumbnailSource> = {}) => ({
  blob: new Blob([text]),
  isOriginal: true,
  isFirst: true,
  ...about,
});

beforeEach(() => {
  vi.stubGlobal('Worker', FakeWorker);
  vi.stubGlobal('requestAnimationFrame', (draw: () => void) => setTimeout(draw, frame));
  loadPool.mockReset().mockRejectedValue(new Error('not asked here'));
  FakeWorker.requests = [];
  thumbnails = createThumbnails(loadPool);
});

test('a card without a picture gets that of a result while other files convert', async () => {
  thumbnails.pause();
  const drawn = thumbnails.make(sourceOf('a', { isOriginal: false }), signal);
  await settle();
  FakeWorker.answer();
  expect(await drawn).toBe(picture);
});

describe('a card without a picture, of an original,', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test('gives way to a conversion, but not for long', async () => {
    thumbnails.pause();
    void thumbnails.make(sourceOf('a'), signal);
    await vi.advanceTimersByTimeAsync(900);
    expect(FakeWorker.requests).toEqual([]);
    await vi.advanceTimersByTimeAsync(200);
    expect(FakeWorker.requests).toHaveLength(1);
  });

  test('gives way to a conversion that is started as soon as the list is drawn', async () => {
    void thumbnails.make(sourceOf('a'), signal);
    requestAnimationFrame(() => void thumbnails.pause());
    await vi.advanceTimersByTimeAsync(2 * frame);
    expect(FakeWorker.requests).toEqual([]);
  });

  test('gets its picture as soon as the conversion ends', async () => {
    const end = thumbnails.pause();
    void thumbnails.make(sourceOf('a'), signal);
    await vi.advanceTimersByTimeAsync(2 * frame);
    end();
    await vi.advanceTimersByTimeAsync(0);
    expect(FakeWorker.requests).toHaveLength(1);
  });

  test('is not drawn any more where the result is there first', async () => {
    thumbnails.pause();
    const left = new AbortController();
    const drawn = thumbnails.make(sourceOf('a'), left.signal);
    left.abort();
    await vi.advanceTimersByTimeAsync(2000);
    expect(await drawn).toBeNull();
    expect(FakeWorker.requests).toEqual([]);
  });
});

test('a photo whose conversion to a thumbnail gave way to a batch is converted again when that has ended', async () => {
  const converts: PromiseWithResolvers<ConvertResult>[] = [];
  loadPool.mockResolvedValue({
    thumbnail: () => Promise.resolve(null),
    inspect: () => Promise.resolve({ width: 40, height: 30 } as Inspection),
    convert(_blob, _options, job) {
      const asked = Promise.withResolvers<ConvertResult>();
      converts.push(asked);
      job?.signal?.addEventListener('abort', () => asked.reject(new Error('canceled')));
      return asked.promise;
    },
  } as Partial<Pool> as Pool);
  const drawn = thumbnails.make(sourceOf('a', { isFirst: false }), signal);
  const drawNothing = async () => {
    await settle();
    FakeWorker.answer(null);
    await settle();
  };
  await drawNothing();
  expect(converts).toHaveLength(1);
  const end = thumbnails.pause();
  await settle();
  expect(converts).toHaveLength(1);
  end();
  await settle();
  expect(converts).toHaveLength(2);
  converts[1]!.resolve({ blob: new Blob(['small']) } as ConvertResult);
  await settle();
  FakeWorker.answer();
  expect(await drawn).toBe(picture);
});

test('cards with a picture get a better one when all conversions have ended, one after the other', async () => {
  const ends = [thumbnails.pause(), thumbnails.pause()];
  const drawn = ['a', 'b'].map((text) =>
    thumbnails.make(sourceOf(text, { isFirst: false }), signal),
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

test('a picture for a card that has been removed meanwhile is not drawn', async () => {
  const end = thumbnails.pause();
  const left = new AbortController();
  const drawn = thumbnails.make(sourceOf('a', { isFirst: false }), left.signal);
  left.abort();
  end();
  expect(await drawn).toBeNull();
  expect(FakeWorker.requests).toEqual([]);
});
