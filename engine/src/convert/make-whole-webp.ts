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
import type { Size } from '../geometry.ts';
import { isPart, SampleCollector } from '../strips/collecting.ts';
import { makePart } from '../strips/make-part.ts';
import { ownParts } from '../strips/own-parts.ts';
import { decodedShare } from '../strips/progress.ts';
import type { StripHooks } from '../strips/run-jpeg.ts';
import {
  type KeptPart,
  type MadeStrip,
  noFindings,
  type SampleRows,
  type StripFindings,
  type StripResult,
  wholeOf,
} from '../strips/tasks/result.ts';
import type { WholeTask } from '../strips/tasks/task.ts';
import { type PictureHooks, renderedShare, renderPicture } from './make-picture.ts';
import type { Job } from './plan/job.ts';
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
    return task.givesSamples ? await readAll(found, hooks) : await codeAll(found, task, hooks);
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
  found: Found,
  { quality }: WholeTask,
  { sharing, onProgress }: StripHooks,
): Promise<MadeStrip> {
  const { pixels } = found;
  const { width, height } = pixels;
  const count = stripsOf(pixels).length;
  const share = pixels.decodesLate ? 1 : readingShare;
  const own = sharing ? ownParts(count, sharing.others, share) : count;
  const output = { kind: 'macroblocks', picture: { width, height } } as const;
  const collecting = { width, height, chroma: '4:2:0', resampling: null } as const;
  const collector = new SampleCollector(collecting, quality, count);
  const alpha = alphaFor(pixels);
  const kept: KeptPart[] = [];
  for await (const rows of readSamples(found, alpha, onProgress)) {
    for (const part of collector.add(rows.index, [rows]).filter(isPart)) {
      const task = { ...part.task, output };
      // The first part is what is known of the picture.
      const index = part.index + 1;
      if (sharing && part.index < count - own) sharing.handOver({ ...part, index, task });
      else kept.push({ index, result: await makePart(task, part.planes) });
    }
  }
  const result: StripResult = { ...findingsOf(found, alpha), kind: 'macroblocks', parts: [] };
  const made: MadeStrip = { kind: 'kept', parts: [{ index: 0, result }, ...kept] };
  return sharing ? made : wholeOf(made);
}

/** Returns all samples. */
async function readAll(found: Found, { onProgress }: StripHooks): Promise<MadeStrip> {
  const alpha = alphaFor(found.pixels);
  const parts: SampleRows[] = [];
  for await (const { rows, coded } of readSamples(found, alpha, onProgress))
    parts.push({ rows, coded });
  const { width, height } = found.pixels;
  const plane = isClear(alpha) ? { width, height, samples: alpha } : null;
  return { ...findingsOf(found, null), alpha: plane, kind: 'samples', parts, counts: [] };
}

type Alpha = Uint8Array<ArrayBuffer> | null;

function alphaFor({ opaque, width, height }: DecodedPixels): Alpha {
  return opaque ? null : new Uint8Array(width * height);
}

/** Whether anything is transparent. */
function isClear(alpha: Alpha): alpha is NonNullable<Alpha> {
  return alpha?.some((value) => value !== 255) ?? false;
}

function findingsOf({ pixels, color, notes }: Found, alpha: Alpha): StripFindings {
  const coded = isClear(alpha) ? encodeAlpha(alpha, pixels) : null;
  const webp = { icc: profileFor(color), alpha: coded };
  return { ...noFindings, notes, webp };
}

/** The rows of a picture that become one part. */
function stripsOf({ width, height }: Size): { top: number; rows: number }[] {
  const most = Math.min(partPixels / width, maxPartRows);
  const partRows = Math.max(1, Math.floor(most / macroblock)) * macroblock;
  return Array.from({ length: Math.ceil(height / partRows) }, (_, index) => {
    const top = index * partRows;
    return { top, rows: Math.min(partRows, height - top) };
  });
}

/** Converts pixels to samples, from the top, and writes their alpha, if there is any. */
async function* readSamples(
  { pixels, done }: Found,
  alpha: Alpha,
  onProgress: StripHooks['onProgress'],
): AsyncGenerator<SampleRows & { index: number }> {
  const { width, order } = pixels;
  const strips = stripsOf(pixels);
  let above: Color | null = null;
  for (const [index, { top, rows: height }] of strips.entries()) {
    const { buffer, length } = partBytes.take(height * width * 4);
    await pixels.copy(top, height, new Uint8Array(buffer, 0, length));
    const part: PixelRows = { width, height, data: new Uint8ClampedArray(buffer, 0, length) };
    if (alpha) {
      fillTransparent(part, alpha.subarray(top * width, (top + height) * width), above);
      above = colorAt(part.data, (height - 1) * width);
    }
    const planes = await toPlanes(part, '4:2:0', order);
    const rows = planes.map((data, component) => {
      const first = component === 0 ? top : top / 2;
      return { first, data, open: [] };
    });
    onProgress?.(done + ((decodedShare - done) * (index + 1)) / strips.length);
    yield { index, rows, coded: null };
  }
}
