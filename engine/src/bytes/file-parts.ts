/** Read at a time while looking for the end of a header. */
export const firstBytes = 64 * 1024;

/** Where a header is at the start and small, so much of the file holds it. */
export const startBytes = 1024 * 1024;

/** A header that is longer is none. */
export const maxHeader = 32 * 1024 * 1024;

/** Reads parts of a file. Nothing else of it is fetched from where the browser keeps it. */
export class FileParts {
  readonly size: number;
  readonly #file: Blob;

  constructor(file: Blob) {
    this.#file = file;
    this.size = file.size;
  }

  /** Bytes from `start` to before `end`, fewer where the file ends. */
  async read(start: number, end: number): Promise<Uint8Array<ArrayBuffer>> {
    return new Uint8Array(await this.#file.slice(start, Math.min(end, this.size)).arrayBuffer());
  }
}

export function u32At(bytes: Uint8Array, at: number): number {
  return new DataView(bytes.buffer, bytes.byteOffset).getUint32(at);
}

export function textAt(bytes: Uint8Array, at: number, length: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + length));
}
