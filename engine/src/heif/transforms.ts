import { EngineError } from '../errors.ts';
import type { Placement, Size, Turn } from '../geometry.ts';
import { composeTurns } from '../transform/orient.ts';
import type { CleanAperture } from './properties.ts';

/** A transformative property in whole pixels of the picture it applies to. */
export type Transform =
  /** Quarter turns counterclockwise, 1 to 3. */
  | { kind: 'rotate'; quarterTurns: number }
  | { kind: 'mirror'; swap: 'top-bottom' | 'left-right' }
  | { kind: 'crop'; x: number; y: number; width: number; height: number };

/** The size of a picture after one transform. */
export function transformedSize(size: Size, transform: Transform): Size {
  if (transform.kind === 'crop') return { width: transform.width, height: transform.height };
  if (transform.kind === 'rotate' && transform.quarterTurns % 2 === 1) {
    return { width: size.height, height: size.width };
  }
  return size;
}

/** Tolerates rounding errors, so that fractions such as thirds add up to whole numbers. */
function floor(value: number): number {
  return Math.floor(value + 1e-6);
}

/**
 * Resolves a clean aperture for a picture of the given size (ISO/IEC 14496-12, 12.1.4.1).
 * Fractional corners are rounded down, because MIAF only allows whole ones. Parts outside the
 * picture are cut off.
 */
export function resolveCrop(aperture: CleanAperture, size: Size): Transform {
  const left = floor(aperture.offsetX + (size.width - aperture.width) / 2);
  const top = floor(aperture.offsetY + (size.height - aperture.height) / 2);
  const x = Math.max(0, left);
  const y = Math.max(0, top);
  const width = Math.min(size.width, left + floor(aperture.width)) - x;
  const height = Math.min(size.height, top + floor(aperture.height)) - y;
  if (!(width > 0 && height > 0)) throw new EngineError('corrupt-file', 'the crop leaves nothing');
  return { kind: 'crop', x, y, width, height };
}

/** The transform as a `Turn`, which says where to read samples: see `Placement`. */
function turnOf(transform: Transform): Turn {
  if (transform.kind === 'mirror') {
    const leftRight = transform.swap === 'left-right';
    return { transpose: false, flipX: leftRight, flipY: !leftRight };
  }
  const turns = transform.kind === 'rotate' ? transform.quarterTurns & 3 : 0;
  return { transpose: turns % 2 === 1, flipX: turns === 1 || turns === 2, flipY: turns >= 2 };
}

/** Combines transforms, applied in order to a canvas, into one crop and one turn. Lossless. */
export function combineTransforms(canvas: Size, transforms: readonly Transform[]): Placement {
  let turn: Turn = { transpose: false, flipX: false, flipY: false };
  let crop = { x: 0, y: 0, width: canvas.width, height: canvas.height };
  for (const transform of transforms) {
    if (transform.kind === 'crop') {
      const { x, y, width, height } = transform;
      const { transpose, flipX, flipY } = turn;
      const inner = transpose
        ? { x: y, y: x, width: height, height: width }
        : { x, y, width, height };
      crop = {
        x: crop.x + (flipX ? crop.width - inner.x - inner.width : inner.x),
        y: crop.y + (flipY ? crop.height - inner.y - inner.height : inner.y),
        width: inner.width,
        height: inner.height,
      };
      continue;
    }
    turn = composeTurns(turn, turnOf(transform));
  }
  return { crop, ...turn };
}
