import { describe, expect, test } from 'vitest';
import sharp from 'sharp';
import { readPixels, psnrOf } from '../../testing/pictures.ts';
import { samplePhoto } from '../../testing/sample-planes.ts';
import { runPipeline } from '../convert/pipeline.ts';
import { inspectFile } from '../convert/inspect.ts';
import { loadOutput } from '../formats/table.ts';
import type { OutputFormat } from '../options.ts';
import { primariesByCode } from './primaries.ts';
import { writeMatrixProfile } from './write-profile.ts';

const displayP3 = 12;

/** A picture with a profile that says to be for numbers of another kind. */
async function withProfile(format: OutputFormat, space: string, gray = false): Promise<Blob> {
  const [width, height] = [40, 30];
  const { data } = samplePhoto(width, height);
  const opened = sharp(data, { raw: { width, height, channels: 3 } });
  const colored = gray ? opened.toColorspace('b-w') : opened;
  const bare = await colored.toFormat(format, format === 'png' ? {} : { quality: 100 }).toBuffer();
  const icc = writeMatrixProfile(primariesByCode[displayP3]!);
  icc.set(new TextEncoder().encode(space), 16);
  const codec = await loadOutput(format);
  return new Blob([await codec.attach(new Uint8Array(bare), {}, icc)]);
}

describe.each(['jpeg', 'png'] as const)('a profile of another kind in a %s', (format) => {
  test.each(['GRAY', 'CMYK', 'Lab '])('is ignored, as browsers do: %s', async (space) => {
    const file = await withProfile(format, space);
    expect((await inspectFile(file, 'a')).colorProfile.kind).not.toBe('icc');
    const stored = await readPixels(file);
    for (const color of ['as-is', 'srgb'] as const) {
      const { blob } = await runPipeline(file, 'a', { format: 'png', color });
      const made = await readPixels(blob);
      expect(psnrOf(made, stored)).toBeGreaterThan(format === 'jpeg' ? 40 : 98);
      expect((await sharp(await blob.arrayBuffer()).metadata()).icc).toBeUndefined();
    }
  });

  test('of its own kind is not', async () => {
    const file = await withProfile(format, 'RGB ');
    expect((await inspectFile(file, 'a')).colorProfile.kind).toBe('icc');
  });
});

test.each(['jpeg', 'png'] as const)(
  'a profile of gray goes with a %s that is gray',
  async (format) => {
    const file = await withProfile(format, 'GRAY', true);
    expect((await inspectFile(file, 'a')).colorProfile.kind).toBe('icc');
  },
);
