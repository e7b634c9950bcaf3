import type { Placement } from '../heif/transforms.ts';
import type { Raster } from '../raster.ts';

/** Exif 2.32 table 5: what each orientation needs to stand upright, as a `Placement` turn. */
const turns: Readonly<Record<number, Omit<Placement, 'crop'>>> = {
  1: { transpose: false, flipX: false, flipY: false },
  2: { transpose: false, flipX: true, flipY: false },
  3: { transpose: false, flipX: true, flipY: true },
  4: { transpose: false, flipX: false, flipY: true },
  5: { transpose: true, flipX: false, flipY: false },
  6: { transpose: true, flipX: false, flipY: true },
  7: { transpose: true, flipX: true, flipY: true },
  8: { transpose: true, flipX: true, flipY: false },
};

/** The placement that sets a stored picture of this Exif orientation (1 to 8) upright. */
export function placementOf(orientation: number, width: number, height: number): Placement {
  return { crop: { x: 0, y: 0, width, height }, ...(turns[orientation] ?? turns[1]!) };
}

/** True when a placement does more than crop. */
export function isTurned({ transpose, flipX, flipY }: Placement): boolean {
  return transpose || flipX || flipY;
}

/** Crops and turns. Returns the raster itself when there is nothing to do, else a new one. */
export function place(raster: Raster, { crop, transpose, flipX, flipY }: Placement): Raster {
  const whole =
    crop.x === 0 && crop.y === 0 && crop.width === raster.width && crop.height === raster.height;
  if (whole && !transpose && !flipX && !flipY) return raster;
  const width = transpose ? crop.height : crop.width;
  const height = transpose ? crop.width : crop.height;
  // Steps in the source, in pixels, for one step right and one step down in the result.
  const [right, down] = transpose ? [raster.width, 1] : [1, raster.width];
  const stepX = (transpose ? flipY : flipX) ? -right : right;
  const stepY = (transpose ? flipX : flipY) ? -down : down;
  const startX = crop.x + (flipX ? crop.width - 1 : 0);
  const startY = crop.y + (flipY ? crop.height - 1 : 0);
  const start = startY * raster.width + startX;
  const shared = { width, height, stepX, stepY, start };
  if (raster.data instanceof Uint16Array) {
    const data = new Uint16Array(width * height * 4);
    // Four 16-bit samples are one 64-bit number.
    copyPixels(new BigUint64Array(raster.data.buffer), new BigUint64Array(data.buffer), shared);
    return { ...raster, width, height, data };
  }
  const data = new Uint8ClampedArray(width * height * 4);
  copyPixels(new Uint32Array(raster.data.buffer), new Uint32Array(data.buffer), shared);
  return { ...raster, width, height, data };
}

interface Walk {
  width: number;
  height: number;
  stepX: number;
  stepY: number;
  start: number;
}

/** Squares of so many pixels keep both sides of a turn in the cache. */
const block = 32;

function copyPixels<T extends Uint32Array | BigUint64Array>(from: T, to: T, walk: Walk): void {
  const { width, height, stepX, stepY, start } = walk;
  for (let top = 0; top < height; top += block) {
    for (let left = 0; left < width; left += block) {
      for (let y = top; y < Math.min(top + block, height); y++) {
        let source = start + y * stepY + left * stepX;
        for (let x = left; x < Math.min(left + block, width); x++, source += stepX) {
          to[y * width + x] = from[source]!;
        }
      }
    }
  }
}
