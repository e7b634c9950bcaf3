import { EngineError } from '../errors.ts';
import type { Size } from '../geometry.ts';
import { limits } from '../options.ts';
import type { HeifItem } from './file.ts';

/** Every coded or composed item counts as at least `leastPixels`. */
export interface Work {
  pixels: number;
  /** Bytes of coded data and of decoder configurations. */
  bytes: number;
}

/** Twice the largest picture, because of alpha and of tiles that extend past the canvas. */
const maxWorkPixels = 2 * limits.pixels;

/** Setting up an item takes about as long as decoding this many pixels. */
const leastPixels = 64 * 64;

/**
 * Bounds data that is used repeatedly: on average this many bytes per pixel, about the size of raw
 * samples. Data that is used once cannot exceed the file.
 */
const maxBytesPerPixel = 2;

export function addWork(a: Work, b: Work): Work {
  return { pixels: a.pixels + b.pixels, bytes: a.bytes + b.bytes };
}

export function workFor({ width, height }: Size, bytes: number): Work {
  return { pixels: Math.max(width * height, leastPixels), bytes };
}

/** Throws where decoding an item would take more than its file can justify. */
export function requireBounded({ pixels, bytes }: Work, { id }: HeifItem, fileBytes: number): void {
  if (pixels > maxWorkPixels) {
    throw new EngineError('too-large', `item ${id} is made of ${pixels} pixels`);
  }
  if (bytes > fileBytes + maxBytesPerPixel * pixels) {
    throw new EngineError('corrupt-file', `item ${id} uses the same data too often`);
  }
}
