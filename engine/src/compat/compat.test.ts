import { describe, expect, test } from 'vitest';
import { contains, bytesOfBlob, fixture, readPixels } from '../../testing/pictures.ts';
import heicConvert from './heic-convert.ts';
import heicConvertInPage from './heic-convert-browser.ts';
import { heicTo, isHeic, type HeicToBlobOptions } from './heic-to.ts';
import heic2any, { type Heic2anyOptions } from './heic2any.ts';

const photo = async (name: string): Promise<Blob> => new Blob([await fixture(name)]);

describe('heic2any, by its documentation', () => {
  test('gives a PNG of the primary picture by default', async () => {
    const result = (await heic2any({ blob: await photo('grid.heic') })) as Blob;
    expect(result.type).toBe('image/png');
    expect(await readPixels(result)).toMatchObject({ width: 200, height: 150 });
  });

  test('gives a JPEG, smaller at less quality', async () => {
    const blob = await photo('grid.heic');
    const high = (await heic2any({ blob, toType: 'image/jpeg' })) as Blob;
    const low = (await heic2any({ blob, toType: 'image/jpeg', quality: 0.5 })) as Blob;
    expect([high.type, low.type]).toEqual(['image/jpeg', 'image/jpeg']);
    expect(low.size).toBeLessThan(high.size);
  });

  test('gives all pictures as an array when asked', async () => {
    const multiple = { blob: await photo('two.heic'), multiple: true };
    const pictures = (await heic2any(multiple)) as Blob[];
    expect(pictures.map(({ type }) => type)).toEqual(['image/png', 'image/png']);
    const one = await heic2any({ ...multiple, blob: await photo('grid.heic') });
    expect(one).toHaveLength(1);
  });

  test('leaves metadata out', async () => {
    const blob = await photo('phone-p3.heic');
    const result = (await heic2any({ blob, toType: 'image/jpeg' })) as Blob;
    expect(contains(await bytesOfBlob(result), 'Fixture')).toBe(false);
  });

  test.each(['image/jpg', 'image/webp', 'image/tiff', 'IMAGE/JPEG', null])(
    'gives a PNG for the type %j, which it does not know',
    async (toType) => {
      const options = { blob: await photo('grid.heic'), toType } as Heic2anyOptions;
      expect(((await heic2any(options)) as Blob).type).toBe('image/png');
    },
  );

  test.each([7, -1, NaN, '0.5', null])('takes the usual quality for %j', async (quality) => {
    const options = { blob: await photo('grid.heic'), toType: 'image/jpeg' };
    const usual = (await heic2any(options)) as Blob;
    const given = (await heic2any({ ...options, quality } as Heic2anyOptions)) as Blob;
    expect(given.size).toBe(usual.size);
  });

  test.each([1, 'yes'])('gives an array when multiple is %j', async (multiple) => {
    const options = { blob: await photo('grid.heic'), multiple } as unknown as Heic2anyOptions;
    expect(await heic2any(options)).toHaveLength(1);
  });

  test.each([
    [{ blob: 'no blob' }, { code: 1, message: 'ERR_USER library only accepts BLOBs as input' }],
    [{ toType: 'image/gif' }, { code: 3, message: expect.stringMatching(/^ERR_GIF /) }],
  ])('rejects %j with an object', async (wrong, expected) => {
    const options = { blob: await photo('grid.heic'), ...wrong } as unknown as Heic2anyOptions;
    await expect(heic2any(options)).rejects.toEqual(expected);
  });

  test.each([
    ['tiff', 'II*\0\x08\0\0\0'],
    ['raw', 'FUJIFILMCCD-RAW '],
  ])('calls a %s no picture that browsers read', async (format, start) => {
    await expect(heic2any({ blob: new Blob([start]) })).rejects.toMatchObject({
      code: 2,
      message: expect.stringContaining(`format not supported: ${format}`),
    });
  });

  test('rejects pictures that need no converting, and what is no picture', async () => {
    await expect(heic2any({ blob: await photo('located.jpg') })).rejects.toEqual({
      code: 1,
      message: 'ERR_USER Image is already browser readable: image/jpeg',
    });
    const cut = (await photo('grid.heic')).slice(0, 900);
    for (const blob of [new Blob(['words']), cut]) {
      await expect(heic2any({ blob })).rejects.toMatchObject({
        code: 2,
        message: expect.stringMatching(/^ERR_LIBHEIF /),
      });
    }
  });
});

