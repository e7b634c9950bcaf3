import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { fixture } from '../../../testing/pictures.ts';
import { sniffLength } from '../../formats/sniff.ts';
import type { ConvertOptions } from '../../options.ts';
import { foreseeMime } from './begin-decoding.ts';

const create = { width: 1000, height: 700, background: { r: 166, g: 124, b: 82, alpha: 0.5 } };
const opaque = () => sharp({ create: { ...create, channels: 3 } });
const clear = () => sharp({ create: { ...create, channels: 4 } });
const small = () => opaque().resize(200);

function foresee(bytes: Uint8Array, options: ConvertOptions = {}): string | null {
  return foreseeMime(bytes.subarray(0, sniffLength), bytes.length, options);
}

describe('what the browser is to decode ahead', () => {
  test.each([
    ['a PNG', () => opaque().png(), 'image/png'],
    ['one with a profile', () => opaque().withIccProfile('p3').png(), 'image/png'],
    ['a gray one', () => opaque().toColourspace('b-w').png(), 'image/png'],
    ['one with a palette', () => opaque().png({ palette: true }), 'image/png'],
    ['one with transparency', () => clear().png(), 'image/png'],
    ['a lossy WebP', () => opaque().webp(), 'image/webp'],
    ['one with a profile', () => opaque().withIccProfile('p3').webp(), 'image/webp'],
    ['a lossy one with transparency', () => clear().webp(), 'image/webp'],
    ['a lossless one', () => opaque().webp({ lossless: true }), 'image/webp'],
    ['one with transparency', () => clear().webp({ lossless: true }), 'image/webp'],
    ['an AVIF', () => opaque().avif({ effort: 0 }), 'image/avif'],
  ])('is %s that workers would give it', async (_, make, mime) => {
    expect(foresee(await make().toBuffer())).toBe(mime);
  });

  test.each([
    ['a PNG of 16 bits', () => opaque().toColourspace('rgb16').png()],
    ['a small one', () => small().png()],
    ['an AVIF with transparency', () => clear().avif({ effort: 0 })],
    ['one of 10 bits', () => opaque().avif({ effort: 0, bitdepth: 10 })],
    ['a JPEG', () => opaque().jpeg()],
  ])('is not %s', async (_, make) => {
    expect(foresee(await make().toBuffer())).toBe(null);
  });

  test('is neither an animation nor what is no picture nor one that ends early', async () => {
    expect(foresee(await fixture('grid.heic'))).toBe(null);
    expect(foresee(await fixture('av1-grid.avif'))).toBe(null);
    expect(foresee(new TextEncoder().encode('<html>'))).toBe(null);
    const files = [opaque().png(), opaque().webp(), opaque().avif({ effort: 0 })];
    for (const bytes of await Promise.all(files.map((file) => file.toBuffer()))) {
      for (let length = 0; length < 24; length++)
        expect(foresee(bytes.subarray(0, length))).toBe(null);
    }
    const plain = await opaque().png().toBuffer();
    const control = Buffer.from('\0\0\0\x08acTL\0\0\0\x02\0\0\0\0\0\0\0\0', 'latin1');
    expect(foresee(Buffer.concat([plain.subarray(0, 33), control, plain.subarray(33)]))).toBe(null);
  });

  test.each<ConvertOptions>([
    { format: 'png' },
    { color: 'srgb' },
    { targetBytes: 100_000 },
    { resize: { width: 100, height: 100 } },
    { crop: { x: 0, y: 0, width: 100, height: 100 } },
  ])('is nothing where workers go another way: %j', async (options) => {
    expect(foresee(await opaque().png().toBuffer(), options)).toBe(null);
  });

  test("is a picture of a phone's 24 megapixels, but nothing that would take much memory", async () => {
    const png = await opaque().png().toBuffer();
    const large = (width: number, height: number): Buffer => {
      const copy = Buffer.from(png);
      copy.writeUInt32BE(width, 16);
      copy.writeUInt32BE(height, 20);
      return copy;
    };
    expect(foresee(large(5712, 4284))).toBe('image/png');
    expect(foresee(large(8064, 6048))).toBe(null);
    expect(foreseeMime(png, 100e6, {})).toBe(null);
  });
});
