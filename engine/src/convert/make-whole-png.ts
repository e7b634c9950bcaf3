// A PNG of a picture that one worker has to make as a whole. Other workers compress most of its
// rows.
import { joinBytes } from '../bytes/join.ts';
import { emptyChecksum } from '../formats/png/checksum.ts';
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
  type KeptPart,
  type MadeStrip,
  noFindings,
  type StripResult,
} from '../strips/tasks/result.ts';
import type { PngStripTask, WholeTask } from '../strips/tasks/task.ts';
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
): Promise<MadeStrip> {
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
    const head = headOf(front, notes);
    return compressAll(raster, form, small, head, compressor, hooks.sharing);
  } catch (error) {
    dropPngCompressor();
    throw error;
  }
}

function compressAll(
  raster: Raster,
  form: PngForm,
  isSmall: boolean,
  head: KeptPart,
  compressor: PngCompressor,
  sharing: StripHooks['sharing'],
): MadeStrip {
  const stored = storedChannels(form);
  if (stored === null || !sharing)
    return joinResults([head.result, chunksOf(compressAs(form, raster, isSmall, compressor))]);
  const { width, height } = raster;
  const partRows = Math.max(1, Math.round(partPixels / width));
  const tops = Array.from({ length: Math.ceil(height / partRows) }, (_, at) => at * partRows);
  const own = Math.ceil(tops.length / (sharing.others + 1));
  const kept = [head];
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
  return { kind: 'kept', parts: kept };
}

/** What the file begins with, above the rows. */
function headOf(front: Uint8Array<ArrayBuffer>, notes: StripResult['notes']): KeptPart {
  const result: StripResult = {
    ...noFindings,
    kind: 'png-rows',
    parts: [front],
    checksum: emptyChecksum,
    notes,
  };
  return { index: 0, result };
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
