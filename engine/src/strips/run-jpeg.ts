import type { JpegEncoder } from '../formats/jpeg/encoder.ts';
import { type SampleConversion, findSampleConversion } from '../formats/jpeg/sample-conversion.ts';
import type { Planes } from '../planes/planes.ts';
import { requireSampleFormat, requireAsPlanned } from '../tiles/as-planned.ts';
import type { DecodeTiles } from '../tiles/coded-tile.ts';
import { type ReadableFile, readTiles } from '../tiles/read-tiles.ts';
import { bottomOf, cutStrip, detachPart, type StripPart } from './parts.ts';
import { decodedShare } from './progress.ts';
import type { JpegStripTask } from './task.ts';

/** How the caller follows a strip's making, and may take work off it. */
export interface StripHooks {
  /** From 0 to 1, often. */
  onProgress?: (fraction: number) => void;
  /** Takes the parts of a strip that comes from one coded item, to have them encoded elsewhere. */
  handOver?: ((part: StripPart) => void) | undefined;
}

/** Makes a strip's tokens for a JPEG: decode, turn, convert, quantize. What is handed over is not in them. */
export async function runStrip(
  task: JpegStripTask,
  source: ReadableFile,
  decode: DecodeTiles,
  encoder: JpegEncoder,
  hooks: StripHooks = {},
): Promise<Uint8Array<ArrayBuffer>[]> {
  const { width, chroma, bitDepth, quality, turn, firstMcuRow, last } = task;
  const sampleBytes = bitDepth > 8 ? 2 : 1;
  const data = await readTiles(source, task.tiles);
  encoder.setQuality(quality, chroma);
  if (task.pieces.length === 1) return runSingle(task, data, decode, encoder, hooks);

  const strip = encoder.startStrip({ width, height: task.rows, chroma, sampleBytes });
  let conversion: SampleConversion | null = null;
  await decode(task.tiles, data, (index, planes) => {
    requireAsPlanned(task, task.tiles[index]!, planes);
    if (index === 0) conversion = findSampleConversion(requireSampleFormat(task, planes));
    for (const each of task.pieces) {
      if (each.tile === index) encoder.place(strip, planes, each.from, each.to, turn);
    }
  });
  encoder.finish(strip, conversion, task.table);
  return [encoder.tokenize(strip, firstMcuRow, last)];
}

/** A strip from one coded item, in parts that are encoded as soon as the rows they need are decoded. */
async function runSingle(
  task: JpegStripTask,
  data: Uint8Array[],
  decode: DecodeTiles,
  encoder: JpegEncoder,
  { onProgress, handOver }: StripHooks,
): Promise<Uint8Array<ArrayBuffer>[]> {
  const tile = task.tiles[0]!;
  const parts = cutStrip(task);
  const waiting = parts.toSorted((a, b) => bottomOf(a.task) - bottomOf(b.task));
  const encoded: Uint8Array<ArrayBuffer>[] = [];
  let encodedRows = 0;

  const takeRows = (planes: Planes, rows: number): void => {
    requireAsPlanned(task, tile, planes);
    const format = requireSampleFormat(task, planes);
    while (waiting.length > 0 && bottomOf(waiting[0]!.task) <= rows) {
      const { index, task: part } = waiting.shift()!;
      if (handOver && parts.length > 1) {
        handOver({ index, ...detachPart(part, planes) });
        continue;
      }
      encoded[index] = encodePart(part, planes, findSampleConversion(format), encoder);
      encodedRows += part.rows;
    }
    const decoded = Math.min(rows, tile.height) / tile.height;
    onProgress?.(decodedShare * decoded + ((1 - decodedShare) * encodedRows) / task.rows);
  };
  await decode([tile], data, (_, planes) => takeRows(planes, planes.height), takeRows);
  return encoded;
}

function encodePart(
  { width, rows, chroma, bitDepth, pieces, turn, firstMcuRow, last, table }: JpegStripTask,
  planes: Planes,
  conversion: SampleConversion | null,
  encoder: JpegEncoder,
): Uint8Array<ArrayBuffer> {
  const sampleBytes = bitDepth > 8 ? 2 : 1;
  const strip = encoder.startStrip({ width, height: rows, chroma, sampleBytes });
  encoder.place(strip, planes, pieces[0]!.from, pieces[0]!.to, turn);
  encoder.finish(strip, conversion, table);
  return encoder.tokenize(strip, firstMcuRow, last);
}
