import type { ConvertOptions, Inspection, Rectangle } from '@stillpix/engine';
import { loadPool } from '../engine.ts';
import { expectedColor, expectedResult } from '../estimates/expected-size.ts';
import type { Size } from '../geometry/crop.ts';
import { encodeSample, takePart } from '../estimates/samples.ts';
import type { Preview } from './previews.ts';
import type { Placement } from './zoom.ts';

/** The picture being viewed, and how it is to be converted. */
export interface LiveQuestion {
  file: File;
  preview: Preview;
  header: Inspection;
  options: ConvertOptions;
  /** In pixels of the result. */
  part: Rectangle;
}

/** A part of the result, made before the photo is converted. */
export interface LiveResult {
  url: string;
  part: Rectangle;
  /** Of this part alone; null if it is drawn smaller than in the result. */
  bytes: number | null;
  quality: number;
}

/**
 * Pixels that every encoder handles without a noticeable wait. Larger parts are scaled down to
 * about their size on the screen, because single pixels are not visible then.
 */
const maxPixelsDrawn = 1_000_000;

/** A photo up to this many pixels is converted as a whole, on all cores, while it is viewed. */
const maxPixelsConverted = 16_000_000;

/** The part of a result that is visible on a stage, in whole blocks of every encoder. */
export function partInView(
  { x, y, zoom }: Placement,
  stage: Size,
  picture: Size,
): Rectangle | null {
  const block = 16;
  const from = (offset: number) => Math.max(0, Math.floor(-offset / zoom / block) * block);
  const to = (offset: number, length: number, whole: number) =>
    Math.min(whole, Math.ceil((length - offset) / zoom / block) * block);
  const left = from(x);
  const top = from(y);
  const width = to(x, stage.width, picture.width) - left;
  const height = to(y, stage.height, picture.height) - top;
  return width > 0 && height > 0 ? { x: left, y: top, width, height } : null;
}

/**
 * Made quickly; large parts are scaled down. Null if it cannot be made. Release it with
 * `URL.revokeObjectURL`.
 */
export async function makeLiveResult(question: LiveQuestion): Promise<LiveResult | null> {
  const isToSize = question.options.targetBytes !== undefined;
  return show(question, isToSize ? await convertWhole(question) : await encodePart(question));
}

/**
 * The exact result, if the visible part is so large that `makeLiveResult` scales it down, and if
 * making it does not take long; else null. Release it as well.
 */
export async function makeWholeResult(question: LiveQuestion): Promise<LiveResult | null> {
  const { header, options, part, preview } = question;
  const isFast =
    header.format === 'heic' &&
    options.format === 'jpeg' &&
    options.resize === undefined &&
    options.targetBytes === undefined;
  const isMuch = part.width * part.height > maxPixelsDrawn;
  if (!isMuch || !isFast || preview.width * preview.height > maxPixelsConverted) return null;
  return show(question, await convertWhole(question));
}

async function show({ options }: LiveQuestion, made: Made | null): Promise<LiveResult | null> {
  if (made === null) return null;
  const url = URL.createObjectURL(made.blob);
  const image = new Image();
  image.src = url;
  try {
    // Decoded before it is shown, so that nothing flashes.
    await image.decode();
  } catch {
    URL.revokeObjectURL(url);
    return null;
  }
  const bytes = made.isSmaller ? null : made.blob.size;
  return { url, part: made.part, bytes, quality: options.quality ?? 92 };
}

interface Made {
  blob: Blob;
  part: Rectangle;
  isSmaller: boolean;
}

async function encodePart({ preview, header, options, part }: LiveQuestion): Promise<Made | null> {
  const scale = Math.min(1, Math.sqrt(maxPixelsDrawn / (part.width * part.height)));
  const sample = await takePart(preview.blob, {
    ...expectedResult(options, preview),
    ...expectedColor(header, options),
    cut: { kind: 'part', part, scale },
  });
  return sample && { blob: await encodeSample(sample, options), part, isSmaller: scale < 1 };
}

async function convertWhole({ file, options }: LiveQuestion): Promise<Made> {
  const pool = await loadPool();
  const { blob, width, height } = await pool.convert(file, { ...options, metadata: 'strip' });
  return { blob, part: { x: 0, y: 0, width, height }, isSmaller: false };
}
