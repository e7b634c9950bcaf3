import { endOfLineZeros, type FaxBits } from './fax-bits.ts';
import { blackRuns, codeBits, lengthShift, modes, modeTable, whiteRuns } from './fax-codes.ts';

const valueMask = (1 << lengthShift) - 1;

/** This many zeros begin no mode, but an end-of-line mark. */
const modeZeros = 7;

/** Sets the bits of pixels `x` to `stop` (exclusive). */
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

/**
 * Decodes rows into alternating runs of white and black. Damaged rows become what libtiff makes of
 * them, because that is how people have seen the page so far.
 */
export class FaxRows {
  readonly #bits: FaxBits;
  readonly #width: number;
  /** Runs of the row above, and of the current row. */
  #above: Int32Array;
  #runs: Int32Array;
  #count = 0;
  /** Pixels decoded of the current row, and those of them that belong to the next run. */
  #x = 0;
  #begun = 0;
  /** The row ended with the zeros of an end-of-line mark, which are consumed. */
  isInMark = false;

  constructor(bits: FaxBits, width: number) {
    this.#bits = bits;
    this.#width = width;
    // Includes runs of length zero. A row with more runs is broken.
    this.#above = new Int32Array(2 * width + 16);
    this.#runs = new Int32Array(2 * width + 16);
    this.#above[0] = width;
  }

  /** Reads a row coded on its own. Returns whether it has the right length. */
  readAlone(): boolean {
    this.#startRow();
    while (this.#x < this.#width && this.#hasRoom()) {
      const isBlack = this.#count % 2 === 1;
      if (!this.#readRun(isBlack ? blackRuns : whiteRuns)) {
        this.isInMark = this.#skipMarkZeros();
        break;
      }
      if (isBlack && this.#runs[this.#count - 1] === 0 && this.#runs[this.#count - 2] === 0)
        this.#count -= 2;
    }
    return this.#endRow();
  }

  /** Reads a row coded relative to the one above. */
  readByAbove(): boolean {
    this.#startRow();
    const width = this.#width;
    const above = this.#above;
    const bits = this.#bits;
    // The next color change above, and the index of the run after it.
    let change = above[0]!;
    let next = 1;
    while (this.#x < width && this.#hasRoom()) {
      const code = bits.peek();
      const entry = modeTable[code]!;
      if (bits.isAtEnd()) break;
      if (entry === 0) {
        this.#endAtMode(code);
        break;
      }
      bits.position += entry >> lengthShift;
      const mode = entry & valueMask;
      if (mode === modes.horizontal) {
        const isBlack = this.#count % 2 === 1;
        const [first, second] = isBlack ? [blackRuns, whiteRuns] : [whiteRuns, blackRuns];
        if (this.#readRun(first) && this.#readRun(second)) continue;
        this.#skipMarkZeros();
        break;
      }
      // An imaginary white pixel precedes the row, so its first pixel may be a change.
      if (this.#count > 0 || this.#begun > 0) {
        for (; change <= this.#x && change < width; next += 2)
          change += above[next]! + above[next + 1]!;
      }
      if (mode === modes.pass) {
        change += above[next++]!;
        this.#begun += change - this.#x;
        this.#x = change;
        change += above[next++]!;
        continue;
      }
      const distance = mode - modes.vertical;
      if (change + distance < this.#x) break;
      this.#put(change + distance - this.#x);
      if (distance < 0) change -= above[--next]!;
      else change += above[next++]!;
    }
    return this.#endRow();
  }

  #startRow(): void {
    this.#count = 0;
    this.#x = 0;
    this.#begun = 0;
    this.isInMark = false;
  }

  #hasRoom(): boolean {
    return this.#count + 8 < this.#runs.length;
  }

  #put(length: number): void {
    this.#runs[this.#count++] = this.#begun + length;
    this.#x += length;
    this.#begun = 0;
  }

  /**
   * Reads a run with its make-up codes. For an invalid code returns `false` and keeps the codes
   * before it.
   */
  #readRun(table: Uint16Array): boolean {
    const bits = this.#bits;
    for (;;) {
      const entry = table[bits.peek()]!;
      if (entry === 0 || bits.isAtEnd()) return false;
      bits.position += entry >> lengthShift;
      const part = entry & valueMask;
      if (part < 64) {
        this.#put(part);
        return true;
      }
      this.#begun += part;
      this.#x += part;
    }
  }

  #skipMarkZeros(): boolean {
    const isMark = this.#bits.peek() >> (codeBits - endOfLineZeros) === 0;
    if (isMark) this.#bits.position += endOfLineZeros;
    return isMark;
  }

  /** Handles what is no mode: before an end-of-line mark, the current color fills the row. */
  #endAtMode(code: number): void {
    const start = code >> (codeBits - modeZeros);
    if (start === 0) {
      this.isInMark = true;
      this.#runs[this.#count++] = this.#width - this.#x;
      this.#bits.position += endOfLineZeros;
    } else if (start === 1) {
      // Modes that no fax machine uses.
      this.#runs[this.#count++] = this.#width - this.#x;
      this.#bits.position += modeZeros;
    }
  }

  /** Fills a short row with white, and drops a run that exceeds the row. */
  #endRow(): boolean {
    const width = this.#width;
    if (this.#begun > 0) this.#put(0);
    if (this.#x === width) return true;
    while (this.#x > width && this.#count > 0) this.#x -= this.#runs[--this.#count]!;
    this.#x = Math.max(this.#x, 0);
    if (this.#x < width) {
      if (this.#count % 2 === 1) this.#put(0);
      this.#put(width - this.#x);
    } else if (this.#x > width) {
      this.#put(width);
      this.#put(0);
    }
    return false;
  }

  /** Paints the current row's black pixels, and makes it the row above. */
  paint(out: Uint8Array, row: number): void {
    const runs = this.#runs;
    const width = this.#width;
    // Broken rows may read further, where libtiff leaves runs from two rows above. So they stay
    // here, too.
    runs[this.#count] = 0;
    let x = 0;
    for (let at = 0; at < this.#count; at++) {
      const length = Math.max(0, Math.min(runs[at]!, width - x));
      const stop = x + length;
      runs[at] = length;
      if (at % 2 === 1) fillBlack(out, row, x, stop);
      x = stop;
    }
    [this.#above, this.#runs] = [this.#runs, this.#above];
  }
}
