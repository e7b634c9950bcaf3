import { describe, expect, it } from 'vitest';
import type { PictureHeader } from '../codec/picture-header.ts';
import { EngineError } from '../errors.ts';
import { jpegOutput } from '../formats/jpeg/output.ts';
import { pngOutput } from '../formats/png/output.ts';
import { webpOutput } from '../formats/webp/output.ts';
import type { ConvertOptions } from '../options.ts';
import { placementOf } from '../transform/orient.ts';
import { requireMemory } from './memory.ts';
import { planSteps } from './plan.ts';

function header(width: number, height: number, more: Partial<PictureHeader> = {}): PictureHeader {
  return {
    ...{ width, height, bitDepth: 8, hasAlpha: false, gray: false, halfChroma: true },
    ...{ orientation: 1, turned: false, placement: placementOf(1, width, height) },
    ...{ color: {}, metadata: {}, gainMap: null, ...more },
  };
}

const outputs = { jpeg: jpegOutput, png: pngOutput, webp: webpOutput };
const gigabyte = 2 ** 30;
/** 200 megapixels, and a band of 768 tiles' worth of them. */
const large = header(16_320, 12_240);
const largeBand = 16_320 * 1024;

/** What is refused with, or null. */
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
  it('is let through when it does', () => {
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

  it.each(cases)(
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

  it('that is only decoded whole says so, without a size that would not help', () => {
    const error = refusal(large, {}, 0.4 * gigabyte, null);
    expect(error).toMatchObject({ code: 'out-of-memory', fits: undefined });
    expect(error!.message).toMatch(/Decoding takes 1524 MB/);
  });

  it('is refused for a small file sooner than for a quick one', () => {
    expect(refusal(large, {}, 8 * gigabyte, null)).toBeNull();
    const small = { keepSmallerOriginal: true };
    expect(refusal(large, small, 8 * gigabyte, null)).toMatchObject({ code: 'out-of-memory' });
  });

  it('but fits decoded is offered smaller', () => {
    const error = refusal(large, { format: 'webp' }, 2 * gigabyte, null);
    expect(error!.message).toMatch(/Encoding/);
    const resize = { ...error!.fits! };
    expect(refusal(large, { format: 'webp', resize }, 2 * gigabyte, null)).toBeNull();
  });
});
