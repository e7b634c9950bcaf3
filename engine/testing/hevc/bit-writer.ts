/** Writes the bits of headers (ITU-T H.265 9.2) and of CABAC's output. */
export class BitWriter {
  readonly #bits: number[] = [];

  get length(): number {
    return this.#bits.length;
  }

  bits(value: number, count: number): void {
    for (let i = count - 1; i >= 0; i--) this.#bits.push(Math.floor(value / 2 ** i) & 1);
  }

  flag(value: boolean): void {
    this.#bits.push(value ? 1 : 0);
  }

  unsigned(value: number): void {
    const length = Math.floor(Math.log2(value + 1));
    this.bits(0, length);
    this.bits(value + 1, length + 1);
  }

  signed(value: number): void {
    this.unsigned(value > 0 ? 2 * value - 1 : -2 * value);
  }

  /** Zeros up to a whole byte. */
  align(): void {
    while (this.#bits.length % 8 !== 0) this.#bits.push(0);
  }

  /** rbsp_trailing_bits */
  stop(): void {
    this.#bits.push(1);
    this.align();
  }

  bytes(): Uint8Array {
    const bytes = new Uint8Array(Math.ceil(this.#bits.length / 8));
    for (const [at, bit] of this.#bits.entries()) bytes[at >> 3]! |= bit << (7 - (at & 7));
    return bytes;
  }
}

/** A payload as it stands in a NAL unit, with emulation prevention (7.3.1.1). */
export function escapePayload(payload: Uint8Array): Uint8Array {
  const bytes: number[] = [];
  let zeros = 0;
  for (const byte of payload) {
    if (zeros >= 2 && byte <= 3) {
      bytes.push(3);
      zeros = 0;
    }
    bytes.push(byte);
    zeros = byte === 0 ? zeros + 1 : 0;
  }
  return Uint8Array.from(bytes);
}

export function nalUnit(type: number, payload: Uint8Array): Uint8Array {
  return Buffer.concat([Uint8Array.of(type << 1, 1), escapePayload(payload)]);
}
