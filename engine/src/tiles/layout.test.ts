import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { box, clap, gridBody, hevcItem, writeHeif } from '../../testing/heif-writer.ts';
import { primaryItem, readHeif } from '../heif/file.ts';
import type { Picture } from '../heif/picture.ts';
import { describePicture } from '../heif/describe-picture.ts';
import { noTurn } from '../transform/orient.ts';
import { layOutStrips } from './layout.ts';

interface Shape {
  rows: number;
  columns: number;
  tile: [width: number, height: number];
  canvas: [width: number, height: number];
  crop?: { width: number; height: number; x: number; y: number };
  /** Quarter turns counterclockwise. */
  turns?: number;
  mirror?: number;
}

function gridPicture({ rows, columns, tile, canvas, crop, turns, mirror }: Shape): Picture {
  const ids = Array.from({ length: rows * columns }, (_, i) => i + 1);
  const properties = [];
  if (crop) {
    // Twice the distance between the centers, as a fraction of 2.
    const x: [number, number] = [2 * crop.x + crop.width - canvas[0], 2];
    const y: [number, number] = [2 * crop.y + crop.height - canvas[1], 2];
    properties.push({ box: clap(crop.width, crop.height, x, y) });
  }
  if (turns !== undefined) properties.push({ box: box('irot', [turns]) });
  if (mirror !== undefined) properties.push({ box: box('imir', [mirror]) });
  const body = gridBody(rows, columns, ...canvas);
  const file = readHeif(
    writeHeif({
      primary: 999,
      items: [
        ...ids.map((id) => hevcItem(id, ...tile, { hidden: true })),
        { id: 999, type: 'grid', data: body, properties },
      ],
      references: [{ type: 'dimg', from: 999, to: ids }],
    }),
  )!;
  return describePicture(file, primaryItem(file));
}

const phone: Shape = { rows: 6, columns: 8, tile: [512, 512], canvas: [4032, 3024] };

test('makes a strip of each row of tiles', () => {
  const strips = layOutStrips(gridPicture(phone), '4:2:0')!;
  expect(strips.map(({ top, rows }) => [top, rows])).toEqual([
    [0, 512],
    [512, 512],
    [1024, 512],
    [1536, 512],
    [2048, 512],
    [2560, 464],
  ]);
  expect(strips[5]!.pieces.map(({ tile }) => tile)).toEqual([40, 41, 42, 43, 44, 45, 46, 47]);
  expect(strips[5]!.pieces[7]).toEqual({
    tile: 47,
    from: { x: 0, y: 0, width: 448, height: 464 },
    to: { x: 3584, y: 0 },
  });
});

test('makes a strip of each column of tiles where the picture is turned', () => {
  for (const turns of [1, 3]) {
    const strips = layOutStrips(gridPicture({ ...phone, turns }), '4:2:0')!;
    expect(strips.length).toBe(8);
    for (const { pieces } of strips)
      expect(new Set(pieces.map(({ tile }) => tile % 8)).size).toBe(1);
  }
});

test('never decodes much more than the tiles there are, whatever their height', () => {
  for (const height of [100, 120, 130, 500]) {
    const picture = gridPicture({
      rows: 8,
      columns: 2,
      tile: [160, height],
      canvas: [320, height * 8],
    });
    const strips = layOutStrips(picture, '4:2:0')!;
    const decoded = strips.reduce((sum, { pieces }) => sum + pieces.length, 0);
    expect(decoded).toBeLessThanOrEqual(16 * 1.3);
    for (const { top } of strips) expect(top % 16).toBe(0);
  }
});

test('decodes no tile twice where strips need not begin with a row of MCUs', () => {
  const crop = { x: 100, y: 98, width: 2802, height: 2702 };
  for (const turns of [0, 1, 2, 3]) {
    const picture = gridPicture({ ...phone, crop, turns });
    const strips = layOutStrips(picture, '4:2:0', noTurn, 'samples')!;
    expect(strips).toHaveLength(6);
    expect(strips.flatMap(({ pieces }) => pieces)).toHaveLength(6 * 6);
  }
});

