import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { BegunDecoding } from './begun-decoding.ts';

class FakeFrame {
  isClosed = false;

  close(): void {
    this.isClosed = true;
  }
}

/** Decodes when the test says so. */
class FakeDecoder {
  static all: FakeDecoder[] = [];
  readonly #decoded = Promise.withResolvers<{ image: FakeFrame }>();
  readonly frame = new FakeFrame();
  readonly init: ImageDecoderInit;

  constructor(init: ImageDecoderInit) {
    this.init = init;
    FakeDecoder.all.push(this);
  }

  decode(): Promise<{ image: FakeFrame }> {
    return this.#decoded.promise;
  }

  finish(): void {
    this.#decoded.resolve({ image: this.frame });
  }

  close(): void {
    this.#decoded.reject(new DOMException('closed', 'AbortError'));
  }
}

const file = async () => ({ bytes: new ArrayBuffer(4), mime: 'image/png' });

const decoderOf = () => vi.waitUntil(() => FakeDecoder.all[0]);

beforeEach(() => {
  FakeDecoder.all = [];
  vi.stubGlobal('ImageDecoder', FakeDecoder);
});

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('a decoding that has begun', () => {
  test('gives its frame to the first who takes it, who closes it', async () => {
    const begun = new BegunDecoding(file);
    const decoder = await decoderOf();
    expect(begun.isUnderWay).toBe(true);
    decoder.finish();
    expect(await Promise.all([begun.take(), begun.take()])).toEqual([decoder.frame, null]);
    expect(begun.isUnderWay).toBe(false);
    begun.close();
    expect(await begun.take()).toBe(null);
    expect(decoder.frame.isClosed).toBe(false);
  });

  test('leaves samples as they are stored', async () => {
    void new BegunDecoding(file);
    expect((await decoderOf()).init).toMatchObject({
      type: 'image/png',
      colorSpaceConversion: 'none',
      premultiplyAlpha: 'none',
    });
  });

  test('closes a frame that nobody has taken', async () => {
    const begun = new BegunDecoding(file);
    const decoder = await decoderOf();
    decoder.finish();
    await Promise.resolve();
    begun.close();
    await expect.poll(() => decoder.frame.isClosed).toBe(true);
  });

  test('ends when it is closed before there is a frame', async () => {
    const begun = new BegunDecoding(file);
    const taken = begun.take();
    await decoderOf();
    begun.close();
    expect(await taken).toBe(null);
  });

  test('does not begin when it is closed before the file is read, or when there is nothing to decode', async () => {
    const early = new BegunDecoding(file);
    early.close();
    expect(await early.take()).toBe(null);
    expect(await new BegunDecoding(async () => null).take()).toBe(null);
    expect(FakeDecoder.all).toEqual([]);
  });

  test('gives nothing where reading or decoding fails', async () => {
    const gone = new BegunDecoding(() => Promise.reject(new Error('gone')));
    expect(await gone.take()).toBe(null);
    const refused = new BegunDecoding(file);
    (await decoderOf()).close();
    expect(await refused.take()).toBe(null);
  });
});
