/** Writes bits, least significant first, into a growing buffer. */
export class BitWriter {
  #bytes = new Uint8Array(1 << 12);
  #length = 0;
  #pending = 0;
  #pendingBits = 0;

  /** `bits` is at most 16. `value` must have no higher bits. */
  put(value: number, bits: number): void {
    this.#pending |= value << this.#pendingBits;
    this.#pendingBits += bits;
    if (this.#pendingBits < 16) return;
    if (this.#length + 2 > this.#bytes.length) this.#grow();
    this.#bytes[this.#length++] = this.#pending;
    this.#bytes[this.#length++] = this.#pending >>> 8;
    this.#pending >>>= 16;
    this.#pendingBits -= 16;
  }

  /** All of it, with zeros up to a whole byte. Nothing may be written afterwards. */
  finish(): Uint8Array<ArrayBuffer> {
    this.put(0, 16);
    const length = this.#length - (this.#pendingBits === 0 ? 2 : 1);
    return this.#bytes.slice(0, this.#pendingBits > 8 ? length + 1 : length);
  }

  /** The whole bytes written so far, and the bits after them. Nothing may be written afterwards. */
  split(): { bytes: Uint8Array<ArrayBuffer>; rest: { bits: number; number: number } } {
    const rest = { bits: this.#pending, number: this.#pendingBits };
    if (rest.number >= 8) {
      this.put(0, 16 - rest.number);
      const bytes = this.#bytes.slice(0, this.#length - 1);
      return { bytes, rest: { bits: rest.bits >>> 8, number: rest.number - 8 } };
    }
    return { bytes: this.#bytes.slice(0, this.#length), rest };
  }

  #grow(): void {
    const grown = new Uint8Array(this.#bytes.length * 2);
    grown.set(this.#bytes);
    this.#bytes = grown;
  }
}
