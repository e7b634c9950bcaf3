import { endOfLineZeros, FaxBits } from './fax-bits.ts';
import { FaxRows } from './fax-rows.ts';

/** How rows are coded: ITU-T T.4 and T.6, TIFF 6.0 sections 10 and 11. */
export interface FaxCoding {
  /** Group 4, Group 3 with end-of-line marks, or Group 3 without. */
  kind: 'group-4' | 'group-3' | 'rows';
  /** Group 3: rows may be coded relative to the one above. */
  twoDimensional: boolean;
  /** Bit alignment of rows without marks. */
  rowAlignment: 8 | 16;
}

/** The result. Missing rows are white. */
export interface FaxResult {
  /** Some rows are missing or have a wrong length. */
  isDamaged: boolean;
  /** Bytes decoded before the first error. In Group 4, nothing after it is valid. */
  filled: number;
}

/** Source and target of decoding. */
interface FaxPage {
  bits: FaxBits;
  rows: FaxRows;
  out: Uint8Array;
  rowBytes: number;
}

function expandGroup4({ bits, rows, out, rowBytes }: FaxPage): FaxResult {
  for (let row = 0; row < out.length; row += rowBytes) {
    const isWhole = rows.readByAbove();
    if (!isWhole) {
      // Scanners with fewer rows than stated end the picture early.
      if (rows.isInMark) bits.position -= endOfLineZeros;
      const hasEnded = bits.isAtEnd() || bits.skipEndOfLine();
      return { isDamaged: true, filled: hasEnded ? out.length : row };
    }
    rows.paint(out, row);
  }
  return { isDamaged: false, filled: out.length };
}

/** Whether the first row is complete, with no mark before it or before the next one. */
function hasNoMarks({ bits, rows }: FaxPage): boolean {
  const start = bits.position;
  const hasNone = !bits.skipEndOfLine() && rows.readAlone() && !bits.skipEndOfLine();
  bits.position = start;
  return hasNone;
}

function expandGroup3(page: FaxPage, twoDimensional: boolean): FaxResult {
  // Some writers omit all marks.
  if (!twoDimensional && hasNoMarks(page)) return expandRows(page, 1);
  const { bits, rows, out, rowBytes } = page;
  let isDamaged = false;
  let isInMark = false;
  for (let row = 0; row < out.length; row += rowBytes) {
    // The rest of a damaged row must not be taken for the next row.
    const isAtMark = isInMark ? bits.skipZeros() : bits.seekEndOfLine();
    if (!isAtMark || bits.isAtEnd()) return { isDamaged: true, filled: out.length };
    const isAlone = !twoDimensional || bits.flag() === 1;
    const isWhole = isAlone ? rows.readAlone() : rows.readByAbove();
    ({ isInMark } = rows);
    rows.paint(out, row);
    if (!isWhole) isDamaged = true;
  }
  return { isDamaged, filled: out.length };
}

function expandRows({ bits, rows, out, rowBytes }: FaxPage, alignment: number): FaxResult {
  let isDamaged = false;
  for (let row = 0; row < out.length; row += rowBytes) {
    bits.position = Math.ceil(bits.position / alignment) * alignment;
    if (bits.isAtEnd()) return { isDamaged: true, filled: out.length };
    if (!rows.readAlone()) isDamaged = true;
    rows.paint(out, row);
  }
  return { isDamaged, filled: out.length };
}

/**
 * Expands fax codes into `out`, which must be zeroed. Rows begin on byte boundaries; 1 is black.
 */
export function expandFax(
  data: Uint8Array,
  out: Uint8Array,
  width: number,
  coding: FaxCoding,
): FaxResult {
  const bits = new FaxBits(data);
  const page = { bits, rows: new FaxRows(bits, width), out, rowBytes: (width + 7) >> 3 };
  if (coding.kind === 'group-4') return expandGroup4(page);
  if (coding.kind === 'group-3') return expandGroup3(page, coding.twoDimensional);
  return expandRows(page, coding.rowAlignment);
}
