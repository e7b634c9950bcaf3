import { describe, expect, test } from 'vitest';
import { fixture } from '../../../testing/pictures.ts';
import { primaryItem, readHeif } from '../../heif/file.ts';
import { describePicture } from '../../heif/describe-picture.ts';
import type { Picture } from '../../heif/picture.ts';
import { requireRgbaConverter } from '../../planes/to-rgba.ts';
import { loadDecoder } from '../../tiles/choose-decoder.ts';
import { decodePicture } from './decode-picture.ts';

/** A picture whose file calls it larger than it is coded, and crops it. */
async function decode(excess: number, crop: { y: number; cut: number }) {
  const bytes = await fixture('rotated.heic');
  const heif = readHeif(bytes)!;
  const picture = describePicture(heif, primaryItem(heif));
  expect(picture.layout.kind).toBe('coded');
  const { width, height } = picture.canvas;
  const cropped = { x: 0, y: crop.y, width, height: height + excess - crop.cut };
  const larger: Picture = {
    ...picture,
    canvas: { width, height: height + excess },
    transforms: [{ kind: 'crop', ...cropped }],
    placement: { crop: cropped, transpose: false, flipX: false, flipY: false },
  };
  const tools = { decoderFor: loadDecoder, converter: await requireRgbaConverter() };
  const plain = {
    ...picture,
    transforms: [],
    placement: { ...larger.placement, crop: { x: 0, y: 0, width, height } },
  };
  const whole = await decodePicture(bytes, { picture: plain, asStored: false }, tools);
  return {
    whole,
    decoded: await decodePicture(bytes, { picture: larger, asStored: false }, tools),
  };
}

describe('a picture that is coded smaller than its file says', () => {
  test('is decoded where its crop leaves out what is missing', async () => {
    const { whole, decoded } = await decode(4, { y: 0, cut: 4 });
    expect([decoded.width, decoded.height]).toEqual([whole.width, whole.height]);
    expect(Buffer.compare(Buffer.from(decoded.data.buffer), Buffer.from(whole.data.buffer))).toBe(
      0,
    );
  });

  test('is refused where the crop takes what is missing', async () => {
    await expect(decode(4, { y: 0, cut: 2 })).rejects.toMatchObject({ code: 'corrupt-file' });
    await expect(decode(4, { y: 2, cut: 4 })).rejects.toMatchObject({ code: 'corrupt-file' });
  });
});
