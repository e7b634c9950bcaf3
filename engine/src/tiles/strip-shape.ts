import type { Size, Turn } from '../geometry.ts';
import { composeTurns, placedSize } from '../transform/orient.ts';
import type { PlanarPicture } from './planar-picture.ts';
import type { ChromaFormat, Cicp } from '../planes/planes.ts';
import { isHdrTransfer } from '../planes/sample-format.ts';
import { type CodedTile, codedTileOf, hasPlanes } from './coded-tile.ts';
import { type Piece, layOutStrips } from './layout.ts';

/** Everything that decoding a strip needs, except the file. */
export interface StripShape {
  /** Size in pixels of the upright strip. */
  width: number;
  rows: number;
  chroma: ChromaFormat;
  bitDepth: number;
  turn: Turn;
  /** Color according to the container. `null` where the coded data decides. */
  nclx: Cicp | null;
  tiles: CodedTile[];
  /** `tile` is an index into `tiles` here. */
  pieces: Piece[];
}

/** A picture's strips, top to bottom. */
export interface StripShapes extends Size {
  chroma: ChromaFormat;
  /** First row of each strip. */
  tops: number[];
  shapes: StripShape[];
}

/**
 * Cuts a picture, with `turn` applied after it is upright, into strips. `null` where that is
 * impossible: alpha, layers, tone mapping, or edges between samples.
 */
export function planShapes(
  file: Uint8Array,
  picture: PlanarPicture,
  turn: Turn,
  startsOn: 'mcus' | 'samples' = 'mcus',
): StripShapes | null {
  const { layout, bitDepth, color } = picture;
  const placement = { ...picture.placement, ...composeTurns(picture.placement, turn) };
  const { width, height } = placedSize(placement);
  // Without a box that says otherwise, assumes what nearly all AVC has.
  const chroma = picture.chroma ?? '4:2:0';
  const { nclx } = color;
  if (nclx && isHdrTransfer(nclx.transfer)) return null;
  const strips = layOutStrips(picture, chroma, turn, startsOn);
  if (!strips) return null;
  const pictures = layout.kind === 'grid' ? layout.tiles : [picture];
  const first = pictures[0]!;
  if (pictures.some((each) => each.chroma !== first.chroma || each.bitDepth !== bitDepth))
    return null;
  if (pictures.some((each) => each.layout.kind !== 'coded' || !hasPlanes(each))) return null;
  const { transpose, flipX, flipY } = placement;
  const shapes = strips.map(({ rows, pieces }) => {
    const used = [...new Set(pieces.map(({ tile }) => tile))];
    return {
      width,
      rows,
      chroma,
      bitDepth,
      turn: { transpose, flipX, flipY },
      nclx,
      tiles: used.map((tile) => codedTileOf(pictures[tile]!, file)),
      pieces: pieces.map((piece) => ({ ...piece, tile: used.indexOf(piece.tile) })),
    };
  });
  return { width, height, chroma, tops: strips.map(({ top }) => top), shapes };
}
