import type { Rectangle } from '@stillpix/engine';

/** Pixels. */
export interface Size {
  width: number;
  height: number;
}

/** A crop rectangle as parts of the upright picture's sides, each 0 to 1. */
export interface CropFraction {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A rectangle of a picture's pixels as parts of its sides. */
export function toFraction({ x, y, width, height }: Rectangle, size: Size): CropFraction {
  return {
    x: x / size.width,
    y: y / size.height,
    width: width / size.width,
    height: height / size.height,
  };
}

/** Whole pixels inside the picture, at least one. */
export function toPixels(crop: CropFraction, { width, height }: Size): Rectangle {
  const x = clamp(Math.round(crop.x * width), 0, width - 1);
  const y = clamp(Math.round(crop.y * height), 0, height - 1);
  return {
    x,
    y,
    width: clamp(Math.round(crop.width * width), 1, width - x),
    height: clamp(Math.round(crop.height * height), 1, height - y),
  };
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value));
}
