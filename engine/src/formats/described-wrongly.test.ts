/** Profiles that are for other pictures, and blocks that are broken, in every format that has them. */
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { bytesOfBlob, fixture } from '../../testing/pictures.ts';
import { runPipeline } from '../convert/pipeline.ts';
import { joinBytes } from '../bytes/join.ts';
import type { OutputFormat } from '../options.ts';
import { loadOutput } from './table.ts';

type Bytes = Uint8Array<ArrayBuffer>;

const spaceAt = 16;
const text = (words: string): Uint8Array => new TextEncoder().encode(words);

/** Where a profile for colors says so; -1 where there is none. */
const findSpace = (bytes: Uint8Array): number => Buffer.from(bytes).indexOf('RGB XYZ ');

/** The file with a profile that is for pictures of another kind. */
function withSpace(bytes: Bytes, space: string): Bytes {
  const changed = bytes.slice();
  const at = findSpace(changed);
  expect(at).toBeGreaterThan(spaceAt);
  changed.set(text(space), at);
  return changed;
}

const files: Record<string, Bytes> = {};

beforeAll(async () => {
  files.heic = await fixture('phone-p3.heic');
  const picture = sharp(await fixture('grid.png')).removeAlpha();
  for (const format of ['avif', 'webp'] as const) {
    const made = picture.clone().withIccProfile('p3').toFormat(format);
    files[format] = new Uint8Array(await made.toBuffer());
  }
  const webp = await loadOutput('webp');
  const exif = joinBytes([text('II*\0'), new Uint8Array(300).fill(255)]);
  files.broken = await webp.attach(files.webp!, { exif, xmp: text('<x'.repeat(200)) }, undefined);
});

describe.each(['heic', 'avif', 'webp'])('a colored %s with a profile', (format) => {
  test.each(['CMYK', 'GRAY'])('of another space has none: %s', async (space) => {
    const wrong = new Blob([withSpace(files[format]!, space)]);
    for (const output of ['jpeg', 'png', 'webp'] satisfies OutputFormat[])
      for (const color of ['as-is', 'srgb'] as const) {
        const { blob } = await runPipeline(wrong, '', { format: output, color });
        expect((await sharp(await bytesOfBlob(blob)).metadata()).icc).toBeUndefined();
      }
  });

  test('that is broken is converted all the same', async () => {
    const broken = files[format]!.slice();
    const at = findSpace(broken);
    // What the header says stays, the tags lead anywhere.
    broken.fill(255, at + 112, at + 240);
    for (const color of ['as-is', 'srgb'] as const) {
      const { blob } = await runPipeline(new Blob([broken]), '', { color });
      expect((await sharp(await bytesOfBlob(blob)).metadata()).width).toBeGreaterThan(0);
    }
  });
});

test.each([40, 300, 500])('a WebP that ends %i bytes early, in its metadata', async (missing) => {
  const cut = files.broken!.subarray(0, files.broken!.length - missing);
  const { blob, notes } = await runPipeline(new Blob([cut]), '', {});
  const { width, icc } = await sharp(await bytesOfBlob(blob)).metadata();
  expect([width, notes]).toEqual([200, []]);
  expect(icc).toBeUndefined();
});

test('a WebP whose metadata is nonsense', async () => {
  const { blob } = await runPipeline(new Blob([files.broken!]), '', {});
  expect((await sharp(await bytesOfBlob(blob)).metadata()).width).toBe(200);
});
