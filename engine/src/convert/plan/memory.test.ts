import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { pictureHeader, type PictureHeader } from '../../codec/picture-header.ts';
import { EngineError } from '../../errors.ts';
import { jpegOutput } from '../../formats/jpeg/output.ts';
import { pngOutput } from '../../formats/png/output.ts';
import { webpOutput } from '../../formats/webp/output.ts';
import type { ConvertOptions } from '../../options.ts';
import { requireBounded, requireMemory } from './memory.ts';
import { runPipeline } from '../pipeline.ts';
import { writeChunk } from '../../formats/png/chunks.ts';
import { headerChunk, pngSignature } from '../../formats/png/stream.ts';
import { planSteps } from './plan.ts';

function header(width: number, height: number, more: Partial<PictureHeader> = {}): PictureHeader {
  return pictureHeader({ width, height }, { halfChroma: true, ...more });
}

const outputs = { jpeg: jpegOutput, png: pngOutput, webp: webpOutput };
const gigabyte = 2 ** 30;
/** 200 megapixels, and a band of 768 tiles. */
const large = header(16_320, 12_240);
const largeBand = 16_320 * 1024;

/** The error that a conversion is refused with, or null. */
function refusal(
  picture: PictureHeader,
  options: ConvertOptions,
  budget: number,
  bandPixels: number | null,
): EngineError | null {
  const codec = outputs[options.format ?? 'jpeg'];
  try {
    const plan = planSteps(picture, options, codec);
    requireMemory(picture, plan, codec, budget, bandPixels);
    return null;
  } catch (error) {
    if (error instanceof EngineError) return error;
    throw error;
  }
}

describe('a picture that does not fit into memory', () => {
  test('is let through when it does', () => {
    for (const format of ['jpeg', 'png', 'webp'] as const) {
      expect(refusal(header(4032, 3024), { format }, gigabyte, null)).toBeNull();
    }
    expect(refusal(large, { format: 'png' }, 3.2 * gigabyte, null)).toBeNull();
  });

  const cases = (['jpeg', 'png', 'webp'] as const).flatMap((format) =>
    [0.4, 0.8, 1.6, 3.2].flatMap((gigabytes) =>
      [false, true].map((turned) => ({ format, gigabytes, turned })),
    ),
  );

  test.each(cases)(
    'is refused with a size that then passes: $format, $gigabytes GB, turned $turned',
    ({ format, gigabytes, turned }) => {
      const budget = gigabytes * gigabyte;
      const picture = { ...large, turned };
      const error = refusal(picture, { format }, budget, largeBand);
      if (error === null) return;
      expect(error.code).toBe('out-of-memory');
      const { fits } = error;
      expect(fits!.width).toBeGreaterThan(2000);
      expect(fits!.width).toBeLessThan(16_320);
      expect(refusal(picture, { format, resize: { ...fits! } }, budget, largeBand)).toBeNull();
    },
  );

  test('that is only decoded whole says so, without a size that would not help', () => {
    const error = refusal(large, {}, 0.4 * gigabyte, null);
    expect(error).toMatchObject({ code: 'out-of-memory', fits: undefined });
    expect(error!.message).toMatch(/Decoding takes 1524 MB/);
  });

  test('is refused for a small file sooner than for a quick one', () => {
    expect(refusal(large, {}, 8 * gigabyte, null)).toBeNull();
    const small = { keepSmallerOriginal: true };
    expect(refusal(large, small, 8 * gigabyte, null)).toMatchObject({ code: 'out-of-memory' });
  });

  test('but fits decoded is offered smaller', () => {
    const error = refusal(large, { format: 'webp' }, 2 * gigabyte, null);
    expect(error!.message).toMatch(/Encoding/);
    const resize = { ...error!.fits! };
    expect(refusal(large, { format: 'webp', resize }, 2 * gigabyte, null)).toBeNull();
  });
});

