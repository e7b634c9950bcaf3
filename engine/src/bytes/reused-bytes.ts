/** Larger memory is not kept: parts of photos need at most this much. */
const restingBytes = 16 * 2 ** 20;

/**
 * Memory reused for one part after another, for data that stays in its thread. New memory takes the
 * system longer to provide than the part takes to fill.
 */
export class ReusedBytes {
  #bytes = new Uint8Array(0);

  /** `length` bytes with undefined content. The caller owns them until the next call. */
  take(length: number): Uint8Array<ArrayBuffer> {
    if (length > restingBytes) return new Uint8Array(length);
    if (this.#bytes.length < length) this.#bytes = new Uint8Array(length);
    return this.#bytes.subarray(0, length);
  }

  /** Forgets the memory, because somebody may still write to it. */
  drop(): void {
    this.#bytes = new Uint8Array(0);
  }
}
