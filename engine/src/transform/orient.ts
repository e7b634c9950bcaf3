import type { Placement, Rectangle, Size, Turn } from '../geometry.ts';
import type { ConvertOptions } from '../options.ts';
import type { Raster } from '../planes/raster.ts';

/** The turn for each Exif orientation (Exif 2.32 table 5) that makes the picture upright. */
const turns: Readonly<Record<number, Turn>> = {
  1: { transpose: false, flipX: false, flipY: false },
  2: { transpose: false, flipX: true, flipY: false },
  3: { transpose: false, flipX: true, flipY: true },
  4: { transpose: false, flipX: false, flipY: true },
  5: { transpose: true, flipX: false, flipY: false },
  6: { transpose: true, flipX: false, flipY: true },
  7: { transpose: true, flipX: true, flipY: true },
  8: { transpose: true, flipX: true, flipY: false },
};

export const noTurn: Turn = turns[1]!;

/** Exif orientations for clockwise quarter turns and for mirroring. */
const orientationOf = { 0: 1, 90: 6, 180: 3, 270: 8, horizontal: 2, vertical: 4 } as const;

/** The turn that makes a stored picture of this Exif orientation (1 to 8) upright. */
export function turnOf(orientation: number): Turn {
  return turns[orientation] ?? turns[1]!;
}

/** Combines two turns into one. */
export function composeTurns(first: Turn, then: Turn): Turn {
  const [overX, overY] = first.transpose ? [then.flipY, then.flipX] : [then.flipX, then.flipY];
  return {
    transpose: first.transpose !== then.transpose,
    flipX: first.flipX !== overX,
    flipY: first.flipY !== overY,
  };
}

/** The turn that `rotate` and `flip` request for an upright picture. */
export function askedTurn({ rotate = 0, flip }: ConvertOptions): Turn {
  const rotated = turnOf(orientationOf[rotate]);
  return flip ? composeTurns(rotated, turnOf(orientationOf[flip])) : rotated;
}

/** Size of the result of a placement. */
export function placedSize({ crop, transpose }: Placement): Size {
  return transpose
    ? { width: crop.height, height: crop.width }
    : { width: crop.width, height: crop.height };
}

/** The placement that makes a stored picture of this Exif orientation (1 to 8) upright. */
export function placementOf(orientation: number, width: number, height: number): Placement {
  return { crop: { x: 0, y: 0, width, height }, ...turnOf(orientation) };
}

/** True for every turn but none. */
export function isTurned({ transpose, flipX, flipY }: Turn): boolean {
  return transpose || flipX || flipY;
}

/** Narrows a placement's crop to what becomes `area` of its result. */
export function narrowCrop(
  { crop, transpose, flipX, flipY }: Placement,
  area: Rectangle,
): Rectangle {
  const [a, b] = transpose ? [area.y, area.x] : [area.x, area.y];
  const [width, height] = transpose ? [area.height, area.width] : [area.width, area.height];
  return {
    x: crop.x + (flipX ? crop.width - a - width : a),
    y: crop.y + (flipY ? crop.height - b - height : b),
    width,
    height,
  };
}

type RasterData = Raster['data'];

/** RGBA rows within a buffer. */
export interface Rows {
  data: Uint8Array | Uint8ClampedArray | Uint16Array;
  /** Samples (not bytes) from one row to the next. */
  stride: number;
}

/**
 * Crops and turns a raster. Returns the raster itself when nothing changes, otherwise a new one.
 */
export function place(raster: Raster, placement: Placement): Raster {
  const { crop, transpose } = placement;
  const whole =
    crop.x === 0 && crop.y === 0 && crop.width === raster.width && crop.height === raster.height;
  if (whole && !isTurned(placement)) return raster;
  const width = transpose ? crop.height : crop.width;
  const height = transpose ? crop.width : crop.height;
  const size = width * height * 4;
  const data: RasterData =
    raster.data instanceof Uint16Array ? new Uint16Array(size) : new Uint8ClampedArray(size);
  placePart({ data: raster.data, stride: raster.width * 4 }, placement, { data, width }, 0, 0);
  return { ...raster, width, height, data };
}

/** Copies the part `crop` of some rows, turned, to position (x, y) of `to`, where it must fit. */
export function placePart(
  rows: Rows,
  { crop, transpose, flipX, flipY }: Placement,
  to: { data: RasterData; width: number },
  x: number,
  y: number,
): void {
  const stride = rows.stride / 4;
  // Steps in the source, in pixels, for one pixel right and one down in the result.
  const [right, down] = transpose ? [stride, 1] : [1, stride];
  const startX = crop.x + (flipX ? crop.width - 1 : 0);
  const startY = crop.y + (flipY ? crop.height - 1 : 0);
  const walk: Walk = {
    width: transpose ? crop.height : crop.width,
    height: transpose ? crop.width : crop.height,
    stepX: (transpose ? flipY : flipX) ? -right : right,
    stepY: (transpose ? flipX : flipY) ? -down : down,
    start: startY * stride + startX,
    target: y * to.width + x,
    targetStride: to.width,
  };
  const { buffer, byteOffset, byteLength } = rows.data;
  // Copies each pixel as one number: 32 bits, or 64 for 16-bit samples.
  if (to.data instanceof Uint16Array) {
    const source = new BigUint64Array(buffer, byteOffset, byteLength >> 3);
    copyPixels(source, new BigUint64Array(to.data.buffer), walk);
  } else {
    const source = new Uint32Array(buffer, byteOffset, byteLength >> 2);
    copyPixels(source, new Uint32Array(to.data.buffer), walk);
  }
}

interface Walk {
  width: number;
  height: number;
  stepX: number;
  stepY: number;
  start: number;
  target: number;
  targetStride: number;
}

/** Copies in squares of this side, so that reads and writes of a turn both stay in the cache. */
const block = 32;

function copyPixels<T extends Uint32Array | BigUint64Array>(from: T, to: T, walk: Walk): void {
  const { width, height, stepX, stepY, start, target, targetStride } = walk;
  if (stepX === 1) {
    for (let y = 0; y < height; y++) {
      const source = start + y * stepY;
      const row = from.subarray(source, source + width);
      // Both have the same element type, which the union type cannot express.
      (to as Uint32Array).set(row as Uint32Array, target + y * targetStride);
    }
    return;
  }
  for (let top = 0; top < height; top += block) {
    for (let left = 0; left < width; left += block) {
      for (let y = top; y < Math.min(top + block, height); y++) {
        let source = start + y * stepY + left * stepX;
        const row = target + y * targetStride;
        for (let x = left; x < Math.min(left + block, width); x++, source += stepX) {
          to[row + x] = from[source]!;
        }
      }
    }
  }
}
