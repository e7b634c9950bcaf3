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
 * A picture without interlacing, of which only one band is in memory. Rows can be copied in order,
 * and the latest ones again. 16-bit samples are dithered to 8.
 */
export class BandedPixels implements DecodedPixels {
  readonly width: number;
  readonly height: number;
  readonly order = 'rgb';
  readonly decodesLate = true;
  readonly opaque: boolean;
  readonly #bands: ReturnType<typeof decodePngBands>;
  /** The part of the newest band that is not copied yet. */
  #rest = new Uint8Array(0);
  #next = 0;
  /** Rows in all bands so far. */
  #bandRows = 0;
  readonly #reduced = new ReusedBytes();
  /** Rows before the next one that may be copied again, at the end of this buffer. */
  readonly #kept: Uint8Array<ArrayBuffer>;
  #keptRows = 0;

  /**
   * Throws `corrupt-file` for samples with a wrong checksum.
   *
   * @param reach Number of rows that may be copied again.
   */
  constructor(chunks: Chunk[], header: PngHeader, reach = 0) {
    requireIntactSamples(chunks);
    this.#kept = new Uint8Array(Math.min(reach, header.height) * header.width * 4);
    this.width = header.width;
    this.height = header.height;
    this.opaque = !header.hasAlpha;
    this.#bands = decodePngBands(chunks, bandRowsOf(header), true);
  }

  async copy(top: number, rows: number, target: Uint8Array<ArrayBuffer>): Promise<void> {
    const rowBytes = this.width * 4;
    const again = Math.max(0, this.#next - top);
    if (again > this.#keptRows) {
      throw new EngineError('unsupported-feature', 'the rows are not wanted in their order', {
        feature: 'row-order',
      });
    }
    const known = this.#kept.subarray(this.#kept.length - again * rowBytes);
    target.set(known.subarray(0, rows * rowBytes));
    if (rows <= again) return;
    const passed = Math.max(0, top - this.#next);
    await this.#read(passed * rowBytes, () => {});
    const size = (rows - again) * rowBytes;
    await this.#read(size, (part, at) => target.set(part, known.length + at));
    this.#next = top + rows;
    this.#keep(target.subarray(0, rows * rowBytes), again);
    // Skipped rows are not available again.
    const before = passed > 0 ? 0 : this.#keptRows - again;
    this.#keptRows = Math.min(this.#kept.length / rowBytes, before + rows);
  }

  /** @param again Number of these rows that are kept already. */
  #keep(rows: Uint8Array, again: number): void {
    const { length } = this.#kept;
    const last = rows.subarray(Math.max(0, rows.length - length));
    this.#kept.copyWithin(0, rows.length - again * this.width * 4);
    this.#kept.set(last, length - last.length);
  }

  /** Advances by `size` bytes, passing them to `take` in parts. */
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
