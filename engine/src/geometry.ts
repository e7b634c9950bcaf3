/** Pixels, or samples of a plane. */
export interface Size {
  width: number;
  height: number;
}

/**
 * Pixels of the largest picture of one item that several workers share, or that waits whole in memory: cameras of
 * 24 and 26 megapixels have up to 26.2 million.
 */
export const mostPixelsAtOnce = 26.5e6;

/** A part of a picture, counted from its top left corner, in whole pixels. */
export interface Rectangle extends Size {
  x: number;
  y: number;
}

/**
 * How samples are turned: sample (x, y) of the result is sample (a, b) of the source, where (a, b) is
 * (y, x) if `transpose`, else (x, y), and then a counts from the right if `flipX`, b from the bottom if
 * `flipY`.
 */
export interface Turn {
  transpose: boolean;
  flipX: boolean;
  flipY: boolean;
}

/** All transforms of a picture as one step: cut `crop` from the canvas, then turn it. */
export interface Placement extends Turn {
  crop: Rectangle;
}