describe('heic-to, by its documentation', () => {
  test('tells HEIC from other files', async () => {
    expect(await isHeic(await photo('grid.heic'))).toBe(true);
    for (const other of ['located.jpg', 'drawing.avif', 'drawing.png'])
      expect(await isHeic(await photo(other))).toBe(false);
    expect(await isHeic(new Blob([]))).toBe(false);
  });

  test('gives JPEG and PNG', async () => {
    const blob = await photo('grid.heic');
    const jpeg = await heicTo({ blob, type: 'image/jpeg', quality: 0.5 });
    const png = await heicTo({ blob, type: 'image/png', quality: 0.5 });
    expect([jpeg.type, png.type]).toEqual(['image/jpeg', 'image/png']);
    expect(await readPixels(jpeg)).toMatchObject({ width: 200, height: 150 });
  });

  test('takes types in any case, and the usual quality for what is none', async () => {
    const blob = await photo('grid.heic');
    const usual = await heicTo({ blob, type: 'image/jpeg' });
    for (const quality of ['x', NaN, 2, -1, null]) {
      const given: unknown = { blob, type: 'IMAGE/JPEG', quality };
      expect(await heicTo(given as HeicToBlobOptions)).toMatchObject({
        type: 'image/jpeg',
        size: usual.size,
      });
    }
    for (const type of ['image/tiff', null])
      expect((await heicTo({ blob, type: type as 'image/tiff' })).type).toBe('image/png');
  });

  test('rejects with an error for other files', async () => {
    const blob = new Blob(['words']);
    await expect(heicTo({ blob, type: 'image/jpeg' })).rejects.toBeInstanceOf(Error);
  });
});

describe.each([
  ['Node', heicConvert],
  ['browsers', heicConvertInPage],
])('heic-convert for %s, by its documentation', (_, convert) => {
  test('gives bytes of a JPEG, of 92 percent unless told otherwise, and of a PNG', async () => {
    const buffer = await fixture('grid.heic');
    const usual = await convert({ buffer, format: 'JPEG' });
    const best = await convert({ buffer, format: 'JPEG', quality: 1 });
    const png = await convert({ buffer: buffer.buffer, format: 'PNG' });
    expect(usual).toBeInstanceOf(Uint8Array);
    expect(Buffer.isBuffer(usual)).toBe(true);
    expect(usual.length).toBeLessThan(best.length);
    for (const bytes of [usual, best, png])
      expect(await readPixels(bytes)).toMatchObject({ width: 200, height: 150 });
  });

  test('takes the usual quality for what is no number, and the best for more than 1', async () => {
    const options = { buffer: await fixture('grid.heic'), format: 'JPEG' } as const;
    const [usual, best] = [await convert(options), await convert({ ...options, quality: 1 })];
    for (const [quality, expected] of [
      ['x', usual],
      [NaN, usual],
      ['1', best],
      [92, best],
    ] as const) {
      const given = await convert({ ...options, quality: quality as number });
      expect(given.length).toBe(expected.length);
    }
  });

  test('gives all pictures, each when it is asked for', async () => {
    const pictures = await convert.all({ buffer: await fixture('two.heic'), format: 'JPEG' });
    expect(pictures).toHaveLength(2);
    for (const picture of pictures)
      expect((await readPixels(await picture.convert())).width).toBeGreaterThan(0);
  });

  test.each(['one', 'all'] as const)('rejects in its words for %s', async (which) => {
    const call = which === 'one' ? convert : convert.all.bind(convert);
    const buffer = Buffer.from('no picture at all, only words');
    const wrong = 'PINEAPPLES' as 'PNG';
    await expect(call({ buffer, format: wrong })).rejects.toThrow(
      new Error('output format needs to be one of [JPEG,PNG]'),
    );
    await expect(call({ buffer, format: 'JPEG' })).rejects.toThrow(
      new TypeError('input buffer is not a HEIC image'),
    );
  });
});
