import { convertToSrgb } from '../color/to-srgb.ts';
import { emptyChecksum, joinChecksums } from '../formats/png/checksum.ts';
import { writeChunk } from '../formats/png/chunks.ts';
import {
  dropPngCompressor,
  requirePngCompressor,
  type Compressed,
  type PngCompressor,
} from '../formats/png/compressor.ts';
import type { Planes } from '../planes/planes.ts';
import type { PixelRows } from '../planes/raster.ts';
import { dropRgbaConverter, requireRgbaConverter, type RgbaConverter } from '../planes/to-rgba.ts';
import type { DecodeTiles } from '../tiles/coded-tile.ts';
import { decodeStrip } from '../tiles/decode-strip.ts';
import type { ReadableFile } from '../tiles/read-tiles.ts';
import type { Maker } from './maker.ts';
import { noFindings, type StripResult } from './tasks/result.ts';
import type { PngStripTask } from './tasks/task.ts';

interface PngTools {
  converter: RgbaConverter;
  compressor: PngCompressor;
}

/** Loads what a strip of a PNG needs. `planes` are those of a part. */
export async function loadPngMaker(task: PngStripTask, planes: Planes | undefined): Promise<Maker> {
  if (planes && task.hasPixels) {
    const compressor = await requirePngCompressor();
    return {
      make: async () => compressStrip(pixelsOf(task, planes), task, compressor),
      drop: dropPngCompressor,
    };
  }
  const [converter, compressor] = await Promise.all([
    requireRgbaConverter(),
    requirePngCompressor(),
  ]);
  return {
    make: (source, decode) => runPngStrip(task, source, decode, { converter, compressor }),
    drop() {
      dropRgbaConverter();
      dropPngCompressor();
    },
  };
}

/** Makes a strip's chunks of a PNG: decodes, turns, converts, filters, compresses. */
async function runPngStrip(
  task: PngStripTask,
  source: ReadableFile,
  decode: DecodeTiles,
  { converter, compressor }: PngTools,
): Promise<StripResult> {
  const raster = await decodeStrip(task, source, decode, converter);
  if (task.toSrgb) {
    raster.color = task.toSrgb;
    convertToSrgb(raster);
  }
  return compressStrip(raster, task, compressor);
}

function compressStrip(
  pixels: PixelRows,
  { stored, isSmall }: PngStripTask,
  compressor: PngCompressor,
): StripResult {
  return chunksOf(compressor.compressRows(pixels, stored, isSmall));
}

function pixelsOf({ width, rows }: PngStripTask, { planes: [samples] }: Planes): PixelRows {
  const { buffer, byteOffset, length } = samples!;
  const isDeep = samples instanceof Uint16Array;
  const data = new (isDeep ? Uint16Array : Uint8ClampedArray)(
    buffer as ArrayBuffer,
    byteOffset,
    length,
  );
  return { width, height: rows, data };
}

/** Puts parts of a stream into chunks of their own. */
export function chunksOf(compressed: readonly Compressed[]): StripResult {
  const chunks = compressed.map(({ bytes }) => writeChunk('IDAT', bytes));
  const checksums = compressed.map(({ checksum }) => checksum);
  // As Blobs, the strips of a very large picture need not all be in the page's memory.
  return {
    ...noFindings,
    kind: 'png-rows',
    parts: [new Blob(chunks)],
    checksum: checksums.reduce(joinChecksums, emptyChecksum),
  };
}
