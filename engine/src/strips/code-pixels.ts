// Resizes pixels and encodes them as a JPEG, a few rows of the result at a time.
import type { Size } from '../geometry.ts';
import type { DecodedPixels } from '../planes/decoded-pixels.ts';
import { joinColors } from '../planes/raster.ts';
import type { PlaneResampler } from '../transform/plane-resampler.ts';
import { resamplingOf, type PlaneRows, type ResampledRows } from '../transform/resampled-rows.ts';
import { type JpegTools, outputOf, type OutputTask } from './strip-output.ts';
import type { StripResult } from './tasks/result.ts';

export interface PixelTools extends JpegTools {
  resampler: PlaneResampler;
}

/** Rows of a result, and the area of a picture that becomes the whole result. */
export interface ResultRows {
  area: Size;
  target: Size;
  first: number;
  rows: number;
}

/** How rows are coded, without their number. */
type CodedAs = Omit<OutputTask, 'width' | 'rows'>;

/** Codes opaque RGBA without gaps. */
export function codePixels(
  rgba: Uint8ClampedArray,
  { width, height }: Size,
  task: CodedAs,
  tools: JpegTools,
): StripResult {
  const { chroma, quality } = task;
  const { encoder } = tools;
  encoder.setQuality(quality, chroma);
  const strip = encoder.samples.startStrip({ width, height, chroma, sampleBytes: 1 });
  encoder.samples.placeRgba(strip, rgba);
  encoder.samples.finish(strip, null);
  return outputOf({ ...task, width, rows: height }, strip, tools);
}

/**
 * Resamples and codes some rows of a result.
 *
 * @param pixels Four bytes each, in this order: at least the rows of the area that the result's
 * rows are made from.
 */
export function codeResampledPixels(
  pixels: PlaneRows,
  order: DecodedPixels['order'],
  shown: ResultRows,
  task: CodedAs,
  tools: PixelTools,
): StripResult {
  const { area, target } = shown;
  const colors = tools.resampler.resampleColors(pixels, resamplingOf(area, target));
  return codeResampledColors(order === 'rgb' ? colors : colors.toReversed(), shown, task, tools);
}

/** Codes some rows of a result from its red, green and blue, which have at least these rows. */
export function codeResampledColors(
  colors: readonly ResampledRows[],
  { target, first, rows }: Omit<ResultRows, 'area'>,
  task: CodedAs,
  tools: JpegTools,
): StripResult {
  const [red, green, blue] = colors.map((color) => {
    const from = (first - color.first) * target.width;
    return color.data.subarray(from, from + rows * target.width);
  });
  const size = { width: target.width, height: rows };
  return codePixels(joinColors(red!, green!, blue!), size, task, tools);
}

/** Number of pixels, in source or result, that is worth a part of its own. */
const partPixels = 1.5e6;

/**
 * Cuts the rows of a result, from the top, into parts that are made one by one. All parts but the
 * last have whole MCUs.
 */
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
