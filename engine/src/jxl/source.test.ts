import { afterEach, describe, expect, it, vi } from 'vitest';
import { readPixels } from '../../testing/pictures.ts';
import { inspectFile } from '../inspect.ts';
import { runPipeline } from '../pipeline.ts';

/** The mark of a bare JPEG XL code stream (ISO/IEC 18181-1); the stand-in below reads no further. */
const file = new Blob([new Uint8Array([0xff, 0x0a, 1, 2, 3, 4])]);

const [width, height] = [5, 3];
const sampleAt = (at: number) => ((at & 3) === 3 ? 255 : (at * 37) & 255);

/** A browser's decoder that knows JPEG XL, as far as the engine uses it. */
function offerDecoder(decode: () => Promise<unknown>) {
  const closed = vi.fn<() => void>();
  class FakeImageDecoder {
    readonly #type: string;

    static isTypeSupported(type: string) {
      return Promise.resolve(type === 'image/jxl');
    }

    constructor({ type }: { type: string }) {
      this.#type = type;
    }

    decode() {
      expect(this.#type).toBe('image/jxl');
      return decode();
    }

    close() {
      closed();
    }
  }
  vi.stubGlobal('ImageDecoder', FakeImageDecoder);
  return closed;
}

const image = {
  visibleRect: { width, height },
  copyTo: async (data: Uint8ClampedArray, { format }: { format: string }) => {
    expect(format).toBe('RGBA');
    for (let at = 0; at < data.length; at++) data[at] = sampleAt(at);
  },
  close: () => {},
};

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('JPEG XL', () => {
  it('is refused by name where the browser has no decoder for it', async () => {
    for (const run of [runPipeline(file, 'a.jxl', {}), inspectFile(file, 'a.jxl')]) {
      await expect(run).rejects.toMatchObject({
        code: 'unsupported-feature',
        feature: 'jpeg-xl',
      });
    }
  });

  it('comes out of the decoder of a browser that has one, sample for sample', async () => {
    const closed = offerDecoder(async () => ({ image }));
    const result = await runPipeline(file, 'a.jxl', { format: 'png' });
    expect(result).toMatchObject({ input: 'jxl', width, height });
    const pixels = await readPixels(result.blob, 4);
    expect([...pixels.data]).toEqual(
      Array.from({ length: width * height * 4 }, (_, at) => sampleAt(at)),
    );
    expect(closed).toHaveBeenCalled();
    expect(await inspectFile(file, 'a.jxl')).toMatchObject({ format: 'jxl', width, height });
  });

  it('that the browser cannot decode is damaged', async () => {
    const closed = offerDecoder(() => Promise.reject(new DOMException('bad', 'EncodingError')));
    await expect(runPipeline(file, 'a.jxl', {})).rejects.toMatchObject({ code: 'corrupt-file' });
    expect(closed).toHaveBeenCalled();
  });
});
