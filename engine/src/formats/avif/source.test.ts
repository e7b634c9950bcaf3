import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import {
  auxC,
  box,
  fullBox,
  uint,
  writeHeif,
  type ItemToWrite,
} from '../../../testing/heif-writer.ts';
import { convertFixture, fixture, psnrOf, readPixels } from '../../../testing/pictures.ts';
import { primaryItem, readHeif } from '../../heif/file.ts';
import { runPipeline } from '../../convert/pipeline.ts';

const alphaUrn = 'urn:mpeg:mpegB:cicp:systems:auxiliary:alpha';

/** A picture of one color as an item of an AVIF file that is yet to be written. */
async function itemOf(
  id: number,
  background: string,
  width: number,
  height: number,
  { hasDepths = true } = {},
): Promise<ItemToWrite> {
  const bytes = await sharp({ create: { width, height, channels: 3, background } })
    .avif({ quality: 90 })
    .toBuffer();
  const at = bytes.indexOf('av1C') - 4;
  const configuration = bytes.subarray(at + 8, at + bytes.readUInt32BE(at));
  const item = primaryItem(readHeif(bytes)!);
  return {
    id,
    type: 'av01',
    data: item.data(),
    properties: [
      { box: fullBox('ispe', 0, 0, uint(width, 4), uint(height, 4)) },
      ...(hasDepths ? [{ box: fullBox('pixi', 0, 0, [3, 8, 8, 8]) }] : []),
      { box: box('av1C', configuration), essential: true },
    ],
  };
}

test('gives all pictures of an AVIF collection on request, the primary one first', async () => {
  const items = [await itemOf(1, 'red', 64, 48), await itemOf(2, 'blue', 48, 64)];
  const file = writeHeif({ brand: 'avif', compatible: ['mif1', 'miaf'], primary: 2, items });
  const blob = new Blob([new Uint8Array(file)]);
  const alone = await runPipeline(blob, 'two.avif', {});
  expect(alone).toMatchObject({ width: 48, height: 64, notes: ['other-pictures-left-out'] });
  const { others, ...first } = await runPipeline(blob, 'two.avif', {
    pictures: 'all',
    format: 'png',
  });
  expect(others).toMatchObject([{ width: 64, height: 48 }]);
  const colors = await Promise.all(
    [first, ...others].map(async ({ blob: png }) => [...(await readPixels(png)).data.slice(0, 3)]),
  );
  expect(colors[0]![2]).toBeGreaterThan(200);
  expect(colors[0]![0]).toBeLessThan(50);
  expect(colors[1]![0]).toBeGreaterThan(200);
  expect(colors[1]![2]).toBeLessThan(50);
});

test('decodes a file that lists the properties of each item in a box of its own', async () => {
  const items = [await itemOf(1, 'red', 64, 48), await itemOf(2, 'blue', 48, 64)];
  const brands = { brand: 'avif', compatible: ['mif1', 'miaf'] };
  const file = writeHeif({ ...brands, primary: 2, items, separateAssociations: true });
  const blob = new Blob([new Uint8Array(file)]);
  const result = await runPipeline(blob, 'two.avif', { format: 'png' });
  expect(result).toMatchObject({ width: 48, height: 64 });
  const [red, , blue] = (await readPixels(result.blob)).data;
  expect(red).toBeLessThan(50);
  expect(blue).toBeGreaterThan(200);
});

test('decodes a file whose alpha does not say how large it is', async () => {
  const master = await itemOf(1, 'red', 64, 48);
  const { properties = [], ...gray } = await itemOf(2, '#404040', 64, 48);
  const alpha = { ...gray, properties: [...properties.slice(1), { box: auxC(alphaUrn) }] };
  const file = writeHeif({
    brand: 'avif',
    compatible: ['mif1', 'miaf'],
    primary: 1,
    items: [master, alpha],
    references: [{ type: 'auxl', from: 2, to: [1] }],
  });
  const blob = new Blob([new Uint8Array(file)]);
  const result = await runPipeline(blob, 'alpha.avif', { format: 'png' });
  const { data } = await readPixels(result.blob, 4);
  expect(data[0]).toBeGreaterThan(200);
  expect(data[3]).toBeGreaterThan(50);
  expect(data[3]).toBeLessThan(80);
});

test('refuses a way of coding color that nobody knows by its number, where no browser decodes', async () => {
  const bytes = await fixture('drawing.avif');
  const at = Buffer.from(bytes).indexOf('nclx');
  new DataView(bytes.buffer).setUint16(at + 8, 16);
  await expect(runPipeline(new Blob([bytes]), 'a.avif', {})).rejects.toMatchObject({
    code: 'unsupported-feature',
    feature: 'matrix-16',
  });
});

test('decodes a grid where no browser does', async () => {
  const { blob } = await convertFixture('av1-grid.avif', { format: 'png' });
  // Made by ffmpeg, which interpolates chroma in another way.
  const reference = await readPixels(await fixture('av1-grid.png'));
  expect(psnrOf(await readPixels(blob), reference)).toBeGreaterThan(36);
});

describe('without the box that says how many bits a sample has', () => {
  /**
   * The fixture with its `pixi` boxes turned into such as say nothing about samples, so that
   * everything keeps its place.
   */
  async function withoutDepths(name: string): Promise<Uint8Array<ArrayBuffer>> {
    const bytes = Buffer.from(await fixture(name));
    let at = bytes.indexOf('pixi');
    expect(at).toBeGreaterThan(0);
    for (; at >= 0; at = bytes.indexOf('pixi')) bytes.write('clli', at);
    return new Uint8Array(bytes);
  }

  test.each(['drawing.avif', 'av1-grid.avif'])('decodes %s to the same samples', async (name) => {
    const whole = await convertFixture(name, { format: 'png' });
    const bytes = await withoutDepths(name);
    const { blob } = await runPipeline(new Blob([bytes]), name, { format: 'png' });
    expect(psnrOf(await readPixels(blob, 4), await readPixels(whole.blob, 4))).toBe(99);
  });

  test.each([
    ['closed', false],
    ['open', true],
  ])('decodes a file whose last box has its end %s', async (_, openEnded) => {
    const bare = { hasDepths: false };
    const items = [await itemOf(1, 'red', 64, 48, bare), await itemOf(2, 'blue', 48, 64, bare)];
    const brands = { brand: 'avif', compatible: ['mif1', 'miaf'] };
    const file = writeHeif({ ...brands, primary: 2, items, openEnded, longIds: openEnded });
    const blob = new Blob([new Uint8Array(file)]);
    const { others, ...first } = await runPipeline(blob, 'two.avif', {
      pictures: 'all',
      format: 'png',
    });
    const [blue, red] = await Promise.all(
      [first, ...others].map(async ({ blob: png }) => [
        ...(await readPixels(png)).data.slice(0, 3),
      ]),
    );
    expect(blue![2]).toBeGreaterThan(200);
    expect(red![0]).toBeGreaterThan(200);
  });
});
