import { EngineError } from '../../errors.ts';

/** One of the four codings of a `U32` field: the number of bits, and an offset to add. */
type U32Distribution = readonly [bits: number, plus: number];

/**
 * Reads a JPEG XL codestream header bit by bit, least significant bit first (ISO/IEC 18181-1 annex
 * B).
 */
export class JxlBits {
  readonly #bytes: Uint8Array;
  #position = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** In bits from the start. */
  get position(): number {
    return this.#position;
  }

  /** u(n) for 0 to 32 bits. Throws `corrupt-file` past the end. */
  bits(count: number): number {
    if (this.#position + count > this.#bytes.length * 8) {
      throw new EngineError('corrupt-file', 'a JPEG XL header ends too soon');
    }
    let value = 0;
    for (let got = 0; got < count;) {
      const inByte = this.#position & 7;
      const take = Math.min(count - got, 8 - inByte);
      const part = (this.#bytes[this.#position >> 3]! >> inByte) & ((1 << take) - 1);
      value += part * 2 ** got;
      this.#position += take;
      got += take;
    }
    return value;
  }

  flag(): boolean {
    return this.bits(1) === 1;
  }

  u32(
    ...choices: readonly [U32Distribution, U32Distribution, U32Distribution, U32Distribution]
  ): number {
    const [bits, plus] = choices[this.bits(2)]!;
    return this.bits(bits) + plus;
  }

  /** Enum(): the number of a value in its table. */
  enumerated(): number {
    return this.u32([0, 0], [0, 1], [4, 2], [6, 18]);
  }

  skip(count: number): void {
    for (let left = count; left > 0; left -= 32) this.bits(Math.min(left, 32));
  }
}
