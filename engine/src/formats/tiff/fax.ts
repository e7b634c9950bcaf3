import { blackRuns, codeBits, lengthShift, modes, modeTable, whiteRuns } from './fax-codes.ts';

/** How rows are coded: ITU-T T.4 and T.6, TIFF 6.0 sections 10 and 11. */
export interface FaxCoding {
  /** Group 4, Group 3 with a mark at each row's end, or Group 3 without any. */
  kind: 'group-4' | 'group-3' | 'rows';
  /** Group 3: rows may be told by the one above. */
  twoDimensional: boolean;
  /** Bits that the start of a row without marks is aligned to. */
  rowAlignment: 8 | 16;
}

const valueMask = (1 << lengthShift) - 1;

/** So many zeros, and at last a one, end a row. */
const endOfLineZeros = 11;

/** Reads codes from the high bit down. Zeros lie behind the end. */
class FaxBits {
  readonly #bytes: Uint8Array;
  readonly end: number;
  position = 0;

  constructor(data: Uint8Array) {
    this.#bytes = new Uint8Array(data.length + 8);
    this.#bytes.set(data);
    this.end = data.length * 8;
  }

  /** The next 13 bits. */
  peek(): number {
    const at = this.position >> 3;
    const bytes = this.#bytes;
    const word = (bytes[at]! << 16) | (bytes[at + 1]! << 8) | bytes[at + 2]!;
    return (word >> (24 - codeBits - (this.position & 7))) & ((1 << codeBits) - 1);
  }

  isAtEnd(): boolean {
    return this.position >= this.end;
  }

  /** A run with all its make-up codes; -1 for what is no code. */
  run(table: Uint16Array): number {
    let length = 0;
    for (;;) {
      const entry = table[this.peek()]!;
      if (entry === 0 || this.isAtEnd()) return -1;
      this.position += entry >> lengthShift;
      const part = entry & valueMask;
      length += part;
      if (part < 64) return length;
    }
  }

  /** Goes over a row's end mark and the zeros in front of it; `false`, and stays, where there is none. */
  skipEndOfLine(): boolean {
    const start = this.position;
    while (this.position < this.end && this.#bit(this.position) === 0) this.position++;
    const isMark = this.position < this.end && this.position - start >= endOfLineZeros;
    this.position = isMark ? this.position + 1 : start;
    return isMark;
  }

  /** Looks for the next end of a row. */
  seekEndOfLine(): boolean {
    for (; this.position < this.end; this.position++) {
      if (this.peek() >> (codeBits - endOfLineZeros) === 0) return this.skipEndOfLine();
    }
    return false;
  }

  flag(): number {
    return this.#bit(this.position++);
  }

  #bit(position: number): number {
    return (this.#bytes[position >> 3]! >> (7 - (position & 7))) & 1;
  }
}

/** Sets the bits of pixels from `x` to before `stop`. */
function fillBlack(out: Uint8Array, row: number, x: number, stop: number): void {
  if (x >= stop) return;
  const first = row + (x >> 3);
  const last = row + (stop >> 3);
  const head = 0xff >> (x & 7);
  const tail = 0xff & (0xff00 >> (stop & 7));
  if (first === last) {
    out[first]! |= head & tail;
    return;
  }
  out[first]! |= head;
  out.fill(0xff, first + 1, last);
  if (tail !== 0) out[last]! |= tail;
}

/** Decodes row after row: where colors change, which starts with white. */
class FaxRows {
  readonly bits: FaxBits;
  readonly #width: number;
  /** Of the row above, and of the row at hand. Behind the last change the width stands. */
  #above: Int32Array;
  #changes: Int32Array;
  #count = 0;

  constructor(data: Uint8Array, width: number) {
    this.bits = new FaxBits(data);
    this.#width = width;
    // Runs without length are changes as well; a row has no more codes than this, or is broken.
    this.#above = new Int32Array(2 * width + 8).fill(width);
    this.#changes = new Int32Array(2 * width + 8);
  }

  /** A row that stands for itself. Returns whether it is as long as it should be. */
  readAlone(): boolean {
    this.#count = 0;
    let x = 0;
    let isBlack = false;
    while (x < this.#width) {
      const run = this.bits.run(isBlack ? blackRuns : whiteRuns);
      if (run < 0 || !this.#hasRoom()) return this.#endRow(false);
      x += run;
      this.#put(x);
      isBlack = !isBlack;
    }
    return this.#endRow(x === this.#width);
  }

  /** A row told by the one above, which is as long as it should be. */
  readByAbove(): boolean {
    const width = this.#width;
    const above = this.#above;
    this.#count = 0;
    let x = 0;
    // The first change above at a pixel that is not passed yet; in front of the row stands a white one.
    let reference = 0;
    let isBlack = false;
    let isStart = true;
    while (x < width) {
      const entry = modeTable[this.bits.peek()]!;
      if (entry === 0 || this.bits.isAtEnd() || !this.#hasRoom()) return this.#endRow(false);
      this.bits.position += entry >> lengthShift;
      const mode = entry & valueMask;
      while (
        above[reference]! < width &&
        (isStart ? above[reference]! < 0 : above[reference]! <= x)
      )
        reference += 2;
      if (mode === modes.pass) {
        x = above[reference + 1]!;
        isStart = false;
        continue;
      }
      if (mode === modes.horizontal) {
        const first = this.bits.run(isBlack ? blackRuns : whiteRuns);
        const second = first < 0 ? -1 : this.bits.run(isBlack ? whiteRuns : blackRuns);
        if (first >= 0) this.#put((x += first));
        if (second < 0) return this.#endRow(false);
        this.#put((x += second));
        isStart = false;
        continue;
      }
      const change = above[reference]! + mode - modes.vertical;
      if (change < x) return this.#endRow(false);
      x = change;
      this.#put(x);
      isBlack = !isBlack;
      reference = reference > 0 ? reference - 1 : 1;
      isStart = false;
    }
    return this.#endRow(x === width);
  }

  #hasRoom(): boolean {
    return this.#count + 8 < this.#changes.length;
  }

  #put(x: number): void {
    this.#changes[this.#count++] = Math.min(x, this.#width);
  }

