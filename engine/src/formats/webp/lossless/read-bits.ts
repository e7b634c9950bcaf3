import { EngineError } from '../../../errors.ts';

/** Reads bits, lowest first. Behind the end there are zeros. */
export class BitReader {
  readonly #bytes: Uint8Array;
  #byte = 0;
  /** Bits of that byte already read. */
  #used = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** Whether more bits were read than there are. */
  get isOver(): boolean {
    return this.#byte + Math.ceil(this.#used / 8) > this.#bytes.length;
  }

  /** The next `count` bits, up to 24. */
  read(count: number): number {
    const value = this.peek() & ((1 << count) - 1);
    this.skip(count);
    return value;
  }

  /** At least the next 25 bits. */
  peek(): number {
    const bytes = this.#bytes;
    const at = this.#byte;
    const word =
      at + 4 <= bytes.length
        ? bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24)
        : (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8) | ((bytes[at + 2] ?? 0) << 16);
    return word >>> this.#used;
  }

  skip(count: number): void {
    const end = this.#used + count;
    this.#byte += end >> 3;
    this.#used = end & 7;
  }
}

const longestCode = 15;

/** A prefix code (RFC 9649, 3.7.2.1), canonical as in RFC 1951, 3.2.2. */
export class PrefixCode {
  /** Number of codes by length. */
  readonly #counts = new Uint16Array(longestCode + 1);
  /** Symbols by length, then value. */
  readonly #symbols: Uint16Array;

  /** `lengths` are in bits by symbol, 0 for those without a code. Throws `corrupt-file`. */
  constructor(lengths: Uint8Array) {
    for (const length of lengths) if (length > 0) this.#counts[length]! += 1;
    const starts = new Uint16Array(longestCode + 2);
    let free = 1;
    for (let length = 1; length <= longestCode; length++) {
      starts[length + 1] = starts[length]! + this.#counts[length]!;
      free = free * 2 - this.#counts[length]!;
    }
    const size = starts[longestCode + 1]!;
    // A single symbol takes no bits.
    if (size !== 1 && free !== 0)
      throw new EngineError('corrupt-file', 'WebP: a wrong prefix code');
    this.#symbols = new Uint16Array(size);
    for (const [symbol, length] of lengths.entries())
      if (length > 0) this.#symbols[starts[length]!++] = symbol;
  }

  read(bits: BitReader): number {
    if (this.#symbols.length === 1) return this.#symbols[0]!;
    const ahead = bits.peek();
    let code = 0;
    let first = 0;
    let index = 0;
    for (let length = 1; length <= longestCode; length++) {
      code |= (ahead >>> (length - 1)) & 1;
      const count = this.#counts[length]!;
      if (code - first < count) {
        bits.skip(length);
        return this.#symbols[index + code - first]!;
      }
      index += count;
      first = (first + count) << 1;
      code <<= 1;
    }
    return 0;
  }
}

/** The order of the lengths of code lengths (RFC 9649, 3.7.2.1.2). */
const lengthOrder = [17, 18, 0, 1, 2, 3, 4, 5, 16, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15];

/** Reads a code for `size` symbols. Throws `corrupt-file`. */
export function readPrefixCode(bits: BitReader, size: number): PrefixCode {
  const lengths = new Uint8Array(size);
  if (bits.read(1) === 1) {
    const hasTwo = bits.read(1) === 1;
    lengths[bits.read(bits.read(1) === 1 ? 8 : 1)] = 1;
    if (hasTwo) lengths[bits.read(8)] = 1;
    return new PrefixCode(lengths);
  }
  const ofLengths = new Uint8Array(lengthOrder.length);
  const count = 4 + bits.read(4);
  for (const symbol of lengthOrder.slice(0, count)) ofLengths[symbol] = bits.read(3);
  const lengthCode = new PrefixCode(ofLengths);
  let left = bits.read(1) === 1 ? 2 + bits.read(2 + 2 * bits.read(3)) : size;
  let previous = 8;
  for (let symbol = 0; symbol < size && left > 0; left--) {
    const length = lengthCode.read(bits);
    if (length < 16) {
      lengths[symbol++] = length;
      if (length > 0) previous = length;
      continue;
    }
    const repeats =
      length === 16 ? 3 + bits.read(2) : length === 17 ? 3 + bits.read(3) : 11 + bits.read(7);
    if (length === 16) lengths.fill(previous, symbol, symbol + repeats);
    symbol += repeats;
    if (symbol > size) throw new EngineError('corrupt-file', 'WebP: too many code lengths');
  }
  return new PrefixCode(lengths);
}
