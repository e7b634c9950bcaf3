import { joinBytes } from '../bytes/join.ts';
import { EngineError } from '../errors.ts';
import type { Coefficients, ComponentBlocks } from './coefficients.ts';

/** Codes of one length: what is written is read once and thrown away. */
const dcBits = 4;
const acBits = 8;
/** Sizes of differences (table F.1), and every run with every size; all ones are no code. */
const dcSymbols = Uint8Array.from({ length: 12 }, (_, size) => size);
const acSymbols = Uint8Array.from({ length: 256 }, (_, symbol) => symbol).filter(
  (symbol) => (symbol & 15) > 0 || symbol === 0 || symbol === 0xf0,
);
const dcCodes = Uint8Array.from({ length: 256 }, (_, symbol) => dcSymbols.indexOf(symbol));
const acCodes = Uint8Array.from({ length: 256 }, (_, symbol) => acSymbols.indexOf(symbol));

/** More than a block takes: 64 codes with their values, each byte stuffed. */
const maxBlockBytes = 512;

function tableOf(selector: number, bits: number, symbols: Uint8Array): Uint8Array {
  const counts = new Uint8Array(16);
  counts[bits - 1] = symbols.length;
  return Uint8Array.of(selector, ...counts, ...symbols);
}

/** The tables that `writeSequential` uses, as the body of a DHT segment: both are number 0. */
export const sequentialTables = joinBytes([
  tableOf(0x00, dcBits, dcSymbols),
  tableOf(0x10, acBits, acSymbols),
]);

class Writer {
  bytes = new Uint8Array(2 ** 20);
  length = 0;
  #bits = 0;
  #count = 0;

  makeRoom(): void {
    if (this.length + maxBlockBytes < this.bytes.length) return;
    const larger = new Uint8Array(this.bytes.length * 2);
    larger.set(this.bytes);
    this.bytes = larger;
  }

  put(value: number, count: number): void {
    this.#bits = ((this.#bits << count) | value) & 0x7fffff;
    this.#count += count;
    while (this.#count >= 8) {
      this.#count -= 8;
      const byte = (this.#bits >> this.#count) & 255;
      this.bytes[this.length++] = byte;
      if (byte === 0xff) this.bytes[this.length++] = 0;
    }
  }

  putNumber(code: number, codeBits: number, value: number, size: number): void {
    this.put(code, codeBits);
    this.put(value < 0 ? value + 2 ** size - 1 : value, size);
  }

  /** Ones, as the standard wants it. */
  finish(): Uint8Array {
    if (this.#count > 0) this.put(2 ** (8 - this.#count) - 1, 8 - this.#count);
    return this.bytes.subarray(0, this.length);
  }
}

const sizeOf = (value: number): number => 32 - Math.clz32(Math.abs(value));

function writeBlock(writer: Writer, values: Int16Array, at: number, last: number): void {
  writer.makeRoom();
  const difference = values[at]! - last;
  const size = sizeOf(difference);
  if (size > 11) throw new EngineError('corrupt-file', 'JPEG: too large a difference');
  writer.putNumber(dcCodes[size]!, dcBits, difference, size);
  let zeros = 0;
  for (let k = 1; k < 64; k++) {
    const value = values[at + k]!;
    if (value === 0) {
      zeros += 1;
      continue;
    }
    for (; zeros > 15; zeros -= 16) writer.put(acCodes[0xf0]!, acBits);
    // Of 16 bits, the lowest has no counterpart.
    const bits = Math.min(sizeOf(value), 15);
    writer.putNumber(acCodes[(zeros << 4) | bits]!, acBits, value, bits);
    zeros = 0;
  }
  if (zeros > 0) writer.put(acCodes[0]!, acBits);
}

/** Writes coefficients as the coded bytes of one sequential scan of all components (ITU-T T.81, F.1.2). */
export function writeSequential({ components, mcusAcross, mcusDown }: Coefficients): Uint8Array {
  const writer = new Writer();
  const lasts = components.map(() => 0);
  const writeMcu = (
    blocks: ComponentBlocks,
    component: number,
    column: number,
    row: number,
  ): void => {
    const { values, across, down, blocksAcross } = blocks;
    for (let y = row * down; y < (row + 1) * down; y++) {
      for (let x = column * across; x < (column + 1) * across; x++) {
        const at = (y * blocksAcross + x) * 64;
        writeBlock(writer, values, at, lasts[component]!);
        lasts[component] = values[at]!;
      }
    }
  };
  for (let row = 0; row < mcusDown; row++)
    for (let column = 0; column < mcusAcross; column++)
      components.forEach((blocks, component) => writeMcu(blocks, component, column, row));
  return writer.finish();
}
