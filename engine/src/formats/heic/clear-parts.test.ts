import { expect, test } from 'vitest';
import { bytesOf, box, fullBox, uint, writeHeif } from '../../../testing/heif-writer.ts';
import { fixture, readPixels } from '../../../testing/pictures.ts';
import { runPipeline } from '../../convert/pipeline.ts';
import { readHeif } from '../../heif/file.ts';
import type { ConvertOptions } from '../../options.ts';

const colorId = 1;
const [gridId, alphaId] = [2, 3];

/** The fixture's color and alpha, each in one tile, with the alpha as the tile's own. */
async function codedTiles() {
  const file = readHeif(await fixture('alpha.heic'))!;
  const itemOf = (id: number, urn?: string) => {
    const item = file.items.get(id)!;
    const properties = item.properties.flatMap(({ property }) => {
      if (property.kind === 'size') {
        const { width, height } = property;
        return [{ box: fullBox('ispe', 0, 0, uint(width, 4), uint(height, 4)) }];
      }
      const isCoding = property.kind === 'hevc-configuration';
      return isCoding ? [{ box: box('hvcC', property.bytes), essential: true }] : [];
    });
    const named = urn ? [{ box: fullBox('auxC', 0, 0, bytesOf(urn, [0])) }] : [];
    return { id, type: 'hvc1', data: item.data(), properties: [...properties, ...named] };
  };
  const { width, height } = file.items
    .get(gridId)!
    .properties.map(({ property }) => property)
    .find((property) => property.kind === 'size')!;
  const items = [itemOf(colorId), itemOf(alphaId, 'urn:mpeg:hevc:2015:auxid:1')];
  return { items, width, height, grid: file.items.get(gridId)!.data() };
}

async function convert(bytes: Uint8Array, options: ConvertOptions = {}) {
  const { blob, notes } = await runPipeline(new Blob([Uint8Array.from(bytes)]), 'a.heic', options);
  return { notes, pixels: await readPixels(blob, options.format === 'png' ? 4 : 3) };
}

const auxiliary = { type: 'auxl', from: alphaId, to: [colorId] };

test('a grid whose tiles have alpha of their own is as clear as one that has it as a whole', async () => {
  const { items, width, height, grid } = await codedTiles();
  const size = { box: fullBox('ispe', 0, 0, uint(width, 4), uint(height, 4)) };
  const bytes = writeHeif({
    primary: gridId,
    items: [...items, { id: gridId, type: 'grid', data: grid, properties: [size] }],
    references: [auxiliary, { type: 'dimg', from: gridId, to: [colorId] }],
  });
  const whole = await fixture('alpha.heic');
  for (const options of [{}, { format: 'png' }] as const) {
    expect(await convert(bytes, options)).toEqual(await convert(whole, options));
  }
});

test('an overlay is clear where its canvas is and nothing lies on it', async () => {
  const { items, width, height } = await codedTiles();
  const overlay = bytesOf(
    ...[[0, 0], uint(0, 8), uint(2 * width, 2), uint(height, 2), uint(width, 2), uint(0, 2)],
  );
  const size = { box: fullBox('ispe', 0, 0, uint(2 * width, 4), uint(height, 4)) };
  const bytes = writeHeif({
    primary: gridId,
    items: [...items, { id: gridId, type: 'iovl', data: overlay, properties: [size] }],
    references: [{ type: 'dimg', from: gridId, to: [colorId] }],
  });
  const { notes, pixels } = await convert(bytes);
  expect(notes).toContain('transparency-filled');
  expect([...pixels.data.subarray(0, 3)]).toEqual([255, 255, 255]);
  expect((await convert(bytes, { format: 'png' })).pixels.data[3]).toBe(0);
});
