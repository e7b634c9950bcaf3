// A PNG of a picture that one worker has to make as a whole, or whose pixels it reads as they are
// stored. Other workers compress most of its rows.
import { readRows } from '../browser/image-decoder.ts';
import { joinBytes } from '../bytes/join.ts';
import { profileFor } from '../color/profile-for.ts';
import { emptyChecksum } from '../formats/png/checksum.ts';
import {
  dropPngCompressor,
  requirePngCompressor,
  type PngCompressor,
  type StoredChannels,
} from '../formats/png/compressor.ts';
import { packRows, paletteChunks } from '../formats/png/encode.ts';
import { FormFinder, type PngForm, storedChannels } from '../formats/png/form.ts';
import { describingChunks } from '../formats/png/metadata.ts';
import { headerChunk, pngSignature, streamStart } from '../formats/png/stream.ts';
import type { Size } from '../geometry.ts';
import { prepareMetadata } from '../metadata/prepare.ts';
import type { Note } from '../options.ts';
import type { DecodedPixels } from '../planes/decoded-pixels.ts';
import type { ColorTags, PixelRows, Raster } from '../planes/raster.ts';
import { ownParts } from '../strips/own-parts.ts';
import type { StripPart } from '../strips/parts.ts';
import { decodedShare } from '../strips/progress.ts';
import type { StripHooks } from '../strips/run-jpeg.ts';
import { chunksOf } from '../strips/run-png.ts';
import { type KeptPart, type MadeStrip, noFindings, wholeOf } from '../strips/tasks/result.ts';
import type { PngStripTask, WholeTask } from '../strips/tasks/task.ts';
import { noTurn } from '../transform/orient.ts';
import { renderedShare, renderPicture } from './make-picture.ts';
import type { Job } from './plan/job.ts';
import { encodingOf } from './plan/plan.ts';
import { openWhole, type WholeHooks } from './open-whole.ts';
import { openStored } from './stored-pixels.ts';

/** Number of pixels that is worth a message to another worker. */
const partPixels = 0.75e6;

/** See `ownParts`: for decoding or copying. */
const readingShare = 0.15;

/** Some of a picture's rows. */
interface Part {
  index: number;
  rows: PixelRows;
  /** Nobody else has this memory. */
  isOwn: boolean;
}

/** A picture that comes in parts, from the top. */
interface Found extends Size {
  parts: AsyncIterable<Part> | Iterable<Part>;
  count: number;
  /** Of time, for reading a part, see `ownParts`. */
  readingShare: number;
  color: ColorTags;
  opaque: boolean;
  deep: boolean;
  notes: readonly Note[];
  /** Share of the work that is done. */
  done: number;
}

/**
 * Makes a picture and compresses the rows that are not handed over. Throws as `convertHere` does.
 */
export async function makeWholePng(
  task: WholeTask,
  file: Blob,
  hooks: WholeHooks,
): Promise<MadeStrip> {
  const opened = await openWhole(task, file, hooks);
  const { job } = opened;
  const compressor = await requirePngCompressor();
  const pixels = await openStored(job, opened.hooks);
  try {
    if (pixels) return await compressAll(job, storedParts(job, pixels), compressor, hooks);
    const { raster, notes } = await renderPicture(job, 0, opened.hooks);
    return await compressAll(job, { ...renderedParts(raster), notes }, compressor, hooks);
  } catch (error) {
    dropPngCompressor();
    throw error;
  } finally {
    pixels?.close();
  }
}

function partsOf({ width, height }: Size): { index: number; top: number; height: number }[] {
  const partRows = Math.max(1, Math.round(partPixels / width));
  return Array.from({ length: Math.ceil(height / partRows) }, (_, index) => {
    const top = index * partRows;
    return { index, top, height: Math.min(partRows, height - top) };
  });
}

function storedParts({ source }: Job, pixels: DecodedPixels): Found {
  const { width, height, opaque } = pixels;
  const parts = partsOf(pixels);
  async function* read(): AsyncGenerator<Part> {
    for (const { index, top, height: rows } of parts) {
      const data = await readRows(pixels, top, rows);
      yield { index, rows: { width, height: rows, data }, isOwn: true };
    }
  }
  const { color } = source.pictures[0]!;
  const found = { parts: read(), count: parts.length, readingShare, color };
  return { width, height, ...found, opaque, deep: false, notes: [], done: 0 };
}

