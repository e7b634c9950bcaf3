import type { Rectangle } from '@stillpix/engine';
import type { Size } from '../geometry/crop.ts';

/** Which pieces of a result are drawn, to be encoded separately. */
export type Cut =
  /** Patches from all over the picture. */
  | { kind: 'patches' }
  /**
   * Whole rows from all over it, for encoders that predict a pixel from those above and far to the
   * left.
   */
  | { kind: 'rows' }
  /** One part, in pixels of the result, drawn at a scale of at most 1. */
  | { kind: 'part'; part: Rectangle; scale: number };

/** A part of the result, and where it is drawn. */
export interface Piece extends Rectangle {
  toX: number;
  toY: number;
}

/** Side of a patch in pixels: whole blocks of every encoder. */
const patchSide = 64;

/** Patches per row, and rows. More patches are closer to the whole, but take longer. */
const maxPatches = 12;

/** Height of a band. Its first row has none above it and so takes more bytes than the others. */
const bandRows = 32;
const maxBands = 10;

/**
 * The pieces that represent a picture of this size, the size of the canvas for them, and their
 * scale.
 */
export function piecesOf(cut: Cut, size: Size): { pieces: Piece[]; canvas: Size; scale: number } {
  if (cut.kind === 'part') {
    const { part, scale } = cut;
    const scaled = (length: number) => Math.max(1, Math.round(length * scale));
    const canvas = { width: scaled(part.width), height: scaled(part.height) };
    return { pieces: [{ ...part, toX: 0, toY: 0 }], canvas, scale };
  }
  const inRows = cut.kind === 'rows';
  const width = inRows ? size.width : Math.min(patchSide, size.width);
  const height = Math.min(inRows ? bandRows : patchSide, size.height);
  const max = inRows ? maxBands : maxPatches;
  const columns = Math.min(inRows ? 1 : max, Math.floor(size.width / width));
  const rows = Math.min(max, Math.floor(size.height / height));
  const pieces: Piece[] = [];
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      pieces.push({
        x: placeOf(column, columns, size.width, width),
        y: placeOf(row, rows, size.height, height),
        width,
        height,
        toX: column * width,
        toY: row * height,
      });
    }
  }
  return { pieces, canvas: { width: columns * width, height: rows * height }, scale: 1 };
}

/** Evenly spread, aligned to chroma blocks. */
function placeOf(index: number, count: number, length: number, patch: number): number {
  const wanted = ((index + 0.5) / count) * length - patch / 2;
  return Math.max(0, Math.min(length - patch, Math.round(wanted / 16) * 16));
}