describe('a picture of 16,000 a side', () => {
  const side = 16_000;

  /** A flat picture of eight pixels per side, whose header then claims another size. */
  async function claim(
    format: 'jpeg' | 'webp' | 'png' | 'gif',
    patch: (bytes: DataView) => void,
    options: object = {},
  ): Promise<Blob> {
    const picture = sharp({ create: { width: 8, height: 8, channels: 3, background: '#567' } });
    const bytes = new Uint8Array(await picture.toFormat(format, options).toBuffer());
    patch(new DataView(bytes.buffer));
    return new Blob([bytes]);
  }

  function find(view: DataView, mark: readonly number[]): number {
    const bytes = new Uint8Array(view.buffer);
    return bytes.findIndex((_, at) => mark.every((byte, index) => bytes[at + index] === byte));
  }

  const files: Record<string, () => Promise<Blob>> = {
    JPEG: () =>
      claim('jpeg', (view) => {
        const frame = find(view, [0xff, 0xc0]);
        view.setUint16(frame + 5, side);
        view.setUint16(frame + 7, side);
      }),
    'lossy WebP': () =>
      claim('webp', (view) => {
        const start = find(view, [0x9d, 0x01, 0x2a]);
        view.setUint16(start + 3, side, true);
        view.setUint16(start + 5, side, true);
      }),
    'lossless WebP': () =>
      claim(
        'webp',
        (view) => {
          const start = find(view, [0x56, 0x50, 0x38, 0x4c]) + 9;
          const flags = view.getUint32(start, true) & 0xf000_0000;
          view.setUint32(start, (flags | (side - 1) | ((side - 1) << 14)) >>> 0, true);
        },
        { lossless: true },
      ),
    AVIF: async () => {
      const bytes = new Uint8Array(
        await readFile(new URL('../../../fixtures/drawing.avif', import.meta.url)),
      );
      const view = new DataView(bytes.buffer);
      const extents = find(view, [0x69, 0x73, 0x70, 0x65]) + 8;
      view.setUint32(extents, side);
      view.setUint32(extents + 4, side);
      return new Blob([bytes]);
    },
    GIF: () =>
      claim('gif', (view) => {
        view.setUint16(6, side, true);
        view.setUint16(8, side, true);
      }),
    'interlaced PNG': async () => hugePng({ interlaced: true }),
    PNG: async () => hugePng({ interlaced: false }),
  };

  function hugePng({ interlaced }: { interlaced: boolean }): Blob {
    const chunk = headerChunk({ width: side, height: side }, { bitDepth: 8, colorType: 2 });
    // The last byte of the header, before its checksum.
    const data = chunk.slice(8, -4);
    data[12] = interlaced ? 1 : 0;
    return new Blob([
      pngSignature,
      writeChunk('IHDR', data),
      writeChunk('IDAT'),
      writeChunk('IEND'),
    ]);
  }

  test.each(Object.keys(files))(
    'is refused by name where it would be decoded whole: %s',
    async (name) => {
      const file = await files[name]!();
      for (const options of [
        {},
        { format: 'png' },
        { format: 'jpeg', resize: { width: 200 } },
      ] as const) {
        // A PNG without interlacing is scaled down in bands.
        if (name === 'PNG' && 'resize' in options) continue;
        await expect(runPipeline(file, '', options)).rejects.toMatchObject({ code: 'too-large' });
      }
    },
  );

  test('is refused as a PNG too when it is to be turned: bands come as they are stored', async () => {
    const options = { resize: { width: 200 }, rotate: 90 } as const;
    const refused = runPipeline(hugePng({ interlaced: false }), '', options);
    await expect(refused).rejects.toMatchObject({ code: 'too-large' });
  });

  test('may be decoded part by part, and says so', () => {
    const huge = header(side, side);
    const band = side * 64;
    const refused = (options: ConvertOptions): EngineError | null => {
      try {
        requireBounded('png', huge, planSteps(huge, options, jpegOutput), band);
        return null;
      } catch (error) {
        return error as EngineError;
      }
    };
    expect(refused({ resize: { width: 200 } })).toBeNull();
    const { fits } = refused({})!;
    expect(refused({ resize: { ...fits! } })).toBeNull();
  });
});

test('a photo of 200 megapixels, as phones take them, is not refused for its size', () => {
  for (const format of ['jpeg', 'heic'] as const) {
    const plan = planSteps(large, {}, jpegOutput);
    expect(() => requireBounded(format, large, plan, null)).not.toThrow();
    expect(() => requireBounded('webp', large, plan, null)).toThrow(/Decoding takes 1524 MB/);
  }
});
