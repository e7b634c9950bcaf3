/** More than a part of a photo takes is not kept. */
const restingBytes = 16 * 2 ** 20;

/**
 * Memory for one part after the other of what does not leave its thread: memory that is new takes longer to be there
 * than it takes to be filled.
 */
export class ReusedBytes {
  #bytes = new Uint8Array(0);

  /** So many bytes, with anything in them. They are the caller's until the next call. */
  take(length: number): Uint8Array<ArrayBuffer> {
    if (length > restingBytes) return new Uint8Array(length);
    if (this.#bytes.length < length) this.#bytes = new Uint8Array(length);
    return this.#bytes.subarray(0, length);
  }

  /** Forgets memory that somebody may still write to. */
  drop(): void {
    this.#bytes = new Uint8Array(0);
  }
}
