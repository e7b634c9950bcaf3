import sharp from 'sharp';
import { expect, test } from 'vitest';
import { salvagePipeline } from '../../convert/pipeline.ts';
import { primaryItem, readHeif } from '../../heif/file.ts';
import { fixture } from '../../../testing/pictures.ts';

/** Upright RGBA of what can be read, without loss. */
async function salvage(bytes: Uint8Array<ArrayBuffer>) {
  const { blob, notes, missing } = await salvagePipeline(new Blob([bytes]), 'a.heic', {
    format: 'png',
  });
  const png = sharp(new Uint8Array(await blob.arrayBuffer()));
  const { data, info } = await png.ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) => [...data.subarray((y * info.width + x) * 4).subarray(0, 4)];
  return { at, notes, missing, width: info.width, height: info.height };
}

const gray = [128, 128, 128, 255];

/** Where the tiles of grid.heic lie in the file: two columns and two rows of 128 pixels, cut to 200 x 150. */
async function tilesOf(bytes: Uint8Array) {
  const file = readHeif(bytes)!;
  const ids = file.references.from('dimg', primaryItem(file).id);
  return ids.map((id) => file.items.get(id)!.ranges()[0]!);
}

test('keeps the tiles that are there of a photo that is cut off', async () => {
  const bytes = await fixture('grid.heic');
  const tiles = await tilesOf(bytes);
  const whole = await salvage(bytes);
  expect(whole).toMatchObject({ notes: ['may-be-damaged'], missing: undefined });
  const last = tiles.at(-1)!;
  const { at, notes, missing, width, height } = await salvage(bytes.slice(0, last.start));
  expect([width, height]).toEqual([200, 150]);
  expect(notes).toEqual(['partly-missing']);
  expect(at(10, 10)).toEqual(whole.at(10, 10));
  expect(at(120, 140)).toEqual(whole.at(120, 140));
  expect(at(150, 140)).toEqual(gray);
  // So much of the last tile is shown.
  expect(missing).toBeCloseTo((72 * 22) / (200 * 150), 5);
});

test('keeps the tiles beside a damaged one', async () => {
  const bytes = (await fixture('grid.heic')).slice();
  const [first] = await tilesOf(bytes);
  const whole = await salvage(bytes);
  bytes.fill(0, first!.start, first!.end);
  const { at, notes, missing } = await salvage(bytes);
  expect(notes).toEqual(['partly-missing']);
  expect(at(10, 10)).toEqual(gray);
  expect(at(130, 10)).toEqual(whole.at(130, 10));
  expect(missing).toBeCloseTo((128 * 128) / (200 * 150), 5);
});

test('shows all of a photo whose transparency is lost', async () => {
  const bytes = await fixture('alpha.heic');
  const file = readHeif(bytes)!;
  const ends = [...file.items.values()].flatMap((item) => item.ranges().map(({ end }) => end));
  const { at, notes } = await salvage(bytes.slice(0, Math.max(...ends) - 10));
  expect(notes).toEqual(['may-be-damaged']);
  expect(at(1, 1)[3]).toBe(255);
});

test('refuses a file that nothing is left of', async () => {
  const bytes = await fixture('grid.heic');
  const [first] = await tilesOf(bytes);
  await expect(salvage(bytes.slice(0, first!.start))).rejects.toMatchObject({
    code: 'corrupt-file',
  });
});
