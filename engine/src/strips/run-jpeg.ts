import { release } from '../bytes/release.ts';
import { mostPixelsAtOnce } from '../geometry.ts';
import {
  type SampleConversion,
  findSampleConversion,
} from '../formats/jpeg/encoder/sample-conversion.ts';
import type { Planes } from '../planes/planes.ts';
import { requireSampleFormat, requireAsPlanned } from '../tiles/as-planned.ts';
import type { ColumnTaker, DecodeTiles, RowListener } from '../tiles/coded-tile.ts';
import { type ReadableFile, readTiles } from '../tiles/read-tiles.ts';
import {
  bottomOf,
  cutStrip,
  detachPart,
  lowerPart,
  rightPart,
  topOf,
  type StripPart,
} from './parts.ts';
import { decodedShare } from './progress.ts';
import { type JpegTools, outputOf } from './strip-output.ts';
import { type KeptPart, type MadeStrip, type StripResult, wholeOf } from './tasks/result.ts';
import type { JpegStripTask, SharedStripTask } from './tasks/task.ts';

/** Callbacks to follow how a strip is made, and to share its work. */
export interface StripHooks {
  /** Called often, with 0 to 1. */
  onProgress?: (fraction: number) => void;
  sharing?: Sharing | undefined;
}

/** Other workers that help with a strip from one coded item. */
interface Sharing {
  /** How many of them were idle. */
  others: number;
  /** Takes a part that one of them is to encode. */
  handOver(part: StripPart<SharedStripTask>): void;
}

/**
 * Makes a strip: decodes, turns, converts, and then does what its task says. The result lacks parts
 * that were handed over.
 */
export async function runStrip(
  task: JpegStripTask,
  source: ReadableFile,
  decode: DecodeTiles,
  tools: JpegTools,
  hooks: StripHooks = {},
): Promise<MadeStrip> {
  const { encoder } = tools;
  const { width, chroma, bitDepth, quality, turn } = task;
  const sampleBytes = bitDepth > 8 ? 2 : 1;
  const data = await readTiles(source, task.tiles);
  encoder.setQuality(quality, chroma);
  if (task.pieces.length === 1) {
    const result = await runSingle(task, data, decode, tools, hooks);
    releaseRead(task, data);
    return result;
  }

  const strip = encoder.samples.startStrip({ width, height: task.rows, chroma, sampleBytes });
  let conversion: SampleConversion | null = null;
  await decode(task.tiles, data, (index, planes) => {
    requireAsPlanned(task, task.tiles[index]!, planes);
    if (index === 0) conversion = findSampleConversion(requireSampleFormat(task, planes));
    for (const each of task.pieces) {
      if (each.tile === index) encoder.samples.place(strip, planes, each.from, each.to, turn);
    }
  });
  releaseRead(task, data);
  encoder.samples.finish(strip, conversion, task.table, task.toSrgb);
  return outputOf(task, strip, tools);
}

/** Releases what was read of the file. Data that came with the task belongs to the task. */
function releaseRead({ tiles }: JpegStripTask, data: readonly Uint8Array[]): void {
  tiles.forEach((tile, index) => {
    if (!(tile.data instanceof Uint8Array)) release(data[index]!.buffer);
  });
}

/**
 * Decoding by columns reads coded data twice, which takes up to twice as long. That pays if a
 * turned picture has too many samples to wait for its last row, or if its samples are kept
 * afterwards.
 */
function goesByColumns({ turn, output, tiles: [tile] }: JpegStripTask): boolean {
  const isLarge = tile!.width * tile!.height > mostPixelsAtOnce;
  return turn.transpose && (isLarge || output.kind === 'samples');
}

/**
 * Makes a strip from one coded item, in parts that are encoded as soon as the rows they need are
 * decoded.
 */
async function runSingle(
  task: JpegStripTask,
  data: Uint8Array[],
  decode: DecodeTiles,
  tools: JpegTools,
  { onProgress, sharing }: StripHooks,
): Promise<MadeStrip> {
  const tile = task.tiles[0]!;
  const parts = cutStrip(task);
  const waiting = parts.toSorted((a, b) => bottomOf(a.task) - bottomOf(b.task));
  const kept: KeptPart[] = [];
  let encodedRows = 0;

  const helpers = parts.length > 1 ? sharing : undefined;
  const handOver = (index: number, part: JpegStripTask, planes: Planes): void =>
    helpers?.handOver({ index, ...detachPart(part, planes) });
  const encodeHere = (index: number, part: JpegStripTask, planes: Planes): void => {
    const conversion = findSampleConversion(requireSampleFormat(task, planes));
    const { isFilled = false } = planes;
    kept.push({ index, result: { ...encodePart(part, planes, conversion, tools), isFilled } });
    encodedRows += part.rows;
  };
  const report = (decoded: number): void =>
    onProgress?.(decodedShare * decoded + ((1 - decodedShare) * encodedRows) / task.rows);

  const takeRows: RowListener = (planes, rows, top) => {
    requireAsPlanned(task, tile, planes);
    requireSampleFormat(task, planes);
    const count = waiting.findIndex((each) => bottomOf(each.task) > rows);
    const ready = waiting.splice(0, count < 0 ? waiting.length : count);
    // The decoding worker has time for its share only once decoding is over.
    const share = rows < tile.height ? 0 : Math.ceil(ready.length / ((helpers?.others ?? 0) + 1));
    const handed = helpers ? ready.length - share : 0;
    ready.forEach(({ index, task: part }, at) =>
      (at < handed ? handOver : encodeHere)(index, lowerPart(part, top), planes),
    );
    report(Math.min(rows, tile.height) / tile.height);
    return Math.min(...waiting.map((each) => topOf(each.task)));
  };
  const columns: ColumnTaker = {
    wanted: parts.map(({ task: { pieces } }) => pieces[0]!.from),
    take(planes, index, left) {
      requireAsPlanned(task, tile, planes);
      (helpers ? handOver : encodeHere)(index, rightPart(parts[index]!.task, left), planes);
      report((index + 1) / parts.length);
    },
  };
  await decode(
    [tile],
    data,
    (_, planes) => void takeRows(planes, planes.height, 0),
    takeRows,
    goesByColumns(task) ? columns : undefined,
  );
  const made: MadeStrip = { kind: 'kept', parts: kept };
  return helpers ? made : wholeOf(made);
}

function encodePart(
  task: JpegStripTask,
  planes: Planes,
  conversion: SampleConversion | null,
  tools: JpegTools,
): StripResult {
  const { encoder } = tools;
  const { width, rows, chroma, bitDepth, pieces, turn, table, toSrgb } = task;
  const sampleBytes = bitDepth > 8 ? 2 : 1;
  const strip = encoder.samples.startStrip({ width, height: rows, chroma, sampleBytes });
  encoder.samples.place(strip, planes, pieces[0]!.from, pieces[0]!.to, turn);
  encoder.samples.finish(strip, conversion, table, toSrgb);
  return outputOf(task, strip, tools);
}
