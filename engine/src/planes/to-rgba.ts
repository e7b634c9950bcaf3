import { EngineError } from '../errors.ts';
import { bindExports, type Bound } from '../wasm/bind.ts';
import { loadWasm } from '../wasm/load.ts';
import { align, growMemory } from '../wasm/memory.ts';
import { ThreadCodec } from '../wasm/thread-codec.ts';
import type { Planes } from './planes.ts';
import { rowsOfPlanes } from './rows.ts';
import { type SampleFormat, lumaWeights } from './sample-format.ts';
import { samplingOf } from './sampling.ts';

/** Functions of `assembly/raster`. Addresses, strides and sizes are in bytes. */
export const rasterSignatures = {
  heapBase: [],
  toRgba: [
    ...(['bytes', 'deep', 'y', 'yStride', 'cb', 'cr', 'cStride', 'across', 'down'] as const),
    ...(['width', 'height', 'target', 'targetStride', 'factors', 'shift'] as const),
    ...(['alpha', 'alphaStride'] as const),
  ],
  largestOf: [
    ...(['bytes', 'y', 'yStride', 'cb', 'cr', 'cStride', 'across', 'down'] as const),
    ...(['width', 'height', 'factors', 'shift'] as const),
  ],
} as const;

/** Contribution of each plane to one color, for samples scaled to 0 to 1. */
type Weights = [first: number, second: number, third: number];

interface ColorModel {
  red: Weights;
  green: Weights;
  blue: Weights;
  /** The second and third planes are color differences, centered on the middle of their range. */
  differences: boolean;
}

/** Reversible variants of YCgCo, with the number of bits by which samples exceed the colors. */
const bitsMore: Readonly<Record<number, number>> = { 16: 2, 17: 1 };

/** The conversion by ITU-T H.273, 8.3, table 4. Throws `unsupported-feature` for nonlinear ones. */
function colorModel({ gray, matrix, bitDepth }: SampleFormat): ColorModel {
  if (gray) return { red: [1, 0, 0], green: [1, 0, 0], blue: [1, 0, 0], differences: false };
  // The planes are green, blue and red.
  if (matrix === 0)
    return { red: [0, 0, 1], green: [1, 0, 0], blue: [0, 1, 0], differences: false };
  // YCgCo.
  if (matrix === 8) {
    return { red: [1, -1, 1], green: [1, 1, 0], blue: [1, -1, -1], differences: true };
  }
  const more = bitsMore[matrix];
  if (more !== undefined) {
    // Rounding of halves loses one unit of the last bit.
    const unit = (2 ** bitDepth - 1) / (2 ** (bitDepth - more) - 1);
    const half = unit / 2;
    return {
      red: [unit, -half, half],
      green: [unit, half, 0],
      blue: [unit, -half, -half],
      differences: true,
    };
  }
  const weights = lumaWeights[matrix];
  if (!weights) {
    throw new EngineError('unsupported-feature', `matrix ${matrix}`, {
      feature: `matrix-${matrix}`,
    });
  }
  const [kr, kb] = weights;
  const kg = 1 - kr - kb;
  return {
    red: [1, 0, 2 * (1 - kr)],
    green: [1, (-2 * kb * (1 - kb)) / kg, (-2 * kr * (1 - kr)) / kg],
    blue: [1, 2 * (1 - kb), 0],
    differences: true,
  };
}

/** Fractional bits with which sums of three products fit into 32 bits. */
const shift = { flat: 18, deep: 12 };

/** The 12 numbers for `toRgba`: three weights and an offset per color. */
function factorsOf(format: SampleFormat, deep: boolean): Int32Array {
  const { bitDepth, fullRange } = format;
  const chromaBitDepth = format.gray ? bitDepth : format.chromaBitDepth;
  const { red, green, blue, differences } = colorModel(format);
  const one = 2 ** (deep ? shift.deep : shift.flat);
  const max = deep ? 65_535 : 255;
  const unit = 2 ** (bitDepth - 8);
  const chromaUnit = 2 ** (chromaBitDepth - 8);
  const lumaSpan = fullRange ? 2 ** bitDepth - 1 : 219 * unit;
  const chromaSpan = fullRange ? 2 ** chromaBitDepth - 1 : (differences ? 224 : 219) * chromaUnit;
  const black = fullRange ? 0 : 16 * unit;
  const zero = differences ? 128 * chromaUnit : fullRange ? 0 : 16 * chromaUnit;
  return Int32Array.from(
    [red, green, blue].flatMap(([first, second, third]) => {
      const a = Math.round((first / lumaSpan) * max * one);
      const b = Math.round((second / chromaSpan) * max * one);
      const c = Math.round((third / chromaSpan) * max * one);
      return [a, b, c, one / 2 - a * black - (b + c) * zero];
    }),
  );
}

