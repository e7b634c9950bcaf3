import { expect, test } from 'vitest';
import * as fc from 'fast-check';
import type { Size } from '../geometry.ts';
import { type Transform, combineTransforms, transformedSize } from './transforms.ts';

function rowsOf({ width, height }: Size): number[][] {
  return Array.from({ length: height }, (_, y) =>
    Array.from({ length: width }, (__, x) => y * 100 + x),
  );
}

/** Pixels as rows of numbers: slow and obvious, to compare with. */
function applyPlainly(rows: number[][], transform: Transform): number[][] {
  if (transform.kind === 'crop') {
    const { x, y, width, height } = transform;
    return rows.slice(y, y + height).map((row) => row.slice(x, x + width));
  }
  if (transform.kind === 'mirror') {
    return transform.swap === 'top-bottom'
      ? rows.toReversed()
      : rows.map((row) => row.toReversed());
  }
  let turned = rows;
  for (let turn = 0; turn < transform.quarterTurns; turn++) {
    // Anti-clockwise: the last column becomes the first row.
    turned = turned[0]!.map((_, i) => turned.map((row) => row[row.length - 1 - i]!));
  }
  return turned;
}

function applyPlacement(rows: number[][], size: Size, transforms: Transform[]): number[][] {
  const { crop, transpose, flipX, flipY } = combineTransforms(size, transforms);
  const width = transpose ? crop.height : crop.width;
  const height = transpose ? crop.width : crop.height;
  return Array.from({ length: height }, (_, y) =>
    Array.from({ length: width }, (__, x) => {
      const [a, b] = transpose ? [y, x] : [x, y];
      const column = crop.x + (flipX ? crop.width - 1 - a : a);
      const row = crop.y + (flipY ? crop.height - 1 - b : b);
      return rows[row]![column]!;
    }),
  );
}

test('folds any chain of crops, turns and mirrors into one crop and one turn', () => {
  const step = fc.oneof(
    fc.record({
      kind: fc.constant('rotate' as const),
      quarterTurns: fc.integer({ min: 1, max: 3 }),
    }),
    fc.record({
      kind: fc.constant('mirror' as const),
      swap: fc.constantFrom('top-bottom' as const, 'left-right' as const),
    }),
    fc.record({
      kind: fc.constant('crop' as const),
      left: fc.nat(2),
      top: fc.nat(2),
      cut: fc.nat(1),
    }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 6 }), (steps) => {
      const size = { width: 29, height: 24 };
      let expected = rowsOf(size);
      let current: Size = size;
      const transforms: Transform[] = [];
      for (const each of steps) {
        const transform: Transform =
          each.kind === 'crop'
            ? {
                kind: 'crop',
                x: each.left,
                y: each.top,
                width: current.width - each.left - each.cut,
                height: current.height - each.top - each.cut,
              }
            : each;
        transforms.push(transform);
        expected = applyPlainly(expected, transform);
        current = transformedSize(current, transform);
      }
      expect(applyPlacement(rowsOf(size), size, transforms)).toEqual(expected);
      expect(current).toEqual({ width: expected[0]!.length, height: expected.length });
    }),
  );
});
