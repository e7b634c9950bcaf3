import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { writeHeif, hevcItem } from '../../testing/heif-writer.ts';
import { fixture, readPixels } from '../../testing/pictures.ts';
import { thumbnail } from '../index.ts';
import { addJpegMetadata } from '../formats/jpeg/metadata.ts';

/** An Exif block with an orientation, and a thumbnail in IFD 1 (Exif 2.32, 4.5.5 and 4.6.3). */
function exifWith(jpeg: Uint8Array, orientation: number): Uint8Array {
  const head = new Uint8Array(8 + 18 + 30);
  const view = new DataView(head.buffer);
  head.set([0x4d, 0x4d, 0, 42]);
  const entry = (at: number, tag: number, type: number, value: number) => {
    view.setUint16(at, tag);
    view.setUint16(at + 2, type);
    view.setUint32(at + 4, 1);
    if (type === 3) view.setUint16(at + 8, value);
    else view.setUint32(at + 8, value);
  };
  view.setUint32(4, 8);
  view.setUint16(8, 1);
  entry(10, 0x0112, 3, orientation);
  view.setUint32(22, 26);
  view.setUint16(26, 2);
  entry(28, 0x0201, 4, head.length);
  entry(40, 0x0202, 4, jpeg.length);
  return Buffer.concat([head, jpeg]);
}

/** Red on the left, blue on the right. */
async function halves(width: number, height: number): Promise<Uint8Array> {
  const right = { create: { width: width / 2, height, channels: 3, background: 'blue' } } as const;
  return sharp({ create: { width, height, channels: 3, background: 'red' } })
    .composite([{ input: await sharp(right).png().toBuffer(), left: width / 2, top: 0 }])
    .jpeg({ quality: 95 })
    .toBuffer();
}

async function colorsOf(blob: Blob): Promise<string[]> {
  const { width, height, data } = await readPixels(blob);
  const colorAt = (x: number, y: number) => {
    const at = (y * width + x) * 3;
    return data[at]! > data[at + 2]! ? 'red' : 'blue';
  };
  return [colorAt(4, 4), colorAt(width - 5, 4), colorAt(4, height - 5)];
}

describe('the small picture inside a file', () => {
  test('of a JPEG comes from Exif, upright like the picture', async () => {
    const bare = await halves(200, 100);
    for (const [orientation, size, corners] of [
      [1, [80, 40], ['red', 'blue', 'red']],
      [6, [40, 80], ['red', 'red', 'blue']],
      [3, [80, 40], ['blue', 'red', 'blue']],
    ] as const) {
      const exif = exifWith(await halves(80, 40), orientation);
      const found = await thumbnail(new Blob([await addJpegMetadata(bare, { exif }, undefined)]));
      expect(found).toMatchObject({ width: size[0], height: size[1] });
      expect([found!.picture.width, found!.picture.height]).toEqual(
        orientation === 6 ? [100, 200] : [200, 100],
      );
      expect(found!.blob.type).toBe('image/jpeg');
      expect(await colorsOf(found!.blob)).toEqual(corners);
    }
  });

  test('is null where there is none, or where it is broken', async () => {
    for (const name of ['located.jpg', 'grid.heic', 'drawing.png', 'animated.gif']) {
      expect(await thumbnail(new Blob([await fixture(name)]))).toBeNull();
    }
    const exif = exifWith(new Uint8Array([0xff, 0xd8, 1, 2, 3]), 1);
    const broken = await addJpegMetadata(await halves(64, 64), { exif }, undefined);
    expect(await thumbnail(new Blob([broken]))).toBeNull();
    const heif = writeHeif({
      primary: 1,
      items: [hevcItem(1, 640, 480), hevcItem(2, 64, 48)],
      references: [{ type: 'thmb', from: 2, to: [1] }],
    });
    expect(await thumbnail(new Blob([new Uint8Array(heif)]))).toBeNull();
  });

  test('of what is no picture is an error', async () => {
    await expect(thumbnail(new Blob(['Dear diary']))).rejects.toMatchObject({
      code: 'unsupported-format',
    });
  });
});

const photo = new URL(
  '../../../../shared/corpus/phone/iphone-ios18-tmap-gainmap.heic',
  import.meta.url,
);

test.skipIf(!existsSync(photo))('of a photo from a phone is its own small version', async () => {
  const bytes = new Uint8Array(await readFile(photo));
  const found = await thumbnail(new Blob([bytes]));
  expect(found).not.toBeNull();
  const { width, height, picture } = found!;
  expect(width / height).toBeCloseTo(picture.width / picture.height, 1);
  expect(Math.max(width, height)).toBeLessThanOrEqual(512);
});
