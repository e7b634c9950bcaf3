import type { OutputFormat } from '../options.ts';
import type { Placement, Rectangle, Size } from '../geometry.ts';

/** The picture that metadata has to describe, and how it was made from the stored one. */
export interface Described extends Size {
  /** If absent, it shows the same as the stored picture. */
  fromStored?: Placement;
  /** The part that is kept of the result of `fromStored`. It was scaled to `width` x `height`. */
  area?: Rectangle;
  /** The result's format. If absent, texts stay in the terms of the source's format. */
  format?: OutputFormat;
  /** Other steps that were applied, by `kind`. */
  steps?: readonly { kind: string }[];
}

/** A `Described` that may show something other than the stored picture. */
export type Moved = Described & Required<Pick<Described, 'fromStored' | 'area'>>;

/** Whether pixels are elsewhere than in the stored picture. */
export function isMoved(picture: Described): picture is Moved {
  const { fromStored, area, width, height } = picture;
  if (!fromStored || !area) return false;
  const { crop, transpose, flipX, flipY } = fromStored;
  // Both cropping and resizing change the size.
  const sizes = [crop, area].some((size) => size.width !== width || size.height !== height);
  return transpose || flipX || flipY || sizes;
}

/**
 * Where a rectangle of the stored picture is now, clipped to the picture; `null` where nothing is
 * left. `x` and `y` are centers, in pixels, for argument and result. A rectangle without size is a
 * point.
 */
export function moveArea(
  { x, y, width, height }: Rectangle,
  { fromStored: { crop, transpose, flipX, flipY }, area, ...picture }: Moved,
): Rectangle | null {
  const along = flipX ? crop.width - x : x;
  const down = flipY ? crop.height - y : y;
  const [scaleX, scaleY] = [picture.width / area.width, picture.height / area.height];
  const clip = (center: number, size: number, end: number): [number, number] | null => {
    const [from, to] = [Math.max(center - size / 2, 0), Math.min(center + size / 2, end)];
    return to - from < Math.min(size, 0.5) ? null : [(from + to) / 2, to - from];
  };
  const onX = clip(
    ((transpose ? down : along) - area.x) * scaleX,
    (transpose ? height : width) * scaleX,
    picture.width,
  );
  const onY = clip(
    ((transpose ? along : down) - area.y) * scaleY,
    (transpose ? width : height) * scaleY,
    picture.height,
  );
  return onX && onY && { x: onX[0], y: onY[0], width: onX[1], height: onY[1] };
}