test('covers every pixel of the upright picture once, with the right sample', () => {
  const even = (min: number, max: number) => fc.integer({ min, max }).map((n) => n * 2);
  const shape = fc
    .record({ rows: fc.integer({ min: 1, max: 4 }), columns: fc.integer({ min: 1, max: 4 }) })
    .chain(({ rows, columns }) =>
      fc.record({
        rows: fc.constant(rows),
        columns: fc.constant(columns),
        tile: fc.tuple(even(4, 20), even(4, 20)),
        cut: fc.tuple(even(0, 3), even(0, 3)),
        crop: fc.option(fc.tuple(even(0, 3), even(0, 3), even(0, 3), even(0, 3))),
        turns: fc.integer({ min: 0, max: 3 }),
        mirror: fc.option(fc.integer({ min: 0, max: 1 })),
        startsOn: fc.constantFrom('mcus' as const, 'samples' as const),
      }),
    );
  fc.assert(
    fc.property(shape, ({ rows, columns, tile, cut, crop, turns, mirror, startsOn }) => {
      const canvas: [number, number] = [tile[0] * columns - cut[0], tile[1] * rows - cut[1]];
      const area = crop && {
        x: Math.min(crop[0], canvas[0] - 2),
        y: Math.min(crop[1], canvas[1] - 2),
        width: Math.max(2, canvas[0] - crop[0] - crop[2]),
        height: Math.max(2, canvas[1] - crop[1] - crop[3]),
      };
      if (area) {
        area.width = Math.min(area.width, canvas[0] - area.x);
        area.height = Math.min(area.height, canvas[1] - area.y);
      }
      const picture = gridPicture({
        rows,
        columns,
        tile,
        canvas,
        turns,
        ...(area && { crop: area }),
        ...(mirror !== null && { mirror }),
      });
      const { width, height, placement } = picture;
      const { transpose, flipX, flipY } = placement;
      const shown = new Int32Array(width * height).fill(-1);
      const strips = layOutStrips(picture, '4:2:0', noTurn, startsOn)!;
      for (const { top, rows: stripRows, pieces } of strips) {
        for (const { tile: index, from, to } of pieces) {
          const [w, h] = transpose ? [from.height, from.width] : [from.width, from.height];
          expect(to.y + h).toBeLessThanOrEqual(stripRows);
          for (let y = 0; y < h; y++) {
            for (let x = 0; x < w; x++) {
              const [a, b] = transpose ? [y, x] : [x, y];
              const sx = from.x + (flipX ? from.width - 1 - a : a);
              const sy = from.y + (flipY ? from.height - 1 - b : b);
              const at = (top + to.y + y) * width + to.x + x;
              if (shown[at] !== -1) throw new Error('a pixel is covered twice');
              const canvasX = (index % columns) * tile[0] + sx;
              const canvasY = Math.floor(index / columns) * tile[1] + sy;
              shown[at] = canvasY * 1000 + canvasX;
            }
          }
        }
      }
      const expected = shown.map((_, i) => {
        const [x, y] = [i % width, Math.floor(i / width)];
        const [a, b] = transpose ? [y, x] : [x, y];
        const { crop: kept } = placement;
        const canvasX = kept.x + (flipX ? kept.width - 1 - a : a);
        const canvasY = kept.y + (flipY ? kept.height - 1 - b : b);
        return canvasY * 1000 + canvasX;
      });
      expect(shown).toEqual(expected);
    }),
    { numRuns: 300 },
  );
});

test('leaves to others what planes cannot do exactly', () => {
  const odd = { width: 4001, height: 3024, x: 0, y: 0 };
  expect(layOutStrips(gridPicture({ ...phone, crop: odd }), '4:2:0')).not.toBeNull();
  expect(layOutStrips(gridPicture({ ...phone, crop: odd, mirror: 1 }), '4:2:0')).toBeNull();
  expect(layOutStrips(gridPicture({ ...phone, crop: odd, mirror: 1 }), '4:4:4')).not.toBeNull();
  const single: Shape = { rows: 1, columns: 1, tile: [64, 64], canvas: [63, 64] };
  expect(layOutStrips(gridPicture(single), '4:2:0')).not.toBeNull();
  for (const mirror of [0, 1]) {
    const made = layOutStrips(gridPicture({ ...single, canvas: [63, 63], mirror }), '4:2:0');
    expect(made).toBeNull();
  }
  const shifted = { width: 4000, height: 3000, x: 1, y: 0 };
  expect(layOutStrips(gridPicture({ ...phone, crop: shifted }), '4:2:0')).toBeNull();
  expect(layOutStrips(gridPicture({ ...phone, turns: 1 }), '4:2:2')).toBeNull();
});
