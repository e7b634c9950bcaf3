// A picture of one coded item is decoded by one worker. It is then cut into parts for other
// workers.
import { EngineError } from '../errors.ts';
import type { Planes } from '../planes/planes.ts';
import { samplingOf } from '../planes/sampling.ts';
import type { Piece } from '../tiles/layout.ts';
import { comesWhole, partRowsOf } from '../tiles/coded-tile.ts';
import type { StripShape } from '../tiles/strip-shape.ts';
import type { JpegStripTask, McuRowsTask } from './tasks/task.ts';

/** A strip of decoded planes, which are copies. */
export interface StripPart<Task extends StripShape = JpegStripTask> {
  /** Index of the part, from the top of the picture. */
  index: number;
  task: Task;
  planes: Planes;
}

/** Tasks on decoded planes have nothing to read. */
export const noData = new Uint8Array(0);

/** Whether a strip is a part already. */
function isPart({ tiles: [tile] }: McuRowsTask): boolean {
  return tile!.data instanceof Uint8Array && tile!.data.length === 0;
}

/**
 * The part of a piece that lies in rows `top` to `top + rows` of the strip. `to` counts from `top`.
 */
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

/** The row of the coded item below the last one that a part needs. */
export function bottomOf({ pieces: [piece] }: JpegStripTask): number {
  return piece!.from.y + piece!.from.height;
}

/** The first row of the coded item that a part needs. */
export function topOf({ pieces: [piece] }: JpegStripTask): number {
  return piece!.from.y;
}

/** The part, if the item's planes begin at row `top`. */
export function lowerPart(part: JpegStripTask, top: number): JpegStripTask {
  if (top === 0) return part;
  const piece = part.pieces[0]!;
  const from = { ...piece.from, y: piece.from.y - top };
  return { ...part, pieces: [{ ...piece, from }] };
}

/** The part, if the rows of the item's planes begin at column `left`. */
export function rightPart(part: JpegStripTask, left: number): JpegStripTask {
  const piece = part.pieces[0]!;
  const from = { ...piece.from, x: piece.from.x - left };
  return { ...part, pieces: [{ ...piece, from }] };
}

/**
 * Cuts a strip made from one coded item into parts, from the top of the upright picture. A part
 * stays as it is.
 */
export function cutStrip<Task extends McuRowsTask>(task: Task): { index: number; task: Task }[] {
  const mcuHeight = 8 * samplingOf(task.chroma).down;
  const someRows = partRowsOf(task.rows, comesWhole(task.tiles[0]!) ? task.width : undefined);
  const partRows = isPart(task) ? task.rows : someRows;
  const parts: { index: number; task: Task }[] = [];
  for (let top = 0; top < task.rows; top += partRows) {
    const rows = Math.min(partRows, task.rows - top);
    const part: Task = {
      ...task,
      rows,
      pieces: [cutPiece(task.pieces[0]!, task, top, rows)],
      firstMcuRow: task.firstMcuRow + top / mcuHeight,
      last: task.last && top + rows === task.rows,
    };
    parts.push({ index: parts.length, task: part });
  }
  return parts;
}

/** A part with its own copy of the planes, limited to what it needs. */
export function detachPart<Task extends McuRowsTask>(
  part: Task,
  planes: Planes,
): Pick<StripPart<Task>, 'task' | 'planes'> {
  const piece = part.pieces[0]!;
  const { from } = piece;
  const tile = { ...part.tiles[0]!, width: from.width, height: from.height, data: noData };
  return {
    task: { ...part, tiles: [tile], pieces: [{ ...piece, from: { ...from, x: 0, y: 0 } }] },
    planes: isAllOf(planes, from)
      ? { ...planes, width: from.width, height: from.height }
      : copyPart(planes, from),
  };
}

/** Whether the planes hold exactly this part, and so need no copy. */
function isAllOf({ isOwn = false, planes, strides, width }: Planes, part: Piece['from']): boolean {
  const rows = planes[0]!.length / strides[0]!;
  return isOwn && part.x === 0 && part.y === 0 && part.width === width && part.height === rows;
}

/** Copies a part without gaps. With subsampled chroma, the part begins on a chroma sample. */
function copyPart(source: Planes, part: Piece['from']): Planes {
  const { across, down } = samplingOf(source.chroma);
  const strides: number[] = [];
  const planes = source.planes.map((plane, component) => {
    const [stepX, stepY] = component === 0 ? [1, 1] : [across, down];
    const width = Math.ceil(part.width / stepX);
    const height = Math.ceil(part.height / stepY);
    const stride = source.strides[component]!;
    const start = (part.y / stepY) * stride + part.x / stepX;
    if (start + (height - 1) * stride + width > plane.length) {
      throw new EngineError('corrupt-file', 'decoded planes do not fit where they belong');
    }
    const copy =
      plane instanceof Uint16Array
        ? new Uint16Array(width * height)
        : new Uint8Array(width * height);
    for (let row = 0; row < height; row++) {
      const first = start + row * stride;
      copy.set(plane.subarray(first, first + width), row * width);
    }
    strides.push(width);
    return copy;
  });
  return { ...source, width: part.width, height: part.height, planes, strides };
}
