/** Bytes to read at a time while looking for the end of a header. */
export const firstBytes = 64 * 1024;

/** Bytes from the start of a file that hold a header which is always small and at the start. */
export const startBytes = 1024 * 1024;

/** A longer header is not plausible. */
export const maxHeader = 32 * 1024 * 1024;

/**
 * Reads parts of a file. Requests cost browsers more time than the bytes, so the file's start,
 * where headers are, is read at once. Everything else is read only on request.
 */
export class FileParts {
  readonly size: number;
  readonly #file: Blob;
  #start: Promise<Uint8Array<ArrayBuffer>> | undefined;

  constructor(file: Blob) {
    this.#file = file;
    this.size = file.size;
  }

  /** Reads bytes `start` to `end` (exclusive), or fewer at the end of the file. */
  async read(start: number, end: number): Promise<Uint8Array<ArrayBuffer>> {
    if (end > firstBytes) return this.#fetch(start, end);
    this.#start ??= this.#fetch(0, firstBytes);
    return (await this.#start).slice(start, end);
  }

  async #fetch(start: number, end: number): Promise<Uint8Array<ArrayBuffer>> {
    return new Uint8Array(await this.#file.slice(start, end).arrayBuffer());
  }
}

export function u32At(bytes: Uint8Array, at: number): number {
  return new DataView(bytes.buffer, bytes.byteOffset).getUint32(at);
}

/** Latin-1 text. Four characters by default, as box types and brands have. */
export function textAt(bytes: Uint8Array, at: number, length = 4): string {
  return String.fromCharCode(...bytes.subarray(at, at + length));
}
