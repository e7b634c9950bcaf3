import sharp, { type Sharp, type WebpOptions } from 'sharp';
import { describe, expect, test } from 'vitest';
import { samplePhoto } from '../../../../testing/sample-planes.ts';
import { readWebp } from '../container.ts';
import { decodeRows } from './decode-rows.ts';

const photo = samplePhoto(320, 240);
const picture = () => sharp(photo.data, { raw: { width: 320, height: 240, channels: 3 } });
const ofColors = async (colors: number) =>
  sharp(await picture().png({ palette: true, colors, dither: 0 }).toBuffer());

/** A drawing with letters, whose parts repeat. */
const drawing = () =>
  sharp(
    Buffer.from(`<svg width="300" height="200"><rect width="300" height="200" fill="#eed"/>
      <circle cx="150" cy="100" r="70" fill="#c00"/><text x="9" y="60" font-size="40">aaaa bbbb</text>
      <path d="M0 200L300 0" stroke="#00c" stroke-width="5" opacity=".5"/></svg>`),
  );

/** Whether the pixels are those that another decoder gives. */
async function areAllRead(webp: Uint8Array): Promise<boolean> {
  const { chunks, width, height } = readWebp(webp);
  const data = chunks.find(({ type }) => type === 'VP8L')!.data;
  const { rows, pixels } = decodeRows(data, width, height);
  const whole = await sharp(webp).ensureAlpha().raw().toBuffer();
  return rows === height && whole.equals(Buffer.from(pixels.buffer));
}

describe('of a sound picture all pixels are read', () => {
  const encode = async (made: Sharp, options: WebpOptions = {}) =>
    new Uint8Array(await made.webp({ ...options, lossless: true }).toBuffer());

  test.each([0, 1, 3, 4, 6])('with an effort of %d', async (effort) => {
    expect(await areAllRead(await encode(picture(), { effort }))).toBe(true);
    expect(await areAllRead(await encode(drawing(), { effort }))).toBe(true);
  });

  test.each([2, 3, 4, 12, 16, 100, 256])('of %d colors', async (colors) => {
    expect(await areAllRead(await encode(await ofColors(colors)))).toBe(true);
  });

  test.each([
    [1, 1],
    [17, 33],
    [300, 2],
    [3, 300],
  ])('of %d x %d pixels', async (width, height) => {
    expect(await areAllRead(await encode(picture().resize(width, height, { fit: 'fill' })))).toBe(
      true,
    );
    expect(await areAllRead(await encode(drawing().resize(width, height, { fit: 'fill' })))).toBe(
      true,
    );
  });

  test('with transparent ones', async () => {
    const faded = drawing()
      .ensureAlpha(0.5)
      .composite([
        {
          input: { create: { width: 90, height: 50, channels: 4, background: '#000a' } },
          blend: 'dest-out',
        },
      ]);
    expect(await areAllRead(await encode(faded, { exact: true }))).toBe(true);
    expect(await areAllRead(await encode(picture(), { nearLossless: true, quality: 60 }))).toBe(
      true,
    );
  });
});
