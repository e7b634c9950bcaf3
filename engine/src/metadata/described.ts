import type { OutputFormat } from '../options.ts';
import type { Placement, Rectangle, Size } from '../geometry.ts';

/** A picture that metadata is to be true of, and how it was made from the one that is stored. */
export interface Described extends Size {
  /** Without it the two show the same. */
  fromStored?: Placement;
  /** The part that is kept of what `fromStored` gives. It has become `width` x `height`. */
  area?: Rectangle;
  /** What it becomes; without it, words stay in the terms of the file that they are from. */
  format?: OutputFormat;
  /** What else was done, by its `kind`. */
  steps?: readonly { kind: string }[];
}

/** A `Described` that may show something else than what is stored. */
export type Moved = Described & Required<Pick<Described, 'fromStored' | 'area'>>;

/** Whether pixels lie elsewhere than in the stored picture. */
export function isMoved(picture: Described): picture is Moved {
  const { fromStored, area, width, height } = picture;
  if (!fromStored || !area) return false;
  const { crop, transpose, flipX, flipY } = fromStored;
  // Both what is cut and what is resized has another size.
  const sizes = [crop, area].some((size) => size.width !== width || size.height !== height);
  return transpose || flipX || flipY || sizes;
}

/**
 * Where a rectangle in the stored picture is now, and how large what is left of it; `null` where nothing is. Both
 * are told by their center, in pixels; one without size is a point.
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