function renderedParts({ width, height, data, color, opaque }: Raster): Omit<Found, 'notes'> {
  const parts = partsOf({ width, height }).map(({ index, top, height: rows }): Part => {
    const samples = data.subarray(top * width * 4, (top + rows) * width * 4);
    return { index, rows: { width, height: rows, data: samples }, isOwn: false };
  });
  const deep = data instanceof Uint16Array;
  const found = { parts, count: parts.length, readingShare: 0, color };
  return { width, height, ...found, opaque, deep, done: renderedShare };
}

async function compressAll(
  job: Job,
  picture: Found,
  compressor: PngCompressor,
  { sharing, onProgress }: StripHooks,
): Promise<MadeStrip> {
  const { small } = encodingOf(job.pictures[0]!.plan).settings;
  const { parts, count, done } = picture;
  const own = sharing ? ownParts(count, sharing.others, picture.readingShare) : count;
  const kept: KeptPart[] = [];
  const compress = ({ index: at, rows, isOwn }: Part, stored: StoredChannels): void => {
    // The first part is the header.
    const index = at + 1;
    if (sharing && at < count - own)
      sharing.handOver({ index, ...detachRows(rows, isOwn, stored, small) });
    else kept.push({ index, result: chunksOf(compressor.compressRows(rows, stored, small)) });
  };

  const finder = new FormFinder(picture);
  let waiting: Part[] = [];
  for await (const part of parts) {
    finder.add(part.rows.data);
    waiting.push(part);
    onProgress?.(done + ((decodedShare - done) * (part.index + 1)) / count);
    if (!finder.isFound) continue;
    for (const each of waiting) compress(each, storedChannels(finder.form)!);
    waiting = [];
  }
  const { form } = finder;
  const stored = storedChannels(form);
  if (stored !== null) for (const each of waiting) compress(each, stored);
  else {
    const packed = joinBytes(waiting.map(({ rows }) => packRows(rows, form)));
    kept.push({ index: 1, result: chunksOf([compressor.compressBytes(packed)]) });
  }
  const made: MadeStrip = { kind: 'kept', parts: [await headOf(job, picture, form), ...kept] };
  return sharing ? made : wholeOf(made);
}

/** What the file begins with, above the rows. */
async function headOf(job: Job, picture: Found, form: PngForm): Promise<KeptPart> {
  const metadata = await prepareMetadata(
    job.source.pictures[0]!.metadata,
    job.options.metadata ?? 'keep',
    job.pictures[0]!.plan,
  );
  const front = joinBytes([
    pngSignature,
    headerChunk(picture, form),
    ...(await describingChunks(metadata, profileFor(picture.color))),
    ...paletteChunks(form),
    streamStart,
  ]);
  const { notes } = picture;
  const result = { ...noFindings, kind: 'png-rows', checksum: emptyChecksum, notes } as const;
  return { index: 0, result: { ...result, parts: [front] } };
}

/** Some rows for another worker, as a strip of their own. */
function detachRows(
  { width, height, data }: PixelRows,
  isOwn: boolean,
  stored: StoredChannels,
  isSmall: boolean,
): Omit<StripPart<PngStripTask>, 'index'> {
  const samples = isOwn ? data : data.slice();
  const bitDepth = samples instanceof Uint16Array ? 16 : 8;
  return {
    task: {
      kind: 'png',
      stored,
      isSmall,
      toSrgb: null,
      hasPixels: true,
      width,
      rows: height,
      turn: noTurn,
      chroma: '4:4:4',
      bitDepth,
      nclx: null,
      tiles: [],
      pieces: [],
    },
    planes: {
      width: width * 4,
      height,
      chroma: '4:0:0',
      bitDepth,
      chromaBitDepth: bitDepth,
      planes: [samples instanceof Uint16Array ? samples : new Uint8Array(samples.buffer)],
      strides: [width * 4],
    },
  };
}
