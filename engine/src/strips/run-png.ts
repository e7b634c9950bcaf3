import { convertToSrgb } from '../color/to-srgb.ts';
import { emptyChecksum, joinChecksums } from '../formats/png/checksum.ts';
import { writeChunk } from '../formats/png/chunks.ts';
import {
  dropPngCompressor,
  requirePngCompressor,
  type PngCompressor,
} from '../formats/png/compressor.ts';
import { dropRgbaConverter, requireRgbaConverter, type RgbaConverter } from '../planes/to-rgba.ts';
import type { DecodeTiles } from '../tiles/coded-tile.ts';
import { decodeStrip } from '../tiles/decode-strip.ts';
import type { ReadableFile } from '../tiles/read-tiles.ts';
import type { Maker } from './maker.ts';
import type { PngStripTask, StripResult } from './task.ts';

interface PngTools {
  converter: RgbaConverter;
  compressor: PngCompressor;
}

/** Loads what a strip of a PNG is made with. */
export async function loadPngMaker(task: PngStripTask): Promise<Maker> {
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

/** Makes a strip's chunks of a PNG: decode, turn, convert, filter, compress. */
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
  const compressed = compressor.compressRows(raster, task.stored);
  const chunks = compressed.map(({ bytes }) => writeChunk('IDAT', bytes));
  const checksums = compressed.map(({ checksum }) => checksum);
  // As a Blob the strips of a very large picture need not all lie in the page's memory.
  return {
    parts: [new Blob(chunks)],
    checksum: checksums.reduce(joinChecksums, emptyChecksum),
  };
}
