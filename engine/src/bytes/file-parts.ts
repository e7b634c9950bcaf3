/** Read at a time while looking for the end of a header. */
export const firstBytes = 64 * 1024;

/** Where a header is at the start and small, so much of the file holds it. */
export const startBytes = 1024 * 1024;

/** A header that is longer is none. */
export const maxHeader = 32 * 1024 * 1024;

/**
 * Reads parts of a file. A browser takes longer to ask for a few bytes than to fetch them: those at the start, where
 * headers are, are fetched at once. Nothing else is that is not asked for.
 */
export class FileParts {
  readonly size: number;
  readonly #file: Blob;
  #start: Promise<Uint8Array<ArrayBuffer>> | undefined;

  constructor(file: Blob) {
    this.#file = file;
    this.size = file.size;
  }

  /** Bytes from `start` to before `end`, fewer where the file ends. */
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

/** Latin-1, four characters if not said otherwise: as many as types and brands have. */
export function textAt(bytes: Uint8Array, at: number, length = 4): string {
  return String.fromCharCode(...bytes.subarray(at, at + length));
}
