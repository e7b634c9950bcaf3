import { EngineError } from '../errors.ts';
import type { JpegEncoder } from '../formats/jpeg/encoder.ts';
import type { Nclx } from '../heif/properties.ts';
import type { SampleConversion, SampleFormat } from '../formats/jpeg/sample-conversion.ts';
import { findSampleConversion } from '../formats/jpeg/sample-conversion.ts';
import type { Planes } from '../planes/planes.ts';
import { decodedShare } from '../run/convert-file.ts';
import { bottomOf, cutStrip, detachPart, type StripPart } from './parts.ts';
import type { CodedTile, JpegStripTask, StripShape } from './task.ts';
import { isHdrTransfer } from './task.ts';

/**
 * Decodes coded items and hands out their planes in order; they need only hold while `take` runs. A
 * decoder that can tells `onRows`, which goes with a single item, how many rows from the top are as
 * they will be; the planes then hold while that runs.
 */
export type DecodeTiles = (
  tiles: readonly CodedTile[],
  data: readonly Uint8Array[],
  take: (index: number, planes: Planes) => void,
  onRows?: (planes: Planes, rows: number) => void,
) => Promise<void>;

/** A file of which parts can be read: a Blob. */
export interface Source {
  slice(start: number, end: number): { arrayBuffer(): Promise<ArrayBuffer> };
}

/** One read for all tiles, when what lies between them is not much more than they are. */
export async function readTiles(source: Source, tiles: CodedTile[]): Promise<Uint8Array[]> {
  const ranges = tiles.flatMap(({ data }) => (data instanceof Uint8Array ? [] : [data]));
  const start = Math.min(...ranges.map((range) => range.start));
  const end = Math.max(...ranges.map((range) => range.end));
  const wanted = ranges.reduce((sum, range) => sum + range.end - range.start, 0);
  const together = ranges.length > 1 && end - start <= wanted * 1.5;
  const all = together ? new Uint8Array(await source.slice(start, end).arrayBuffer()) : null;
  return Promise.all(
    tiles.map(async ({ data }) => {
      if (data instanceof Uint8Array) return data;
      if (all) return all.subarray(data.start - start, data.end - start);
      return new Uint8Array(await source.slice(data.start, data.end).arrayBuffer());
    }),
  );
}

/** What samples mean: the container's word goes before the coded data's (ISO/IEC 23008-12, 6.5.5). */
export function sampleFormatOf(nclx: Nclx | null, planes: Planes): SampleFormat {
  const { colour } = planes;
  return {
    gray: planes.chroma === '4:0:0',
    bitDepth: planes.bitDepth,
    chromaBitDepth: planes.chromaBitDepth,
    // ITU-T H.265, E.3.1: limited where neither box nor stream says anything.
    fullRange: nclx?.fullRange ?? colour?.fullRange ?? false,
    matrix: nclx && nclx.matrix !== 2 ? nclx.matrix : (colour?.matrix ?? 2),
  };
}

/** What a strip's samples mean. Throws `unsupported-feature` when they turn out to be HDR. */
export function requireSampleFormat({ nclx }: StripShape, planes: Planes): SampleFormat {
  const { colour } = planes;
  const transfer = nclx?.transfer ?? colour?.transfer ?? 2;
  if (isHdrTransfer(transfer)) {
    throw new EngineError('unsupported-feature', 'the picture needs tone mapping', {
      feature: 'hdr-transfer',
    });
  }
  return sampleFormatOf(nclx, planes);
}

/** Containers describe what they hold wrongly at times; a plan made on that is no good. */
export function requireAsPlanned(task: StripShape, tile: CodedTile, planes: Planes): void {
  const deep = Math.max(planes.bitDepth, planes.chromaBitDepth) > 8;
  if (planes.chroma !== task.chroma || deep !== task.bitDepth > 8) {
    throw new EngineError('unsupported-feature', 'the samples are not as the container says', {
      feature: 'misdescribed-samples',
    });
  }
  if (planes.width < tile.width || planes.height < tile.height) {
    throw new EngineError(
      'corrupt-file',
      `a tile is ${planes.width}x${planes.height}, not ${tile.width}x${tile.height}`,
    );
  }
}

/** How the caller follows a strip's making, and may take work off it. */
export interface StripHooks {
  /** From 0 to 1, often. */
  onProgress?: (fraction: number) => void;
  /** Takes the parts of a strip that comes from one coded item, to have them encoded elsewhere. */
  handOver?: ((part: StripPart) => void) | undefined;
}

/** Makes a strip's scan data for a JPEG: decode, turn, convert, encode. What is handed over is not in it. */
export async function runStrip(
  task: JpegStripTask,
  source: Source,
  decode: DecodeTiles,
  encoder: JpegEncoder,
  hooks: StripHooks = {},
): Promise<Uint8Array<ArrayBuffer>[]> {
  const { width, chroma, bitDepth, quality, turn, firstMcuRow, last } = task;
  const sampleBytes = bitDepth > 8 ? 2 : 1;
  const data = await readTiles(source, task.tiles);
  encoder.setQuality(quality);
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
  encoder.finish(strip, conversion);
  return [encoder.encode(strip, firstMcuRow, last)];
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
  { width, rows, chroma, bitDepth, pieces, turn, firstMcuRow, last }: JpegStripTask,
  planes: Planes,
  conversion: SampleConversion | null,
  encoder: JpegEncoder,
): Uint8Array<ArrayBuffer> {
  const sampleBytes = bitDepth > 8 ? 2 : 1;
  const strip = encoder.startStrip({ width, height: rows, chroma, sampleBytes });
  encoder.place(strip, planes, pieces[0]!.from, pieces[0]!.to, turn);
  encoder.finish(strip, conversion);
  return encoder.encode(strip, firstMcuRow, last);
}