/** RGBA rows in the converter's memory. Valid until its next call. */
export interface RgbaRows {
  data: Uint8Array | Uint16Array;
  /** Samples (not bytes) from one row to the next. */
  stride: number;
}

/** Rows processed at a time. A multiple of the chroma subsampling. */
const bandRows = 128;

/** Converts planes to RGBA with 8 bits, or with 16 (0 to 65535) when `deep`. */
export class RgbaConverter {
  readonly #module: Bound<typeof rasterSignatures>;

  /** `module` is the compiled `assembly/raster`. */
  static async create(module: WebAssembly.Module): Promise<RgbaConverter> {
    const instance = await WebAssembly.instantiate(module);
    return new RgbaConverter(instance.exports);
  }

  private constructor(exports: WebAssembly.Exports) {
    this.#module = bindExports(exports, rasterSignatures);
  }

  /**
   * With a gray `format`, uses only luma, even if there is chroma. Pixels are opaque, or their
   * alpha is the luma of `alpha` (8 bits, same size; not with `deep`). Throws `unsupported-feature`
   * for unknown color matrices, `out-of-memory`.
   */
  convert(
    planes: Planes,
    format: SampleFormat,
    deep: boolean,
    alpha: Planes | null = null,
  ): RgbaRows {
    const { width, height } = planes;
    const alphaStride = alpha?.strides[0] ?? 0;
    const stride = align(width, 8) * 4;
    const rowBytes = stride * (deep ? 2 : 1);
    const alphaBytes = alpha ? align(alphaStride * height + 32, 64) : 0;
    const { end, asked } = this.#bring(planes, format, deep, alphaBytes + rowBytes * height);
    const { buffer } = this.#module.memory;
    if (alpha) {
      const luma = alpha.planes[0]!.subarray(0, alphaStride * height);
      new Uint8Array(buffer, end).set(luma);
    }
    const target = end + alphaBytes;
    this.#module.toRgba({
      ...asked,
      deep,
      target,
      targetStride: rowBytes,
      alpha: alpha ? end : 0,
      alphaStride,
    });
    const samples = stride * height;
    const data = deep
      ? new Uint16Array(buffer, target, samples)
      : new Uint8Array(buffer, target, samples);
    return { data, stride };
  }

  /**
   * Finds the largest red, green or blue sample of `convert`'s `deep` pixels without making them.
   * Requires an even width of at least 8, and a format in which luma contributes to all colors.
   * Throws as `convert`.
   */
  findLargest(planes: Planes, format: SampleFormat): number {
    let largest = 0;
    for (let top = 0; top < planes.height; top += bandRows) {
      const band = rowsOfPlanes(planes, top, Math.min(top + bandRows, planes.height));
      const { asked } = this.#bring(band, format, true, 0);
      largest = Math.max(largest, this.#module.largestOf(asked));
    }
    return largest;
  }

  /** Copies planes and factors into memory, followed by `behind` bytes of room. */
  #bring(planes: Planes, format: SampleFormat, deep: boolean, behind: number) {
    const { width, height } = planes;
    const { across, down } = samplingOf(planes.chroma);
    const gray = planes.chroma === '4:0:0';
    const bytes = planes.planes[0]!.BYTES_PER_ELEMENT;
    const factors = this.#module.heapBase({});
    let end = factors + 64;
    const addresses = planes.planes.map((_, component) => {
      const address = end;
      const rows = component === 0 ? height : Math.ceil(height / down);
      // The last row is read up to a multiple of 8 samples.
      end = align(end + planes.strides[component]! * rows * bytes + 32, 64);
      return { address, samples: planes.strides[component]! * rows };
    });
    growMemory(this.#module.memory, end + behind, 'an RGBA picture');
    const { buffer } = this.#module.memory;
    new Int32Array(buffer, factors, 12).set(factorsOf(format, deep));
    addresses.forEach(({ address, samples }, component) => {
      const part = planes.planes[component]!.subarray(0, samples);
      new Uint8Array(buffer, address).set(
        new Uint8Array(part.buffer, part.byteOffset, part.byteLength),
      );
    });
    const [y, cb, cr] = addresses;
    const asked = {
      bytes,
      width,
      height,
      factors,
      shift: deep ? shift.deep : shift.flat,
      y: y!.address,
      cb: (cb ?? y!).address,
      cr: (cr ?? y!).address,
      yStride: planes.strides[0]! * bytes,
      cStride: planes.strides[gray ? 0 : 1]! * bytes,
      across: gray ? 1 : across,
      down: gray ? 1 : down,
    };
    return { asked, end };
  }
}

const converter = new ThreadCodec(async () => RgbaConverter.create(await loadWasm('raster')));

/** This thread's converter. */
export const requireRgbaConverter = (): Promise<RgbaConverter> => converter.require();

/** Discards an instance that has trapped, or whose memory has grown. */
export const dropRgbaConverter = (): void => converter.drop();
