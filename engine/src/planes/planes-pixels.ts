import type { DecodedPixels } from './decoded-pixels.ts';
import type { Planes } from './planes.ts';
import { rowsOfPlanes } from './rows.ts';
import type { SampleFormat } from './sample-format.ts';
import { samplingOf } from './sampling.ts';
import type { RgbaConverter } from './to-rgba.ts';

/** Rows converted to RGBA at a time. A multiple of the chroma subsampling. */
const bandRows = 128;

/**
 * 8-bit planes, optionally with straight alpha of the same size, as pixels that are converted when
 * copied.
 */
export class PlanesPixels implements DecodedPixels {
  readonly width: number;
  readonly height: number;
  readonly order = 'rgb';
  readonly opaque: boolean;
  readonly #planes: Planes;
  readonly #format: SampleFormat;
  readonly #alpha: Planes | null;
  readonly #converter: RgbaConverter;

  /** @param alpha Planes whose luma is the alpha, unconverted. */
  constructor(
    planes: Planes,
    format: SampleFormat,
    alpha: Planes | null,
    converter: RgbaConverter,
  ) {
    this.width = planes.width;
    this.height = planes.height;
    this.opaque = alpha === null;
    this.#planes = planes;
    this.#format = format;
    this.#alpha = alpha;
    this.#converter = converter;
  }

  async copy(top: number, rows: number, target: Uint8Array<ArrayBuffer>): Promise<void> {
    const rowBytes = this.width * 4;
    for (let from = top; from < top + rows;) {
      // Two rows may share their chroma samples.
      const start = from - (from % samplingOf(this.#planes.chroma).down);
      const end = Math.min(start + bandRows, top + rows);
      const alpha = this.#alpha && rowsOfPlanes(this.#alpha, start, end);
      const band = rowsOfPlanes(this.#planes, start, end);
      const { data, stride } = this.#converter.convert(band, this.#format, false, alpha);
      for (; from < end; from++) {
        const at = (from - start) * stride;
        target.set(data.subarray(at, at + rowBytes), (from - top) * rowBytes);
      }
    }
  }

  close(): void {}
}
