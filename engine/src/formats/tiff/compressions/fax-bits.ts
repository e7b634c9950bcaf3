import { codeBits } from './fax-codes.ts';

/** A row ends with at least this many zeros, then a one. */
export const endOfLineZeros = 11;

/** Reads codes from the high bit down. Past the end there are zeros. */
export class FaxBits {
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

  /** Skips an end-of-line mark, including fill zeros. Without one, stays and returns `false`. */
  skipEndOfLine(): boolean {
    const start = this.position;
    const isMark = this.skipZeros() && this.position - start > endOfLineZeros;
    if (!isMark) this.position = start;
    return isMark;
  }

  /** Seeks the next end-of-line mark. Bits before it are ignored. */
  seekEndOfLine(): boolean {
    for (; this.position < this.end; this.position++) {
      if (this.peek() >> (codeBits - endOfLineZeros) === 0) return this.skipZeros();
    }
    return false;
  }

  /** Skips zeros and the one that follows. */
  skipZeros(): boolean {
    while (this.position < this.end && this.#bit(this.position) === 0) this.position++;
    return this.position++ < this.end;
  }

  flag(): number {
    return this.#bit(this.position++);
  }

  #bit(position: number): number {
    return (this.#bytes[position >> 3]! >> (7 - (position & 7))) & 1;
  }
}
