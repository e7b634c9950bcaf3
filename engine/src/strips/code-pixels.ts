// Pixels at another size on their way to a JPEG, a few rows of the result at a time.
import type { JpegEncoder } from '../formats/jpeg/encoder.ts';
import type { Size } from '../geometry.ts';
import type { DecodedPixels } from '../planes/decoded-pixels.ts';
import { joinColors } from '../planes/raster.ts';
import type { PlaneResampler } from '../transform/plane-resampler.ts';
import { resamplingOf, type PlaneRows } from '../transform/resampled-rows.ts';
import type { McuRowsTask } from './task.ts';

export interface PixelTools {
  encoder: JpegEncoder;
  resampler: PlaneResampler;
}

/** Rows of a result, and what area of a picture becomes all of it. */
export interface ResultRows {
  area: Size;
  target: Size;
  first: number;
  rows: number;
}

/** What is known of rows that are coded. */
type CodedAs = Pick<McuRowsTask, 'chroma' | 'quality' | 'firstMcuRow' | 'last'>;

/** The tokens of opaque RGBA without gaps. */
export function codePixels(
  rgba: Uint8ClampedArray,
  { width, height }: Size,
  { chroma, quality, firstMcuRow, last }: CodedAs,
  encoder: JpegEncoder,
): Uint8Array<ArrayBuffer> {
  encoder.setQuality(quality, chroma);
  const strip = encoder.samples.startStrip({ width, height, chroma, sampleBytes: 1 });
  encoder.samples.placeRgba(strip, rgba);
  encoder.samples.finish(strip, null);
  return encoder.tokenize(strip, firstMcuRow, last);
}

/**
 * The tokens of some rows of a result.
 *
 * @param pixels Four bytes each, in this order: at least the rows of the area that these are made of.
 */
export function codeResampledPixels(
  pixels: PlaneRows,
  order: DecodedPixels['order'],
  { area, target, first, rows }: ResultRows,
  as: CodedAs,
  { encoder, resampler }: PixelTools,
): Uint8Array<ArrayBuffer> {
  const colors = resampler.resampleColors(pixels, resamplingOf(area, target)).map((color) => {
    const from = (first - color.first) * target.width;
    return color.data.subarray(from, from + rows * target.width);
  });
  const [red, green, blue] = order === 'rgb' ? colors : colors.toReversed();
  const size = { width: target.width, height: rows };
  return codePixels(joinColors(red!, green!, blue!), size, as, encoder);
}

/** Pixels, before or after, that are worth a part of their own. */
const partPixels = 1.5e6;

/** The rows of a result in parts that are made one by one, from its top: all but the last of whole MCUs. */
export function cutResult(
  area: Size,
  target: Size,
  mcuHeight: number,
): { first: number; rows: number }[] {
  const pixels = Math.max(area.width * area.height, target.width * target.height);
  const count = Math.max(Math.round(pixels / partPixels), 1);
  const partRows = Math.ceil(target.height / count / mcuHeight) * mcuHeight;
  return Array.from({ length: Math.ceil(target.height / partRows) }, (_, index) => {
    const first = index * partRows;
    return { first, rows: Math.min(partRows, target.height - first) };
  });
}
