import { ReusedBytes } from '../bytes/reused-bytes.ts';
import { dither } from '../planes/dither.ts';
import type { Planes } from '../planes/planes.ts';
import type { ColorTags, Raster } from '../planes/raster.ts';
import { rowsOfPlanes } from '../planes/rows.ts';
import type { SampleFormat } from '../planes/sample-format.ts';
import type { RgbaConverter } from '../planes/to-rgba.ts';
import type { ReadLightRows } from '../planes/light-rows.ts';
import { bindExports, type Bound } from '../wasm/bind.ts';
import { loadWasm } from '../wasm/load.ts';
import { align, growMemory } from '../wasm/memory.ts';
import { ThreadCodec } from '../wasm/thread-codec.ts';
import { isHlg } from './hdr.ts';
import { invert, multiply } from './matrix.ts';
import { primariesByCode, rgbToXyzD50 } from './primaries.ts';
import { encodeTable, hlgToScene, pqToNits } from './transfer.ts';

/** ITU-R BT.2408: light of diffuse white in an HDR picture, in candela per square meter. */
const referenceWhite = 203;

/** ITU-R BT.2100: peak of the display that HLG is graded on, and the matching system gamma. */
const hlgPeak = 1000;
const hlgGamma = 1.2;

/**
 * Leaves light below the knee unchanged; above, a shoulder maps `peak` to white. Light is relative
 * to reference white. The shape is Reinhard's extended curve, which joins the line with equal
 * slope.
 */
function compress(light: number, peak: number): number {
  const knee = 0.6;
  if (light <= knee) return light;
  const room = 1 - knee;
  const x = (light - knee) / room;
  const top = (peak - knee) / room;
  return knee + (room * x * (1 + x / (top * top))) / (1 + x);
}

/** How much tone mapping has darkened each pixel. All three channels are darkened alike. */
export interface Darkening {
  /** The largest darkening, in stops. */
  stops: number;
  /** Darkening per pixel, as a fraction of `stops` in units of 1/255. */
  shares: Uint8Array<ArrayBuffer>;
}

/** Rows of a picture that are mapped on their own. */
export interface PartOfPicture {
  color: ColorTags;
  /** The picture's largest sample, for PQ. */
  largest: number;
  /** Position of the first row in the picture. */
  firstRow: number;
  /** Whether shares are wanted. Both sides must be even then. */
  darkening: boolean;
}

/** See `Darkening`. Each share is the mean of 2 x 2 pixels' shares; there are none if not asked for. */
export interface HalvedDarkening {
  stops: number;
  halvedShares: Uint8Array<ArrayBuffer>;
}

/** Takes mapped rows, from row `top` of the planes on. The data is valid until the next ones are mapped. */
type TakeBand = (data: Uint16Array | Uint8ClampedArray, top: number, rows: number) => void;

export interface ToneMapped {
  raster: Raster;
  /** What undoes the mapping, except for colors outside sRGB. `null` if not requested. */
  darkening: Darkening | null;
}

/** Functions of `assembly/tone`. Addresses are in bytes. */
export const toneSignatures = {
  heapBase: [],
  largestSample: ['source', 'pixels'],
  mapRows: [
    ...(['source', 'width', 'rows', 'firstRow', 'tables', 'hlg', 'target', 'deep'] as const),
    ...(['lightStride', 'darkening'] as const),
  ],
  halveShares: ['source', 'width', 'rows', 'target'],
} as const;

/** Largest index of each table, and largest sample of 16 bits. */
const max = 65_535;
const entries = max + 1;

/** In the order in which `assembly/tone` stores them. */
interface Tables {
  /** 9 numbers of the matrix, 3 of luminance, 1 / peak, then padding to 64 bytes. */
  factors: Float32Array;
  light: Float32Array;
  ratios: Float32Array;
  gains: Float32Array;
  encoded: Uint16Array;
  shares: Uint8Array;
  thresholds: Int32Array;
}

/** ITU-R BT.2100, table 5: shares of red, green and blue in scene luminance. */
const luminance = [0.2627, 0.678, 0.0593] as const;

