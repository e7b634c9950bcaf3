import { EngineError } from '../errors.ts';
import type { Rectangle } from '../geometry.ts';
import { joinColors, type Raster } from '../planes/raster.ts';
import type { PlaneResampler } from './plane-resampler.ts';
import { resamplingOf, RowJoiner, type Resampling } from './resampled-rows.ts';

/** Rows filtered at a time. Few, so that they take little memory besides the picture. */
const rowsAtOnce = 128;

/** Resamples opaque 8-bit pixels with SIMD, in linear light. See `PlaneResampler`. */
export class OpaqueResampler {
  readonly #resampler: PlaneResampler;
  readonly #like: Raster;
  readonly #area: Rectangle;
  readonly #resampling: Resampling;
  readonly #joiners: RowJoiner[];

  /** `like` is any part of the source. `area` is the part of the source to resample. */
  constructor(
    resampler: PlaneResampler,
    like: Raster,
    area: Rectangle,
    target: { width: number; height: number },
  ) {
    this.#resampler = resampler;
    this.#like = like;
    this.#area = area;
    this.#resampling = resamplingOf(area, target);
    const colors = like.gray ? 1 : 3;
    this.#joiners = Array.from({ length: colors }, () => new RowJoiner(this.#resampling));
  }

  /**
   * Adds the next rows of the source. `top` is the first one's position. Throws
   * `unsupported-feature`.
   */
  push({ data, width, height, opaque }: Raster, top: number): void {
    if (!opaque || data instanceof Uint16Array) {
      throw new EngineError('unsupported-feature', 'pixels are opaque in parts of a picture only');
    }
    const { x, y } = this.#area;
    const end = Math.min(top + height, y + this.#area.height);
    for (let row = Math.max(top, y); row < end; row += rowsAtOnce) {
      const rows = Math.min(rowsAtOnce, end - row);
      const pixels = {
        data,
        offset: ((row - top) * width + x) * 4,
        stride: width * 4,
        step: 4,
        width: this.#area.width,
        top: row - y,
        rows,
      };
      const colors = this.#like.gray
        ? [this.#resampler.resample(pixels, this.#resampling)]
        : this.#resampler.resampleColors(pixels, this.#resampling);
      this.#joiners.forEach((joiner, color) => joiner.add(colors[color]!));
    }
  }

  finish(): Raster {
    const { width, height } = this.#resampling.target;
    const planes = this.#joiners.map((joiner) => joiner.finish());
    const [red, green = red, blue = red] = planes as [Uint8Array, Uint8Array?, Uint8Array?];
    return { ...this.#like, width, height, data: joinColors(red, green, blue) };
  }
}
