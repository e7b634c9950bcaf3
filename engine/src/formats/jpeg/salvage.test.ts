import sharp from 'sharp';
import { expect, test } from 'vitest';
import { salvagePipeline } from '../../convert/pipeline.ts';
import { samplePhoto } from '../../../testing/sample-planes.ts';

const [width, height] = [320, 240];

function photo() {
  const { data } = samplePhoto(width, height);
  return sharp(data, { raw: { width, height, channels: 3 } });
}

async function pixelsOf(file: Blob | Buffer) {
  const bytes = file instanceof Blob ? new Uint8Array(await file.arrayBuffer()) : file;
  return sharp(bytes).removeAlpha().toColourspace('srgb').raw().toBuffer();
}

async function salvage(bytes: Uint8Array) {
  const file = new Blob([bytes as Uint8Array<ArrayBuffer>]);
  const { blob, notes, missing } = await salvagePipeline(file, 'a.jpg', { format: 'png' });
  return { pixels: await pixelsOf(blob), notes, missing };
}

test.each([
  ['baseline', false],
  ['gray', true],
])('keeps the rows before the end of a photo that is cut off: %s', async (_, gray) => {
  const source = gray ? photo().toColourspace('b-w') : photo();
  const bytes = await source.jpeg({ quality: 90 }).toBuffer();
  const { pixels: whole } = await salvage(bytes);
  const { pixels, notes, missing } = await salvage(bytes.subarray(0, bytes.length / 2));
  expect(notes).toEqual(['partly-missing']);
  expect(missing).toBeGreaterThan(0.2);
  expect(missing).toBeLessThan(0.8);
  const rowBytes = width * 3;
  // Rows near the cut mix with the gray below them.
  const rows = Math.floor((height * (1 - missing!)) / 16 - 1) * 16;
  expect(pixels.subarray(0, rows * rowBytes).equals(whole.subarray(0, rows * rowBytes))).toBe(true);
  expect([...pixels.subarray(-3)]).toEqual([128, 128, 128]);
});

test('shows a progressive photo that is cut off as far as its scans go', async () => {
  const bytes = await photo().jpeg({ quality: 90, progressive: true }).toBuffer();
  const { pixels, notes } = await salvage(bytes.subarray(0, bytes.length * 0.7));
  const whole = await pixelsOf(bytes);
  expect(notes).toEqual(['may-be-damaged']);
  const error = whole.reduce((sum, value, at) => sum + Math.abs(value - pixels[at]!), 0);
  expect(error / whole.length).toBeLessThan(12);
});

test('goes on behind damage in the middle', async () => {
  const bytes = await photo().jpeg({ quality: 90 }).toBuffer();
  const { pixels: whole } = await salvage(bytes);
  const middle = Math.floor(bytes.length / 2);
  // A marker that belongs elsewhere, with a length beyond the end of the file.
  bytes.set([0xff, 0xc4, 0xff, 0xff], middle);
  const { pixels, notes } = await salvage(bytes);
  expect(notes).toHaveLength(1);
  expect(pixels.subarray(0, width * 3 * 32).equals(whole.subarray(0, width * 3 * 32))).toBe(true);
});

test('refuses what has no picture', async () => {
  const bytes = await photo().jpeg().toBuffer();
  for (const length of [20, 300]) {
    await expect(salvage(bytes.subarray(0, length))).rejects.toMatchObject({
      code: 'corrupt-file',
    });
  }
});
