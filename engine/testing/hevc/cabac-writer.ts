import { BitWriter } from './bit-writer.ts';

// Tables 9-52 and 9-53, written out again on purpose: a slip in one of the two copies shows.
const lpsRanges = (
  '128 176 208 240 128 167 197 227 128 158 187 216 123 150 178 205 116 142 169 195 111 135 160 185 ' +
  '105 128 152 175 100 122 144 166 95 116 137 158 90 110 130 150 85 104 123 142 81 99 117 135 ' +
  '77 94 111 128 73 89 105 122 69 85 100 116 66 80 95 110 62 76 90 104 59 72 86 99 56 69 81 94 ' +
  '53 65 77 89 51 62 73 85 48 59 69 80 46 56 66 76 43 53 63 72 41 50 59 69 39 48 56 65 37 45 54 62 ' +
  '35 43 51 59 33 41 48 56 32 39 46 53 30 37 43 50 29 35 41 48 27 33 39 45 26 31 37 43 24 30 35 41 ' +
  '23 28 33 39 22 27 32 37 21 26 30 35 20 24 29 33 19 23 27 31 18 22 26 30 17 21 25 28 16 20 23 27 ' +
  '15 19 22 25 14 18 21 24 14 17 20 23 13 16 19 22 12 15 18 21 12 14 17 20 11 14 16 19 11 13 15 18 ' +
  '10 12 15 17 10 12 14 16 9 11 13 15 9 11 12 14 8 10 12 14 8 9 11 13 7 9 11 12 7 9 10 12 7 8 10 11 ' +
  '6 8 9 11 6 7 9 10 6 7 8 9 2 2 2 2'
)
  .split(' ')
  .map(Number);

const afterLps = (
  '0 0 1 2 2 4 4 5 6 7 8 9 9 11 11 12 13 13 15 15 16 16 18 18 19 19 21 21 22 22 23 24 24 25 26 26 ' +
  '27 27 28 29 29 30 30 30 31 32 32 33 33 33 34 34 35 35 35 36 36 36 37 37 37 38 38 63'
)
  .split(' ')
  .map(Number);

export interface Context {
  state: number;
  mps: number;
}

/** The arithmetic encoder that the standard describes for information, 9.3.5. */
export class CabacWriter {
  #out = new BitWriter();
  #low = 0;
  #range = 510;
  #outstanding = 0;
  #isFirst = true;

  bin(context: Context, bin: number): void {
    const lps = lpsRanges[context.state * 4 + ((this.#range >> 6) & 3)]!;
    this.#range -= lps;
    if (bin === context.mps) {
      if (context.state < 62) context.state++;
    } else {
      this.#low += this.#range;
      this.#range = lps;
      if (context.state === 0) context.mps = 1 - context.mps;
      context.state = afterLps[context.state]!;
    }
    this.#renormalize();
  }

  bypass(value: number, count = 1): void {
    for (let i = count - 1; i >= 0; i--) {
      this.#low *= 2;
      if (Math.floor(value / 2 ** i) & 1) this.#low += this.#range;
      if (this.#low >= 1024) {
        this.#put(1);
        this.#low -= 1024;
      } else if (this.#low < 512) this.#put(0);
      else {
        this.#low -= 512;
        this.#outstanding++;
      }
    }
  }

  /** With 1 the output is brought to a whole byte, and coding starts anew. */
  terminate(bin: number): void {
    this.#range -= 2;
    if (bin === 0) {
      this.#renormalize();
      return;
    }
    this.#low += this.#range;
    this.#range = 2;
    this.#renormalize();
    this.#put((this.#low >> 9) & 1);
    this.#out.bits(((this.#low >> 7) & 3) | 1, 2);
    this.#out.align();
    this.#low = 0;
    this.#range = 510;
    this.#isFirst = true;
  }

  /** Bits between two stretches of arithmetic coding: PCM samples. */
  raw(value: number, count: number): void {
    this.#out.bits(value, count);
  }

  alignRaw(): void {
    this.#out.align();
  }

  /** What was written so far; taken away from the writer. */
  take(): Uint8Array {
    const bytes = this.#out.bytes();
    this.#out = new BitWriter();
    return bytes;
  }

  #put(bit: number): void {
    if (this.#isFirst) this.#isFirst = false;
    else this.#out.bits(bit, 1);
    for (; this.#outstanding > 0; this.#outstanding--) this.#out.bits(1 - bit, 1);
  }

  #renormalize(): void {
    while (this.#range < 256) {
      if (this.#low < 256) this.#put(0);
      else if (this.#low >= 512) {
        this.#low -= 512;
        this.#put(1);
      } else {
        this.#low -= 256;
        this.#outstanding++;
      }
      this.#range *= 2;
      this.#low *= 2;
    }
  }
}