/** Evaluates a function from 0 to 1, at every sample value. */
function tabulate(of: (share: number) => number): Float32Array {
  const table = new Float32Array(entries);
  for (let index = 0; index < entries; index++) table[index] = of(index / max);
  return table;
}

/** Tables by transfer function (true for HLG). They do not depend on the picture. */
const lights = new Map<boolean, Float32Array>();

function lightOf(hlg: boolean): Float32Array {
  const known = lights.get(hlg);
  if (known) return known;
  const light = tabulate(hlg ? hlgToScene : (value) => pqToNits(value) / referenceWhite);
  lights.set(hlg, light);
  return light;
}

/** @param peak The brightest light of the picture, relative to reference white. */
function prepareTables({ cicp }: ColorTags, hlg: boolean, peak: number): Tables {
  const primaries = primariesByCode[cicp?.primaries ?? 9] ?? primariesByCode[9]!;
  const xyzToSrgb = invert(rgbToXyzD50(primariesByCode[1]!));
  const matrix = multiply(xyzToSrgb, rgbToXyzD50(primaries));
  const light = lightOf(hlg);
  const stops = Math.log2(peak);
  const ratios = new Float32Array(entries);
  const shares = new Uint8Array(entries);
  for (let index = 0; index < entries; index++) {
    // PQ is absolute: a pixel's largest sample determines its darkening. HLG describes scene light,
    // so its index is the square root of the light that the display would show.
    const brightest = hlg ? (index / max) ** 2 * peak : light[index]!;
    const ratio = brightest > 0 ? compress(brightest, peak) / brightest : 1;
    ratios[index] = ratio;
    shares[index] = Math.min(255, Math.max(0, Math.round((-Math.log2(ratio) / stops) * 255)));
  }
  // BT.2100, table 5, opto-optical transfer: from scene luminance to display luminance.
  const gainOf = (root: number): number => peak * Math.max(root * root, 1e-6) ** (hlgGamma - 1);
  return {
    factors: Float32Array.from([...matrix, ...luminance, 1 / peak, 0, 0, 0]),
    light,
    ratios,
    shares,
    gains: hlg ? tabulate(gainOf) : new Float32Array(entries),
    encoded: encodeTable(max),
    thresholds: dither,
  };
}

/** Rows are mapped in parts of about this many pixels, which fit into the cache. */
const pixelsAtOnce = 65_536;

/** Even, for 4:2:0. */
const rowsOfWidth = (width: number): number =>
  2 * Math.max(1, Math.floor(pixelsAtOnce / 2 / width));

/** SIMD code may read and write this many pixels past the end of a row. */
const slack = 4;

/** SIMD code may read shares this many bytes past their end. */
const sharesSlack = 16;

const tableBytes = 64 + entries * (4 + 4 + 4 + 2 + 1) + 64 * 4;

/** Maps PQ and HLG to sRGB. */
export class ToneMapper {
  readonly #module: Bound<typeof toneSignatures>;
  /** Identifies the tables in memory. */
  #prepared = '';
  /** Memory for the pixels that `mapPlanes` returns. */
  readonly #rgba = new ReusedBytes();

  /** `module` is the compiled `assembly/tone`. */
  static async create(module: WebAssembly.Module): Promise<ToneMapper> {
    const instance = await WebAssembly.instantiate(module);
    return new ToneMapper(instance.exports);
  }

  private constructor(exports: WebAssembly.Exports) {
    this.#module = bindExports(exports, toneSignatures);
  }

