// A PNG of a picture that one worker has to make as a whole. Other workers compress most of its
// rows.
import { joinBytes } from '../bytes/join.ts';
import {
  dropPngCompressor,
  requirePngCompressor,
  type PngCompressor,
  type StoredChannels,
} from '../formats/png/compressor.ts';
import {
  chooseForm,
  compressAs,
  paletteChunks,
  storedChannels,
  type PngForm,
} from '../formats/png/encode.ts';
import { describingChunks } from '../formats/png/metadata.ts';
import { headerChunk, pngSignature, streamStart } from '../formats/png/stream.ts';
import { prepareMetadata } from '../metadata/prepare.ts';
import { profileFor } from '../color/profile-for.ts';
import type { PixelRows, Raster } from '../planes/raster.ts';
import type { StripPart } from '../strips/parts.ts';
import type { StripHooks } from '../strips/run-jpeg.ts';
import { chunksOf } from '../strips/run-png.ts';
import {
  joinResults,
  type PngStripTask,
  type StripResult,
  type WholeTask,
} from '../strips/task.ts';
import { noTurn } from '../transform/orient.ts';
import { encodingOf } from './plan/plan.ts';
import { renderWhole, type WholeHooks } from './render-whole.ts';

/** Number of pixels that is worth a message to another worker. */
const partPixels = 0.75e6;

/**
 * Makes a picture and compresses the rows that are not handed over. Throws as `convertHere` does.
 */
export async function makeWholePng(
  task: WholeTask,
  file: Blob,
  hooks: WholeHooks,
): Promise<StripResult> {
  const { job, raster, notes } = await renderWhole(task, file, hooks);
  const form = chooseForm(raster);
  const { small } = encodingOf(job.pictures[0]!.plan).settings;
  const metadata = await prepareMetadata(
    job.source.pictures[0]!.metadata,
    task.options.metadata ?? 'keep',
    job.pictures[0]!.plan,
  );
  const front = joinBytes([
    pngSignature,
    headerChunk(raster, form),
    ...(await describingChunks(metadata, profileFor(raster.color))),
    ...paletteChunks(form),
    streamStart,
  ]);
  const compressor = await requirePngCompressor();
  try {
    return { ...compressAll(raster, form, small, front, compressor, hooks.sharing), notes };
  } catch (error) {
    dropPngCompressor();
    throw error;
  }
}

function compressAll(
  raster: Raster,
  form: PngForm,
  isSmall: boolean,
  front: Uint8Array<ArrayBuffer>,
  compressor: PngCompressor,
  sharing: StripHooks['sharing'],
): StripResult {
  const stored = storedChannels(form);
  const inFront: { index: number; result: StripResult } = { index: 0, result: { parts: [front] } };
  if (stored === null || !sharing) {
    const { result } = inFront;
    return joinResults([result, chunksOf(compressAs(form, raster, isSmall, compressor))]);
  }
  const { width, height } = raster;
  const partRows = Math.max(1, Math.round(partPixels / width));
  const tops = Array.from({ length: Math.ceil(height / partRows) }, (_, at) => at * partRows);
  const own = Math.ceil(tops.length / (sharing.others + 1));
  const kept = [inFront];
  for (const [at, top] of tops.entries()) {
    const rows = Math.min(partRows, height - top);
    const index = at + 1;
    if (at < tops.length - own)
      sharing.handOver({ index, ...detachRows(raster, top, rows, stored, isSmall) });
    else {
      const result = chunksOf(compressor.compressRows(rowsOf(raster, top, rows), stored, isSmall));
      kept.push({ index, result });
    }
  }
  return { parts: [], kept };
}

/** A view of some rows. */
function rowsOf({ width, data }: Raster, top: number, rows: number): PixelRows {
  const samples = width * 4;
  return { width, height: rows, data: data.subarray(top * samples, (top + rows) * samples) };
}

/** Copies some rows for another worker, as a strip of their own. */
function detachRows(
  raster: Raster,
  top: number,
  rows: number,
  stored: StoredChannels,
  isSmall: boolean,
): Omit<StripPart<PngStripTask>, 'index'> {
  const { width } = raster;
  const samples = rowsOf(raster, top, rows).data.slice();
  const bitDepth = samples instanceof Uint16Array ? 16 : 8;
  return {
    task: {
      kind: 'png',
      stored,
      isSmall,
      toSrgb: null,
      hasPixels: true,
      width,
      rows,
      turn: noTurn,
      chroma: '4:4:4',
      bitDepth,
      nclx: null,
      tiles: [],
      pieces: [],
    },
    planes: {
      width: width * 4,
      height: rows,
      chroma: '4:0:0',
      bitDepth,
      chromaBitDepth: bitDepth,
      planes: [samples instanceof Uint16Array ? samples : new Uint8Array(samples.buffer)],
      strides: [width * 4],
    },
  };
}
