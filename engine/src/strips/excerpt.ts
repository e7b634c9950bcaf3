// Picks a few representative tiles of a picture, to measure it without decoding the others.
import type { Size } from '../geometry.ts';
import type { CodedTile } from '../tiles/coded-tile.ts';
import type { Piece } from '../tiles/layout.ts';
import type { JpegStripTask } from './tasks/task.ts';

interface TilePiece {
  tile: CodedTile;
  from: Piece['from'];
}

/** Narrower tiles at the edge are not used, because all others would be cut to their size. */
const leastShare = 0.5;

function codedBytes({ data }: CodedTile): number {
  return data instanceof Uint8Array ? data.length : data.end - data.start;
}

/** Makes a length even, for chroma samples too: chroma is at most halved. */
function even(length: number): number {
  return length - (length % 2);
}

function findPieces(tasks: readonly JpegStripTask[]): TilePiece[] {
  const all = tasks.flatMap(({ tiles, pieces }) =>
    pieces.map(({ tile, from }) => ({ tile: tiles[tile]!, from })),
  );
  const width = Math.max(...all.map(({ from }) => from.width));
  const height = Math.max(...all.map(({ from }) => from.height));
  return all.filter(
    ({ from }) => from.width >= width * leastShare && from.height >= height * leastShare,
  );
}

/**
 * One strip of `count` of a picture's tiles, side by side. Tiles with few and with many bytes are
 * combined so that bytes per pixel match the whole. `null` if the picture has at most twice as many
 * tiles, or is resampled.
 */
export function planExcerpt(
  tasks: readonly JpegStripTask[],
  count: number,
): { task: JpegStripTask; size: Size } | null {
  const [first] = tasks;
  if (first?.output.kind !== 'samples' || first.output.resampling) return null;
  const pieces = findPieces(tasks).sort((a, b) => codedBytes(a.tile) - codedBytes(b.tile));
  if (pieces.length <= 2 * count) return null;
  const chosen = Array.from(
    { length: count },
    (_, index) => pieces[Math.floor(((index + 0.5) / count) * pieces.length)]!,
  );
  const width = even(Math.min(...chosen.map(({ from }) => from.width)));
  const height = even(Math.min(...chosen.map(({ from }) => from.height)));
  const cell = first.turn.transpose ? { width: height, height: width } : { width, height };
  const columns = largestDivisor(count);
  const size = { width: columns * cell.width, height: (count / columns) * cell.height };
  const task: JpegStripTask = {
    ...first,
    width: size.width,
    rows: size.height,
    firstMcuRow: 0,
    last: true,
    tiles: chosen.map(({ tile }) => tile),
    pieces: chosen.map(({ from }, index) => ({
      tile: index,
      from: { ...from, width, height },
      to: { x: (index % columns) * cell.width, y: Math.floor(index / columns) * cell.height },
    })),
  };
  return { task, size };
}

/** Number of columns for `count` tiles in a block without gaps, as square as possible. */
function largestDivisor(count: number): number {
  let columns = Math.ceil(Math.sqrt(count));
  while (count % columns !== 0) columns++;
  return columns;
}
