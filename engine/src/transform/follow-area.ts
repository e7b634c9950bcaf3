import type { Size } from '../geometry.ts';

/** A part of a picture, not necessarily in whole pixels. */
export interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

/**
 * The part of a map that corresponds to `area` of its picture, and its new size. See
 * `followPicture`.
 */
export function followArea(
  map: Size,
  upright: Size,
  area: Area,
  size: Size,
): { area: Area; size: Size } {
  const across = map.width / upright.width;
  const down = map.height / upright.height;
  const part = {
    x: area.x * across,
    y: area.y * down,
    width: area.width * across,
    height: area.height * down,
  };
  const side = (picture: number, ratio: number, max: number): number =>
    Math.max(1, Math.min(Math.round(picture * Math.min(ratio, 1)), Math.ceil(max)));
  const width = side(size.width, across, part.width);
  const height = side(size.height, down, part.height);
  return { area: part, size: { width, height } };
}
