import type { DecodedPixels } from '../../planes/decoded-pixels.ts';
import type { Raster } from '../../planes/raster.ts';
import { reduceRows } from '../../transform/depth.ts';
import { ReusedBytes } from '../../bytes/reused-bytes.ts';
import { EngineError } from '../../errors.ts';
import { bandRowsOf } from './bands.ts';
import { requireIntactSamples, type Chunk } from './chunks.ts';
import { decodePngBands } from './decode.ts';
import type { PngHeader } from './header.ts';

/**
 * A picture that is not interlaced, of which no more is in memory than a band: rows can be copied once, in their order.
 * Of 16 bits, they come dithered to 8.
 */
export class BandedPixels implements DecodedPixels {
  readonly width: number;
  readonly height: number;
  readonly order = 'rgb';
  readonly opaque: boolean;
  readonly #bands: ReturnType<typeof decodePngBands>;
  /** Of the newest band, what is not copied yet. */
  #rest = new Uint8Array(0);
  #next = 0;
  /** Rows in the bands so far. */
  #bandRows = 0;
  readonly #reduced = new ReusedBytes();

  /** Throws `corrupt-file` for samples with a wrong checksum. */
  constructor(chunks: Chunk[], header: PngHeader) {
    requireIntactSamples(chunks);
    this.width = header.width;
    this.height = header.height;
    this.opaque = !header.hasAlpha;
    this.#bands = decodePngBands(chunks, bandRowsOf(header), true);
  }

  async copy(top: number, rows: number, target: Uint8Array<ArrayBuffer>): Promise<void> {
    if (top < this.#next) {
      throw new EngineError('unsupported-feature', 'the rows are not wanted in their order', {
        feature: 'row-order',
      });
    }
    const rowBytes = this.width * 4;
    await this.#read((top - this.#next) * rowBytes, () => {});
    this.#next = top + rows;
    await this.#read(rows * rowBytes, (part, at) => target.set(part, at));
  }

  /** Goes so many bytes further, part by part. */
  async #read(size: number, take: (part: Uint8Array, at: number) => void): Promise<void> {
    for (let at = 0; at < size;) {
      if (this.#rest.length === 0) await this.#readBand();
      const part = this.#rest.subarray(0, size - at);
      take(part, at);
      at += part.length;
      this.#rest = this.#rest.subarray(part.length);
    }
  }

  async #readBand(): Promise<void> {
    const { value } = await this.#bands.next();
    if (!value) throw new EngineError('corrupt-file', 'PNG: rows are missing');
    const { buffer, byteOffset, byteLength } = this.#reduce(value);
    this.#rest = new Uint8Array(buffer as ArrayBuffer, byteOffset, byteLength);
    this.#bandRows += value.height;
  }

  #reduce({ data, width }: Raster): Uint8ClampedArray {
    if (data instanceof Uint8ClampedArray) return data;
    const { buffer, length } = this.#reduced.take(data.length);
    const reduced = new Uint8ClampedArray(buffer, 0, length);
    reduceRows(data, width, this.#bandRows, reduced);
    return reduced;
  }

  close(): void {
    void this.#bands.return(undefined);
  }
}
