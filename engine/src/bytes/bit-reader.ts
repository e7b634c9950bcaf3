import { EngineError } from '../errors.ts';

/**
 * Reads a coded header bit by bit, as ITU-T H.265 (7.2 and 9.2) and AV1 (4.10) write them. Every read past the
 * end is `corrupt-file`.
 */
export class BitReader {
  readonly #bytes: Uint8Array;
  /** In bits from the start of the data. */
  #position = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get position(): number {
    return this.#position;
  }

  /** u(n) for 0 to 32 bits. */
  bits(count: number): number {
    if (this.#position + count > this.#bytes.length * 8) {
      throw new EngineError('corrupt-file', 'a header ends too soon');
    }
    let value = 0;
    for (let left = count; left > 0;) {
      const inByte = this.#position & 7;
      const take = Math.min(left, 8 - inByte);
      const byte = this.#bytes[this.#position >> 3]!;
      value = value * 2 ** take + ((byte >> (8 - inByte - take)) & ((1 << take) - 1));
      this.#position += take;
      left -= take;
    }
    return value;
  }

  flag(): boolean {
    return this.bits(1) === 1;
  }

  skip(count: number): void {
    for (let left = count; left > 0; left -= 32) this.bits(Math.min(left, 32));
  }

  /** ue(v), called uvlc() in AV1. Throws for values above `max`. */
  unsigned(max = 2 ** 32 - 2): number {
    let zeros = 0;
    while (!this.flag()) {
      if (++zeros > 32) throw new EngineError('corrupt-file', 'a header holds a bad number');
    }
    return inRange(2 ** zeros - 1 + this.bits(zeros), 0, max);
  }

  /** se(v). Throws for values outside `min` to `max`. */
  signed(min: number, max: number): number {
    const code = this.unsigned();
    return inRange(code % 2 === 1 ? (code + 1) / 2 : -code / 2, min, max);
  }
}

/** Throws `corrupt-file` for values that the standard forbids. */
function inRange(value: number, min: number, max: number): number {
  if (value < min || value > max) {
    throw new EngineError('corrupt-file', `${value} in a header, not ${min} to ${max}`);
  }
  return value;
}
