import type { Placement, Rectangle, Size, Turn } from '../geometry.ts';
import { composeTurns, noTurn, placedSize } from '../transform/orient.ts';
import type { PlanarPicture } from './planar-picture.ts';
import type { ChromaFormat } from '../planes/planes.ts';
import { samplingOf } from '../planes/sampling.ts';

/** A part of one tile, and its position in the upright strip. In luma samples. */
export interface Piece {
  /** Index of the tile in the grid, in row order. 0 for a picture without a grid. */
  tile: number;
  /** Rectangle in the tile, before the turn. */
  from: Rectangle;
  /** Position in the strip, after the turn. */
  to: { x: number; y: number };
}

/**
 * Full-width rows of the upright picture. One worker makes them from the tiles that they lie in.
 */
export interface StripLayout {
  /**
   * First row in the upright picture. A multiple of the MCU height, or of another step that strips
   * begin on.
   */
  top: number;
  rows: number;
  pieces: Piece[];
}

/**
 * When tile rows do not end on MCU rows, some tiles are decoded for two strips. This limits the
 * total, relative to the tiles.
 */
const maxRepeat = 1.3;

/** A picture's tiles as a regular grid. A coded picture is a grid of one. */
interface Tiling {
  rows: number;
  columns: number;
  tile: Size;
}

function tilingOf({ layout, canvas }: PlanarPicture): Tiling | null {
  if (layout.kind === 'coded') return { rows: 1, columns: 1, tile: canvas };
  if (layout.kind !== 'grid') return null;
  const { rows, columns, tile, tiles } = layout;
  const plain = tiles.every(
    (each) => each.layout.kind === 'coded' && each.transforms.length === 0 && each.alpha === null,
  );
  return plain ? { rows, columns, tile } : null;
}

/**
 * The part of the crop, relative to its corner, that becomes the upright rows `top` to `top +
 * rows`.
 */
function sourceOf(
  { crop, transpose, flipX, flipY }: Placement,
  top: number,
  rows: number,
): Rectangle {
  if (transpose) {
    const x = flipX ? crop.width - top - rows : top;
    return { x, y: 0, width: rows, height: crop.height };
  }
  const y = flipY ? crop.height - top - rows : top;
  return { x: 0, y, width: crop.width, height: rows };
}

/** Upright position of a part of the crop. */
function targetOf(
  { crop, transpose, flipX, flipY }: Placement,
  part: Rectangle,
): { x: number; y: number } {
  const a = flipX ? crop.width - part.x - part.width : part.x;
  const b = flipY ? crop.height - part.y - part.height : part.y;
  return transpose ? { x: b, y: a } : { x: a, y: b };
}

function layOutStrip(tiling: Tiling, placement: Placement, top: number, rows: number): StripLayout {
  const { crop } = placement;
  const { tile } = tiling;
  const source = sourceOf(placement, top, rows);
  const left = crop.x + source.x;
  const right = left + source.width;
  const upper = crop.y + source.y;
  const lower = upper + source.height;
  const pieces: Piece[] = [];
  for (let row = Math.floor(upper / tile.height); row * tile.height < lower; row++) {
    for (let column = Math.floor(left / tile.width); column * tile.width < right; column++) {
      const x = Math.max(left, column * tile.width);
      const y = Math.max(upper, row * tile.height);
      const width = Math.min(right, (column + 1) * tile.width) - x;
      const height = Math.min(lower, (row + 1) * tile.height) - y;
      const to = targetOf(placement, { x: x - crop.x, y: y - crop.y, width, height });
      pieces.push({
        tile: row * tiling.columns + column,
        from: { x: x - column * tile.width, y: y - row * tile.height, width, height },
        to: { x: to.x, y: to.y - top },
      });
    }
  }
  return { top, rows, pieces };
}

/** Upright rows at which a new row (for a quarter turn, column) of tiles begins. */
function tileEdges(tiling: Tiling, { crop, transpose, flipX, flipY }: Placement): number[] {
  const [start, length, step, count, flipped] = transpose
    ? [crop.x, crop.width, tiling.tile.width, tiling.columns, flipX]
    : [crop.y, crop.height, tiling.tile.height, tiling.rows, flipY];
  const edges: number[] = [];
  for (let i = 1; i < count; i++) {
    const edge = i * step - start;
    if (edge > 0 && edge < length) edges.push(flipped ? length - edge : edge);
  }
  return edges.sort((a, b) => a - b);
}

function isAligned(strip: StripLayout, placement: Placement, chroma: ChromaFormat): boolean {
  const { across, down } = samplingOf(chroma);
  const { crop, flipX, flipY } = placement;
  // Mirroring an odd width (or height) would need chroma samples between the existing ones.
  if ((flipX && crop.width % across !== 0) || (flipY && crop.height % down !== 0)) return false;
  return strip.pieces.every(
    ({ from, to }) =>
      from.x % across === 0 && from.y % down === 0 && to.x % across === 0 && to.y % down === 0,
  );
}

/**
 * Cuts a picture, with `turn` applied after it is upright, into strips. Each is the work of one row
 * of tiles (one column if turned by a quarter). `null` when planes cannot do it: layers, alpha,
 * tiles with their own transforms, or edges between chroma samples.
 *
 * @param startsOn `mcus`, or `samples` where strips are not encoded one by one.
 */
export function layOutStrips(
  picture: PlanarPicture,
  chroma: ChromaFormat,
  turn: Turn = noTurn,
  startsOn: 'mcus' | 'samples' = 'mcus',
): StripLayout[] | null {
  const placement = { ...picture.placement, ...composeTurns(picture.placement, turn) };
  const { height } = placedSize(placement);
  const tiling = tilingOf(picture);
  if (!tiling || picture.alpha) return null;
  // Turned 4:2:2 would be subsampled only vertically. Few decoders are tested with that.
  if (placement.transpose && chroma === '4:2:2') return null;
  const step = samplingOf(chroma).down * (startsOn === 'mcus' ? 8 : 1);
  const edges = tileEdges(tiling, placement).map((edge) => edge - (edge % step));
  const used = layOutStrip(tiling, placement, 0, height).pieces.length;

  for (let every = 1; ; every++) {
    const tops = [0, ...edges.filter((edge, i) => edge > 0 && (i + 1) % every === 0)];
    const strips = [...new Set(tops)].map((top, i, all) =>
      layOutStrip(tiling, placement, top, (all[i + 1] ?? height) - top),
    );
    const decoded = strips.reduce((sum, { pieces }) => sum + pieces.length, 0);
    if (decoded > used * maxRepeat && strips.length > 1) continue;
    return strips.every((strip) => isAligned(strip, placement, chroma)) ? strips : null;
  }
}
