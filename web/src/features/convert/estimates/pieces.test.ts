import { expect, test } from 'vitest';
import { piecesOf } from './pieces.ts';

const photo = { width: 4032, height: 3024 };

test('spreads patches over the whole picture, each inside it and on the grid of blocks', () => {
  const { pieces, canvas } = piecesOf({ kind: 'patches' }, photo);
  expect(pieces).toHaveLength(144);
  expect(canvas).toEqual({ width: 768, height: 768 });
  for (const { x, y, width, height } of pieces) {
    expect([x % 16, y % 16]).toEqual([0, 0]);
    expect(x + width).toBeLessThanOrEqual(photo.width);
    expect(y + height).toBeLessThanOrEqual(photo.height);
  }
  expect(Math.min(...pieces.map(({ x }) => x))).toBeLessThan(400);
  expect(Math.max(...pieces.map(({ x }) => x))).toBeGreaterThan(3600);
});

test('takes whole rows where rows are asked for', () => {
  const { pieces, canvas } = piecesOf({ kind: 'rows' }, photo);
  expect(canvas).toEqual({ width: 4032, height: 320 });
  expect(pieces.every(({ x, width }) => x === 0 && width === 4032)).toBe(true);
  expect(new Set(pieces.map(({ y }) => y)).size).toBe(10);
});

test('takes a picture smaller than a patch as it is', () => {
  const icon = { width: 20, height: 10 };
  for (const kind of ['patches', 'rows'] as const) {
    expect(piecesOf({ kind }, icon)).toEqual({
      pieces: [{ x: 0, y: 0, ...icon, toX: 0, toY: 0 }],
      canvas: icon,
      scale: 1,
    });
  }
});

test('takes one part as it was asked for', () => {
  const part = { x: 160, y: 32, width: 640, height: 480 };
  expect(piecesOf({ kind: 'part', part, scale: 1 }, photo)).toEqual({
    pieces: [{ ...part, toX: 0, toY: 0 }],
    canvas: { width: 640, height: 480 },
    scale: 1,
  });
  const { canvas } = piecesOf({ kind: 'part', part, scale: 0.5 }, photo);
  expect(canvas).toEqual({ width: 320, height: 240 });
});
