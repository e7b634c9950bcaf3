import sharp, { type JpegOptions } from 'sharp';
import { describe, expect, test } from 'vitest';
import { asYcck } from '../../../testing/inks.ts';
import { mutate } from '../../../testing/mutate.ts';
import { fixture, psnrOf, readPixels, type Pixels } from '../../../testing/pictures.ts';
import { createPool, EngineError } from '../../index.ts';

const pool = createPool();

async function convert(jpeg: Uint8Array): Promise<Pixels> {
  const options = { name: 'print.jpg', format: 'png' } as const;
  const { blob } = await pool.convert(new Blob([new Uint8Array(jpeg)]), options);
  return readPixels(blob);
}

async function printed(jpegOptions: JpegOptions = {}, profile?: string): Promise<Buffer> {
  const inks = sharp(await fixture('grid.png')).toColourspace('cmyk');
  return (profile ? inks.withIccProfile(profile) : inks)
    .jpeg({ quality: 95, ...jpegOptions })
    .toBuffer();
}

/** What another library reads of the inks, as browsers show inks without a profile. */
async function multiplied(jpeg: Buffer): Promise<Pixels> {
  const opened = sharp(jpeg, { ignoreIcc: true }).pipelineColourspace('cmyk').toColourspace('cmyk');
  const { data, info } = await opened.raw().toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const pixels = Uint8Array.from({ length: width * height * 3 }, (_, at) => {
    const pixel = Math.floor(at / 3) * 4;
    return ((255 - data[pixel + (at % 3)]!) * (255 - data[pixel + 3]!)) / 255;
  });
  return { width, height, data: pixels, channels: 3 };
}

describe('a JPEG in four inks, without a browser', () => {
  test('is multiplied out where it has no profile', async () => {
    const jpeg = await printed();
    expect(psnrOf(await convert(jpeg), await multiplied(jpeg))).toBeGreaterThan(50);
  });

  test('is read as Y, Cb, Cr and black where it says so', async () => {
    const jpeg = asYcck(await printed());
    expect(psnrOf(await convert(jpeg), await multiplied(jpeg))).toBeGreaterThan(45);
    expect(psnrOf(await convert(jpeg), await convert(await printed()))).toBeLessThan(25);
  });

  test('looks as LittleCMS makes it by its profile', async () => {
    // Muted, so that nothing lies outside of sRGB.
    const muted = sharp(await fixture('grid.png'))
      .modulate({ saturation: 0.4 })
      .linear(0.4, 110);
    const jpeg = await muted
      .toColourspace('cmyk')
      .withIccProfile('cmyk')
      .jpeg({ quality: 95 })
      .toBuffer();
    const reference = await sharp(jpeg)
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true });
    const { width, height } = reference.info;
    const shown = { width, height, data: new Uint8Array(reference.data), channels: 3 };
    expect(psnrOf(await convert(jpeg), shown)).toBeGreaterThan(38);
  });

  test.for([{}, { chromaSubsampling: '4:2:0' }, { quality: 30 }])(
    'is the same picture where it is progressive: %o',
    async (options) => {
      const usual = await printed(options);
      const progressive = await printed({ ...options, progressive: true });
      expect(progressive.equals(usual)).toBe(false);
      for (const change of [(jpeg: Buffer) => jpeg, asYcck]) {
        const { data } = await convert(change(usual));
        expect(Buffer.compare((await convert(change(progressive))).data, data)).toBe(0);
      }
    },
  );

  test('ends in a picture or a clear error, however it is damaged', async () => {
    const files = [
      await printed(),
      asYcck(await printed({}, 'cmyk')),
      await printed({ progressive: true }),
    ];
    const endings = new Set<string>();
    for (let seed = 0; seed < 300; seed++) {
      const mutant = mutate(files[seed % files.length]!, seed);
      const ending = await convert(mutant).then(
        () => 'picture',
        (error: unknown) =>
          error instanceof EngineError && error.code !== 'internal-error'
            ? 'EngineError'
            : String(error),
      );
      endings.add(ending);
    }
    expect([...endings].sort()).toEqual(['EngineError', 'picture']);
  });
});