  /**
   * Converts a PQ or HLG raster to sRGB, without tags. Compresses the brightest of the three
   * channels and keeps the ratio of the others to it, which preserves hues. Opaque pictures become
   * 8 bits, dithered, unless `deep` asks for 16. Throws `out-of-memory`.
   */
  map(raster: Raster, { deep = false, darkening = false } = {}): ToneMapped {
    const { width, height, data, opaque, color } = raster;
    const isDeep = deep || !opaque;
    const rowsAtOnce = rowsOfWidth(width);
    const largest = isHlg(color) ? 0 : this.#findLargest(data, rowsAtOnce * width);
    const { stops, mapRows } = this.#start(width, color, largest);
    const result = isDeep ? new Uint16Array(data.length) : new Uint8ClampedArray(data.length);
    const shares = new Uint8Array(darkening ? width * height : 0);
    for (let firstRow = 0; firstRow < height; firstRow += rowsAtOnce) {
      const rows = Math.min(rowsAtOnce, height - firstRow);
      const first = firstRow * width;
      const samples = data.subarray(first * 4, (first + rows * width) * 4);
      const mapped = mapRows((at) => this.#writeSamples(at, samples), rows, {
        firstRow,
        deep: isDeep,
        lightStride: 0,
        darkening,
      });
      result.set(mapped.data, first * 4);
      if (darkening) shares.set(mapped.shares(), first);
    }
    return {
      raster: { ...raster, data: result, color: {} },
      darkening: darkening ? { stops, shares } : null,
    };
  }

  /**
   * Converts rows of PQ or HLG planes to opaque 8-bit sRGB pixels, the same as `map` gives for the
   * picture. The pixels are valid until the next call. Throws as `RgbaConverter.convert`.
   */
  mapPlanes(
    planes: Planes,
    format: SampleFormat,
    converter: RgbaConverter,
    about: PartOfPicture,
  ): { rgba: Uint8ClampedArray } & HalvedDarkening {
    const { width, height } = planes;
    const bands = this.#startBands(planes, format, converter, about);
    const { buffer, length } = this.#rgba.take(width * height * 4);
    const rgba = new Uint8ClampedArray(buffer, 0, length);
    bands.map(0, height, 0, (data, top) => rgba.set(data, top * width * 4));
    return { rgba, ...bands.darkening };
  }

  /**
   * Prepares to convert rows of PQ or HLG planes to sRGB's linear light, `maxLight` for white.
   * `readRows` has to be asked for an even number of rows at a time. `darkening` is complete when
   * all are read. Throws as `RgbaConverter.convert`.
   */
  mapToLight(
    planes: Planes,
    format: SampleFormat,
    converter: RgbaConverter,
    about: PartOfPicture,
  ): { readRows: ReadLightRows; darkening: HalvedDarkening } {
    const bands = this.#startBands(planes, format, converter, about);
    const { width } = planes;
    const ownStride = width + slack;
    const readRows: ReadLightRows = (first, count, target, stride) =>
      bands.map(first, count, ownStride, (light, top, rows) => {
        for (let row = 0; row < rows * 3; row++) {
          const from = row * ownStride;
          const to = ((top - first) * 3 + row) * stride;
          target.set(light.subarray(from, from + width), to);
        }
      });
    return { readRows, darkening: bands.darkening };
  }

  /**
   * The returned `map` maps some rows, from row `first` of the planes on: to pixels, or to light in
   * rows of `lightStride` samples if that is not 0. Gives a few rows at a time to `take`.
   */
  #startBands(
    planes: Planes,
    format: SampleFormat,
    converter: RgbaConverter,
    { color, largest, firstRow, darkening }: PartOfPicture,
  ) {
    const { width, height } = planes;
    const { stops, mapRows } = this.#start(width, color, largest);
    const halvedShares = new Uint8Array(darkening ? (width * height) / 4 : 0);
    const mapBand = (top: number, rows: number, lightStride: number) => {
      const band = rowsOfPlanes(planes, top, top + rows);
      const write = (at: number): void => {
        const { data, stride } = converter.convert(band, format, true);
        const target = new Uint16Array(this.#module.memory.buffer, at, rows * width * 4);
        for (let row = 0; row < rows; row++) {
          target.set(data.subarray(row * stride, row * stride + width * 4), row * width * 4);
        }
      };
      const asked = { firstRow: firstRow + top, deep: false, lightStride, darkening };
      const mapped = mapRows(write, rows, asked);
      if (darkening) halvedShares.set(mapped.halvedShares(), (top * width) / 4);
      return mapped.data;
    };
    const map = (first: number, count: number, lightStride: number, take: TakeBand): void => {
      const rowsAtOnce = rowsOfWidth(width);
      for (let top = first; top < first + count; top += rowsAtOnce) {
        const rows = Math.min(rowsAtOnce, first + count - top);
        take(mapBand(top, rows, lightStride), top, rows);
      }
    };
    return { map, darkening: { stops, halvedShares } };
  }

  /**
   * Prepares for rows of `width` pixels. The returned `mapRows` maps up to `rowsOfWidth` rows at a
   * time, after `write` has stored their 16-bit RGBA at the given address. Its results are valid
   * until the next call.
   */
  #start(width: number, color: ColorTags, largest: number) {
    const hlg = isHlg(color);
    const peak = hlg ? hlgPeak / referenceWhite : Math.max(lightOf(false)[largest]!, 1.01);
    const at = this.#place(rowsOfWidth(width) * (width + slack));
    // Consecutive parts of one picture share the tables.
    const tablesFor = `${color.cicp?.primaries} ${hlg} ${peak}`;
    if (tablesFor !== this.#prepared) this.#write(prepareTables(color, hlg, peak));
    this.#prepared = tablesFor;
    const mapRows = (
      write: (at: number) => void,
      rows: number,
      asked: { firstRow: number; deep: boolean; lightStride: number; darkening: boolean },
    ) => {
      const { firstRow, deep, lightStride, darkening } = asked;
      write(at.source);
      this.#module.mapRows({
        width,
        rows,
        firstRow,
        hlg,
        deep,
        source: at.source,
        tables: this.#module.heapBase({}),
        target: at.target,
        lightStride: lightStride * 2,
        darkening: darkening ? at.darkening : 0,
      });
      const { buffer } = this.#module.memory;
      const Samples = deep || lightStride > 0 ? Uint16Array : Uint8ClampedArray;
      const rowSamples = lightStride > 0 ? 3 * lightStride : width * 4;
      return {
        data: new Samples(buffer, at.target, rows * rowSamples),
        shares: () => new Uint8Array(buffer, at.darkening, rows * width),
        halvedShares: () => {
          // Overwrites the source pixels, which are mapped already.
          const target = at.source;
          this.#module.halveShares({ source: at.darkening, width, rows, target });
          return new Uint8Array(buffer, target, (rows * width) / 4);
        },
      };
    };
    return { stops: Math.log2(peak), mapRows };
  }

  /** Lays out memory after the tables for this many pixels. */
  #place(pixels: number) {
    const { memory } = this.#module;
    const source = align(this.#module.heapBase({}) + tableBytes, 64);
    const target = align(source + pixels * 8, 64);
    const darkening = align(target + pixels * 8, 64);
    growMemory(memory, darkening + pixels + sharesSlack, 'tone mapping');
    return { source, target, darkening };
  }

  #write({ factors, light, ratios, gains, encoded, shares, thresholds }: Tables): void {
    const { memory } = this.#module;
    let next = this.#module.heapBase({});
    for (const part of [factors, light, ratios, gains, encoded, shares, thresholds]) {
      const { buffer, byteOffset, byteLength } = part;
      new Uint8Array(memory.buffer, next).set(new Uint8Array(buffer, byteOffset, byteLength));
      next += byteLength;
    }
  }

  /** Widens 8-bit samples to 16 bits. */
  #writeSamples(at: number, samples: Raster['data']): void {
    const target = new Uint16Array(this.#module.memory.buffer, at, samples.length);
    if (samples instanceof Uint16Array) target.set(samples);
    else for (let index = 0; index < samples.length; index++) target[index] = samples[index]! * 257;
  }

  /** The largest sample of red, green and blue in the data. */
  #findLargest(data: Raster['data'], pixelsAtATime: number): number {
    const { source } = this.#place(pixelsAtATime + slack);
    let largest = 0;
    for (let first = 0; first < data.length; first += pixelsAtATime * 4) {
      const samples = data.subarray(first, first + pixelsAtATime * 4);
      this.#writeSamples(source, samples);
      const pixels = samples.length / 4;
      largest = Math.max(largest, this.#module.largestSample({ source, pixels }));
    }
    return largest;
  }
}

const mapper = new ThreadCodec(async () => ToneMapper.create(await loadWasm('tone-mapper')));

/** This thread's tone mapper. */
export const requireToneMapper = (): Promise<ToneMapper> => mapper.require();

/** Discards an instance that has trapped. */
export const dropToneMapper = (): void => mapper.drop();
