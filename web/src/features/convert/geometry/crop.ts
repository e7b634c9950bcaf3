import type { Rectangle } from '@stillpix/engine';

/** In pixels. */
export interface Size {
  width: number;
  height: number;
}

/** A crop rectangle as fractions of the upright picture's sides, each 0 to 1. */
export interface CropFraction {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Converts a rectangle in pixels to fractions of the picture's sides. */
export function toFraction({ x, y, width, height }: Rectangle, size: Size): CropFraction {
  return {
    x: x / size.width,
    y: y / size.height,
    width: width / size.width,
    height: height / size.height,
  };
}

/** Rounds to whole pixels inside the picture, at least one. */
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

/**
 * Transfers the crop of one picture to another with other sides: same aspect ratio, around the same
 * place, as large as possible.
 */
export function cropInSameShape(crop: CropFraction, from: Size, to: Size): CropFraction {
  const ratio = (crop.width * from.width) / (crop.height * from.height);
  const most = largestOfRatio(ratio, from);
  const share = Math.min(1, (crop.width * from.width) / most.width);
  const largest = largestOfRatio(ratio, to);
  const width = (largest.width * share) / to.width;
  const height = (largest.height * share) / to.height;
  return {
    x: clamp(crop.x + (crop.width - width) / 2, 0, 1 - width),
    y: clamp(crop.y + (crop.height - height) / 2, 0, 1 - height),
    width,
    height,
  };
}

function largestOfRatio(ratio: number, { width, height }: Size): Size {
  return ratio > width / height
    ? { width, height: width / ratio }
    : { width: height * ratio, height };
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value));
}