  /** What is missing of a row is white. */
  #endRow(isWhole: boolean): boolean {
    if (!isWhole && this.#count % 2 === 1) this.#count--;
    this.#changes.fill(this.#width, this.#count, this.#count + 4);
    return isWhole;
  }

  /** Sets the black pixels of the row at hand, which then is the one above. */
  paint(out: Uint8Array, row: number): void {
    const changes = this.#changes;
    for (let at = 0; at < this.#count; at += 2) fillBlack(out, row, changes[at]!, changes[at + 1]!);
    [this.#above, this.#changes] = [this.#changes, this.#above];
  }
}

/** What came out: rows that were not there are white. */
export interface FaxResult {
  /** Some rows are missing, or not as long as they should be. */
  isDamaged: boolean;
  /** Bytes up to where the codes made sense: of Group 4, nothing behind a wrong one does. */
  filled: number;
}

function expandGroup4(rows: FaxRows, out: Uint8Array, rowBytes: number): FaxResult {
  for (let row = 0; row < out.length; row += rowBytes) {
    const isWhole = rows.readByAbove();
    if (!isWhole) {
      const { bits } = rows;
      // Scanners that have not as many rows as they said end the picture before.
      const hasEnded = bits.isAtEnd() || bits.skipEndOfLine();
      return { isDamaged: true, filled: hasEnded ? out.length : row };
    }
    rows.paint(out, row);
  }
  return { isDamaged: false, filled: out.length };
}

/** So many marks, one behind the other, end a page. */
const lastMarks = 6;

/** The marks in front of a row, and whether the row stands for itself, which they say where rows need not. */
function readMarks(bits: FaxBits, twoDimensional: boolean): { marks: number; isAlone: boolean } {
  let marks = 0;
  let isAlone = true;
  while (bits.skipEndOfLine()) {
    marks++;
    if (twoDimensional) isAlone = bits.flag() === 1;
  }
  return { marks, isAlone };
}

function expandGroup3(
  rows: FaxRows,
  out: Uint8Array,
  rowBytes: number,
  twoDimensional: boolean,
): FaxResult {
  const { bits } = rows;
  let isDamaged = false;
  for (let row = 0; row < out.length; row += rowBytes) {
    let { marks, isAlone } = readMarks(bits, twoDimensional);
    // Some writers leave all marks out.
    if (marks === 0 && row === 0 && !twoDimensional) return expandRows(rows, out, rowBytes, 1);
    if (marks === 0) {
      isDamaged = true;
      if (bits.seekEndOfLine()) isAlone = !twoDimensional || bits.flag() === 1;
      else marks = lastMarks;
    }
    if (marks >= lastMarks || bits.isAtEnd()) return { isDamaged: true, filled: out.length };
    const isWhole = isAlone ? rows.readAlone() : rows.readByAbove();
    rows.paint(out, row);
    if (!isWhole) isDamaged = true;
  }
  return { isDamaged, filled: out.length };
}

function expandRows(
  rows: FaxRows,
  out: Uint8Array,
  rowBytes: number,
  alignment: number,
): FaxResult {
  const { bits } = rows;
  let isDamaged = false;
  for (let row = 0; row < out.length; row += rowBytes) {
    bits.position = Math.ceil(bits.position / alignment) * alignment;
    if (bits.isAtEnd()) return { isDamaged: true, filled: out.length };
    if (!rows.readAlone()) isDamaged = true;
    rows.paint(out, row);
  }
  return { isDamaged, filled: out.length };
}

/** Expands codes of fax machines into `out`, whose bits are all 0: rows of whole bytes, black is 1. */
export function expandFax(
  data: Uint8Array,
  out: Uint8Array,
  width: number,
  { kind, twoDimensional, rowAlignment }: FaxCoding,
): FaxResult {
  const rows = new FaxRows(data, width);
  const rowBytes = (width + 7) >> 3;
  if (kind === 'group-4') return expandGroup4(rows, out, rowBytes);
  if (kind === 'group-3') return expandGroup3(rows, out, rowBytes, twoDimensional);
  return expandRows(rows, out, rowBytes, rowAlignment);
}
