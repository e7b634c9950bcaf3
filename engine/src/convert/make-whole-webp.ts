// A lossy WebP of a picture that one worker has to make as a whole, or whose pixels it reads as they
// are stored. Other workers code most of its rows.
import { ReusedBytes } from '../bytes/reused-bytes.ts';
import { profileFor } from '../color/profile-for.ts';
import { toPlanes } from '../formats/jpeg/encode-raster.ts';
import { encodeAlpha } from '../formats/webp/alpha/alpha-chunk.ts';
import { type Color, colorAt, fillTransparent } from '../formats/webp/alpha/fill-transparent.ts';
import type { Note } from '../options.ts';
import type { DecodedPixels } from '../planes/decoded-pixels.ts';
import type { ColorTags, PixelRows } from '../planes/raster.ts';
import { pixelsOfRaster } from '../planes/raster-pixels.ts';
import { isPart, SampleCollector } from '../strips/collecting.ts';
import { makePart } from '../strips/make-part.ts';
import { ownParts } from '../strips/own-parts.ts';
import type { StripPart } from '../strips/parts.ts';
import { decodedShare } from '../strips/progress.ts';
import type { StripHooks } from '../strips/run-jpeg.ts';
import {
  type KeptPart,
  type MadeStrip,
  noFindings,
  type StripResult,
  wholeOf,
} from '../strips/tasks/result.ts';
import type { WholeTask } from '../strips/tasks/task.ts';
import { type PictureHooks, renderedShare, renderPicture } from './make-picture.ts';
import type { Job } from './plan/job.ts';
import { encodingOf } from './plan/plan.ts';
import { openWhole, type WholeHooks } from './open-whole.ts';
import { openStored } from './stored-pixels.ts';

/** Number of pixels that is worth a message to another worker, and the most rows in a part. */
const partPixels = 0.75e6;
const maxPartRows = 1024;
const macroblock = 16;

/** See `ownParts`: for pixels of the browser's decoder, with their alpha. */
const readingShare = 0.6;

/** Pixels to be coded, and what goes with them. */
interface Found {
  pixels: DecodedPixels;
  color: ColorTags;
  notes: Note[];
  /** Share of the work that is done. */
  done: number;
}

/** Makes a picture and codes the rows that are not handed over. Throws as `convertHere` does. */
export async function makeWholeWebp(
  task: WholeTask,
  file: Blob,
  hooks: WholeHooks,
): Promise<MadeStrip> {
  const opened = await openWhole(task, file, hooks);
  const stored = await openStored(opened.job, opened.hooks);
  const { color } = opened.job.source.pictures[0]!;
  const found = stored ? { pixels: stored, color, notes: [], done: 0 } : await render(opened);
  try {
    const { quality } = encodingOf(opened.job.pictures[0]!.plan).settings;
    return await codeAll(found, quality, hooks);
  } catch (error) {
    // A browser that exceeded the time limit may still be copying.
    partBytes.drop();
    throw error;
  } finally {
    found.pixels.close();
  }
}

async function render({ job, hooks }: { job: Job; hooks: PictureHooks }): Promise<Found> {
  const { raster, notes } = await renderPicture(job, 0, hooks);
  return { pixels: pixelsOfRaster(raster), color: raster.color, notes, done: renderedShare };
}

/** Reused for the pixels of parts. */
const partBytes = new ReusedBytes();

async function codeAll(
  { pixels, color, notes, done }: Found,
  quality: number,
  { sharing, onProgress }: StripHooks,
): Promise<MadeStrip> {
  const { width, height } = pixels;
  const rows = Math.max(1, Math.floor(Math.min(partPixels / width, maxPartRows) / macroblock));
  const partRows = rows * macroblock;
  const count = Math.ceil(height / partRows);
  const own = sharing
    ? ownParts(count, sharing.others, pixels.decodesLate ? 1 : readingShare)
    : count;
  const alpha = pixels.opaque ? null : new Uint8Array(width * height);
  const kept: KeptPart[] = [];
  for await (const part of cut(pixels, partRows, quality, alpha)) {
    onProgress?.(done + ((decodedShare - done) * (part.index + 1)) / count);
    // The first part is what is known of the picture.
    const index = part.index + 1;
    if (sharing && part.index < count - own) sharing.handOver({ ...part, index });
    else kept.push({ index, result: await makePart(part.task, part.planes) });
  }
  const isClear = alpha?.some((value) => value !== 255);
  const webp = {
    icc: profileFor(color),
    alpha: isClear ? encodeAlpha(alpha!, { width, height }) : null,
  };
  const result: StripResult = { ...noFindings, kind: 'macroblocks', parts: [], notes, webp };
  const made: MadeStrip = { kind: 'kept', parts: [{ index: 0, result }, ...kept] };
  return sharing ? made : wholeOf(made);
}

/** Cuts pixels, from the top, into parts to be coded, and writes their alpha, if there is any. */
async function* cut(
  pixels: DecodedPixels,
  partRows: number,
  quality: number,
  alpha: Uint8Array | null,
): AsyncGenerator<StripPart> {
  const { width, height, order } = pixels;
  const output = { kind: 'macroblocks', picture: { width, height } } as const;
  const collecting = { width, height, chroma: '4:2:0', resampling: null } as const;
  const strips = Math.ceil(height / partRows);
  const collector = new SampleCollector(collecting, quality, strips);
  let above: Color | null = null;
  for (let strip = 0; strip < strips; strip++) {
    const top = strip * partRows;
    const rows = Math.min(partRows, height - top);
    const { buffer, length } = partBytes.take(rows * width * 4);
    await pixels.copy(top, rows, new Uint8Array(buffer, 0, length));
    const part: PixelRows = { width, height: rows, data: new Uint8ClampedArray(buffer, 0, length) };
    if (alpha) {
      fillTransparent(part, alpha.subarray(top * width, (top + rows) * width), above);
      above = colorAt(part.data, (rows - 1) * width);
    }
    const planes = await toPlanes(part, '4:2:0', order);
    const rowsOfAll = planes.map((plane, component) => ({
      first: component === 0 ? top : top / 2,
      data: plane,
      open: [],
    }));
    for (const cutOut of collector.add(strip, [{ rows: rowsOfAll, coded: null }])) {
      if (isPart(cutOut)) yield { ...cutOut, task: { ...cutOut.task, output } };
    }
  }
}
