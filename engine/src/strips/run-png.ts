import { convertToSrgb } from '../color/to-srgb.ts';
import type { RgbaConverter } from '../heic/rgba.ts';
import { emptyChecksum, joinChecksums } from '../png/checksum.ts';
import { writeChunk } from '../png/chunks.ts';
import type { PngCompressor } from '../png/compressor.ts';
import type { Raster } from '../raster.ts';
import { placePart } from '../transform/orient.ts';
import type { DecodeTiles, Source } from './run.ts';
import { readTiles, requireAsPlanned, requireSampleFormat } from './run.ts';
import type { PngStripTask, StripResult } from './task.ts';

export interface PngTools {
  converter: RgbaConverter;
  compressor: PngCompressor;
}

/** Makes a strip's chunks of a PNG: decode, turn, convert, filter, compress. */
export async function runPngStrip(
  task: PngStripTask,
  source: Source,
  decode: DecodeTiles,
  { converter, compressor }: PngTools,
): Promise<StripResult> {
  const { width, rows, turn } = task;
  const deep = task.bitDepth > 8;
  const size = width * rows * 4;
  const raster: Raster = {
    width,
    height: rows,
    data: deep ? new Uint16Array(size) : new Uint8ClampedArray(size),
    opaque: true,
    gray: task.stored === 1,
    premultiplied: false,
    color: task.toSrgb ?? {},
  };
  const data = await readTiles(source, task.tiles);
  await decode(task.tiles, data, (index, planes) => {
    requireAsPlanned(task, task.tiles[index]!, planes);
    const tile = converter.convert(planes, requireSampleFormat(task, planes), deep);
    for (const { tile: of, from, to } of task.pieces) {
      if (of === index) placePart(tile, { crop: from, ...turn }, raster, to.x, to.y);
    }
  });
  if (task.toSrgb) convertToSrgb(raster);
  const compressed = compressor.compressRows(raster, task.stored);
  const chunks = compressed.map(({ bytes }) => writeChunk('IDAT', bytes));
  const checksums = compressed.map(({ checksum }) => checksum);
  // As a Blob the strips of a very large picture need not all lie in the page's memory.
  return {
    parts: [new Blob(chunks)],
    checksum: checksums.reduce(joinChecksums, emptyChecksum),
  };
}
