import { EngineError } from '../errors.ts';
import type { JpegEncoder } from '../jpeg/encoder.ts';
import { samplingOf } from '../jpeg/header.ts';
import type { Nclx } from '../heif/properties.ts';
import type { SampleConversion, SampleFormat } from '../jpeg/sample-conversion.ts';
import { findSampleConversion } from '../jpeg/sample-conversion.ts';
import type { Planes } from '../planes.ts';
import type { Piece } from './layout.ts';
import type { CodedTile, JpegStripTask, StripShape } from './task.ts';
import { isHdrTransfer } from './task.ts';

/** Decodes coded items and hands out their planes in order; they need only hold while `take` runs. */
export type DecodeTiles = (
  tiles: readonly CodedTile[],
  data: readonly Uint8Array[],
  take: (index: number, planes: Planes) => void,
) => Promise<void>;

/** A file of which parts can be read: a Blob. */
export interface Source {
  slice(start: number, end: number): { arrayBuffer(): Promise<ArrayBuffer> };
}

/** Rows of a picture that is one coded item which are encoded at a time. */
const subStripRows = 256;

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

/** The part of a piece that lies in rows `top` to `top + rows` of the strip, `to` counted from there. */
function cutPiece(piece: Piece, task: StripShape, top: number, rows: number): Piece {
  const { from, to } = piece;
  const { transpose, flipX, flipY } = task.turn;
  if (transpose) {
    const x = flipX ? from.x + from.width - (top - to.y) - rows : from.x + top - to.y;
    return { ...piece, from: { ...from, x, width: rows }, to: { x: to.x, y: 0 } };
  }
  const y = flipY ? from.y + from.height - (top - to.y) - rows : from.y + top - to.y;
  return { ...piece, from: { ...from, y, height: rows }, to: { x: to.x, y: 0 } };
}

/** Makes a strip's scan data for a JPEG: decode, turn, convert, encode. */
export async function runStrip(
  task: JpegStripTask,
  source: Source,
  decode: DecodeTiles,
  encoder: JpegEncoder,
): Promise<Uint8Array<ArrayBuffer>[]> {
  const { width, chroma, bitDepth, quality, turn, firstMcuRow, last } = task;
  const sampleBytes = bitDepth > 8 ? 2 : 1;
  const data = await readTiles(source, task.tiles);
  encoder.setQuality(quality);

  const [piece, ...further] = task.pieces;
  if (further.length > 0) {
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

  const mcuHeight = 8 * samplingOf(chroma).down;
  const parts: Uint8Array<ArrayBuffer>[] = [];
  await decode(task.tiles, data, (_, planes) => {
    requireAsPlanned(task, task.tiles[0]!, planes);
    const conversion = findSampleConversion(requireSampleFormat(task, planes));
    for (let top = 0; top < task.rows; top += subStripRows) {
      const rows = Math.min(subStripRows, task.rows - top);
      const strip = encoder.startStrip({ width, height: rows, chroma, sampleBytes });
      const { from, to } = cutPiece(piece!, task, top, rows);
      encoder.place(strip, planes, from, to, turn);
      encoder.finish(strip, conversion);
      const isLast = last && top + rows === task.rows;
      parts.push(encoder.encode(strip, firstMcuRow + top / mcuHeight, isLast));
    }
  });
  return parts;
}
