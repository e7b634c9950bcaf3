import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { bytesOfBlob, contains, fixture, readPixels } from '../../../testing/pictures.ts';
import type { ConvertOptions } from '../../options.ts';

const sampleAt = (at: number) => ((at & 3) === 3 ? 255 : (at * 37) & 255);

/** A browser's decoder that knows JPEG XL, as far as the engine uses it: pictures of one size, in sRGB. */
function offerDecoder(width: number, height: number, decode?: () => Promise<unknown>) {
  const closed = vi.fn<() => void>();
  const image = {
    format: null,
    visibleRect: { width, height },
    copyTo: async (data: Uint8ClampedArray, { format }: { format: string }) => {
      expect(format).toBe('RGBA');
      for (let at = 0; at < data.length; at++) data[at] = sampleAt(at);
    },
    close: () => {},
  };
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
      return decode ? decode() : Promise.resolve({ image });
    }

    close() {
      closed();
    }
  }
  vi.stubGlobal('ImageDecoder', FakeImageDecoder);
  return closed;
}

async function open(name: string): Promise<Blob> {
  return new Blob([await fixture(name)]);
}

async function run(name: string, options: ConvertOptions = {}) {
  const { runPipeline } = await import('../../convert/pipeline.ts');
  return runPipeline(await open(name), name, options);
}

async function inspect(name: string) {
  const { inspectFile } = await import('../../convert/inspect.ts');
  return inspectFile(await open(name), name);
}

// A browser's decoder is tried once and then known.
beforeEach(() => vi.resetModules());

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('JPEG XL', () => {
  test('comes out of the decoder of a browser that has one, sample for sample', async () => {
    const closed = offerDecoder(48, 32);
    const result = await run('drawing.jxl', { format: 'png' });
    expect(result).toMatchObject({ input: 'jxl', width: 48, height: 32 });
    const pixels = await readPixels(result.blob, 4);
    expect([...pixels.data]).toEqual(Array.from({ length: 48 * 32 * 4 }, (_, at) => sampleAt(at)));
    expect(closed).toHaveBeenCalled();
  });

  test('carries the metadata that its container compresses, made true', async () => {
    offerDecoder(64, 96);
    const { blob } = await run('located.jxl', { metadata: 'without-location' });
    const bytes = await bytesOfBlob(blob);
    expect(contains(bytes, 'Fixture 50mm f/2')).toBe(true);
    expect(contains(bytes, 'A. Photographer')).toBe(true);
    expect(contains(bytes, 'Vienna')).toBe(false);
  });

  test('is described without being decoded', async () => {
    const decode = vi.fn<() => Promise<unknown>>(() =>
      Promise.reject(new DOMException('bad', 'EncodingError')),
    );
    offerDecoder(1, 1, decode);
    expect(await inspect('located.jxl')).toMatchObject({
      width: 64,
      height: 96,
      orientation: 1,
      turned: true,
      bitDepth: 8,
      hasAlpha: false,
      metadata: { camera: 'Stillpix Fixture 2', hasLocation: true, hasExif: true, hasXmp: true },
    });
    const deep = await inspect('deep-alpha.jxl');
    expect(deep).toMatchObject({ bitDepth: 16, hasAlpha: true });
    expect(deep.plan.steps.map(({ kind }) => kind)).toContain('reduce-to-8-bit');
    expect(await inspect('chart-p3.jxl')).toMatchObject({ colorProfile: { kind: 'icc' } });
    // Once, on the picture that the decoder is tried with.
    expect(decode).toHaveBeenCalledTimes(1);
  });

  test('that the browser cannot decode is damaged, and so is one cut short', async () => {
    offerDecoder(48, 32, () => Promise.reject(new DOMException('bad', 'EncodingError')));
    await expect(run('drawing.jxl')).rejects.toMatchObject({ code: 'corrupt-file' });
    const { inspectFile } = await import('../../convert/inspect.ts');
    for (const [name, size] of [
      ['drawing.jxl', 3],
      ['located.jxl', 40],
    ] as const) {
      const start = (await open(name)).slice(0, size);
      await expect(inspectFile(start, name)).rejects.toMatchObject({ code: 'corrupt-file' });
    }
  });
});
