import {
  readFourCC,
  readSlice,
  readU16,
  readU32,
  readU8,
  skip,
  sliceOf,
  type Slice,
} from '../bytes/reader.ts';
import { EngineError } from '../errors.ts';
import { readCurve, readFixed, type Curve } from './curves.ts';
import type { Vector3 } from './matrix.ts';

/** Converts device values, 0 to 1 each, to XYZ relative to D50. */
export type DeviceToXyz = (device: readonly number[]) => Vector3;

type Stage = (values: readonly number[]) => number[];

/** Decodes the last stage's output, 0 to 1, to XYZ. */
type PcsEncoding = (values: readonly number[]) => Vector3;

/** Largest encodable XYZ value (ICC.1:2022 section 6.3.4.2). */
const xyzRange = 65_535 / 32_768;

/** `mft2` encodes an L* of 100 as 0xFF00, and likewise a* and b* of 127 (section 10.10). */
const legacyLab = 65_535 / 65_280;

/** White of the profile connection space, section 7.2.16. */
const d50: Vector3 = [0.9642, 1, 0.8249];

/** ISO/CIE 11664-4. */
function labToXyz(lightness: number, a: number, b: number): Vector3 {
  const y = (lightness + 16) / 116;
  const cube = (t: number) => (t > 6 / 29 ? t ** 3 : (t - 16 / 116) * 3 * (6 / 29) ** 2);
  return [cube(y + a / 500) * d50[0], cube(y) * d50[1], cube(y - b / 200) * d50[2]];
}

const asXyz: PcsEncoding = ([x = 0, y = 0, z = 0]) => [x * xyzRange, y * xyzRange, z * xyzRange];

function asLab(scale: number): PcsEncoding {
  return ([l = 0, a = 0, b = 0]) =>
    labToXyz(l * scale * 100, a * scale * 255 - 128, b * scale * 255 - 128);
}

function curves(all: readonly Curve[]): Stage {
  return (values) => values.map((value, index) => all[index]!(value));
}

/** A grid with `sizes[i]` points along input `i`. The last input varies fastest. */
interface Grid {
  sizes: readonly number[];
  outputs: number;
  points: Float32Array;
}

/** A generous limit: most profiles have 33 points for each of three inputs. */
const maxGridValues = 8_000_000;

function readGrid(
  slice: Slice,
  sizes: readonly number[],
  outputs: number,
  sampleBytes: number,
): Grid {
  const count = sizes.reduce((product, size) => product * size, outputs);
  if (count > maxGridValues || sizes.some((size) => size < 2)) {
    throw new EngineError('corrupt-file', 'A grid of a color profile has no usable size');
  }
  const data = readSlice(slice, count * sampleBytes);
  const points = Float32Array.from({ length: count }, () =>
    sampleBytes === 1 ? readU8(data) / 255 : readU16(data) / 65_535,
  );
  return { sizes, outputs, points };
}

/**
 * Interpolates in the simplex that contains the point: from the cell's lowest corner to its
 * highest, along the inputs in descending order of their fractions. For three inputs, these are the
 * six tetrahedra.
 */
function interpolate({ sizes, outputs, points }: Grid): Stage {
  const strides = sizes.map((_, index) =>
    sizes.slice(index + 1).reduce((product, size) => product * size, outputs),
  );
  return (values) => {
    let base = 0;
    const fractions = sizes.map((size, index) => {
      const place = Math.min(Math.max(values[index]!, 0), 1) * (size - 1);
      const low = Math.min(Math.floor(place), size - 2);
      base += low * strides[index]!;
      return place - low;
    });
    const order = fractions.map((_, index) => index).sort((a, b) => fractions[b]! - fractions[a]!);
    const result = Array.from(points.subarray(base, base + outputs));
    for (const input of order) {
      const next = base + strides[input]!;
      for (let output = 0; output < outputs; output++) {
        result[output]! += fractions[input]! * (points[next + output]! - points[base + output]!);
      }
      base = next;
    }
    return result;
  };
}

function tableCurve(entries: Float32Array): Curve {
  return (value) => {
    const place = Math.min(Math.max(value, 0), 1) * (entries.length - 1);
    const low = Math.min(Math.floor(place), entries.length - 2);
    return entries[low]! + (entries[low + 1]! - entries[low]!) * (place - low);
  };
}

function readTableCurves(slice: Slice, count: number, entries: number, sampleBytes: number) {
  return Array.from({ length: count }, () => {
    const data = readSlice(slice, entries * sampleBytes);
    return tableCurve(
      Float32Array.from({ length: entries }, () =>
        sampleBytes === 1 ? readU8(data) / 255 : readU16(data) / 65_535,
      ),
    );
  });
}

/** The connection space has three coordinates. */
const pcsChannels = 3;

function readChannels(slice: Slice, expected: number): [inputs: number, outputs: number] {
  const [inputs, outputs] = [readU8(slice), readU8(slice)];
  if (inputs !== expected || outputs !== pcsChannels) {
    throw new EngineError(
      'corrupt-file',
      `A color profile's table has ${inputs} inputs and ${outputs} outputs`,
    );
  }
  return [inputs, outputs];
}

/** Sections 10.10 and 10.11. Their matrix is only for profiles whose device space is XYZ. */
function readMultiFunctionTable(slice: Slice, channels: number, sampleBytes: number): Stage[] {
  const [inputs, outputs] = readChannels(slice, channels);
  const size = readU8(slice);
  skip(slice, 1 + 9 * 4);
  const [inputEntries, outputEntries] =
    sampleBytes === 2 ? [readU16(slice), readU16(slice)] : [256, 256];
  const first = readTableCurves(slice, inputs, inputEntries, sampleBytes);
  const sizes = Array.from({ length: inputs }, () => size);
  const grid = readGrid(slice, sizes, outputs, sampleBytes);
  const last = readTableCurves(slice, outputs, outputEntries, sampleBytes);
  return [curves(first), interpolate(grid), curves(last)];
}

/** Curves are stored one after the other, aligned to four bytes. */
function readCurves(slice: Slice, start: number, count: number): Stage {
  return curves(
    Array.from({ length: count }, () => {
      slice.position += (4 - ((slice.position - start) % 4)) % 4;
      const curve = readCurve(slice);
      if (!curve)
        throw new EngineError('corrupt-file', 'A curve of a color profile has no known type');
      return curve;
    }),
  );
}

function readMatrix(slice: Slice): Stage {
  const e = Array.from({ length: 12 }, () => readFixed(slice));
  return ([x = 0, y = 0, z = 0]) =>
    [0, 1, 2].map(
      (row) => e[row * 3]! * x + e[row * 3 + 1]! * y + e[row * 3 + 2]! * z + e[9 + row]!,
    );
}

/** Section 10.12.5: sizes for up to 16 inputs, then the bytes per sample. */
function readSizedGrid(slice: Slice, inputs: number, outputs: number): Stage {
  const sizes = Array.from({ length: 16 }, () => readU8(slice)).slice(0, inputs);
  const sampleBytes = readU8(slice);
  skip(slice, 3);
  return interpolate(readGrid(slice, sizes, outputs, sampleBytes === 1 ? 1 : 2));
}

/** Section 10.12: up to five stages at given offsets. An offset of 0 omits a stage. */
function readStages(slice: Slice, start: number, channels: number): Stage[] {
  const [inputs, outputs] = readChannels(slice, channels);
  skip(slice, 2);
  const [b, matrix, m, grid, a] = Array.from({ length: 5 }, () => readU32(slice));
  // Only a grid makes another number of channels.
  if (!grid && inputs > outputs) {
    throw new EngineError('corrupt-file', "A color profile's table has no grid");
  }
  const at = (offset: number | undefined, read: (from: Slice) => Stage): Stage[] =>
    offset ? [read(sliceOf(slice.bytes, start + offset, slice.end))] : [];
  return [
    ...at(a, (from) => readCurves(from, start, inputs)),
    ...at(grid, (from) => readSizedGrid(from, inputs, outputs)),
    ...at(m, (from) => readCurves(from, start, outputs)),
    ...at(matrix, readMatrix),
    ...at(b, (from) => readCurves(from, start, outputs)),
  ];
}

/** Black of version 4's perceptual tables, relative to D50 (ICC.1:2022 section 6.3.3). */
const perceptualBlack: Vector3 = [0.00336, 0.0034731, 0.00287];

/** Perceptual tables of version 4, with the reference medium's black mapped to a screen's. */
export function compensateBlack(tables: DeviceToXyz): DeviceToXyz {
  return (device) => {
    const [x, y, z] = tables(device);
    const stretch = (value: number, axis: 0 | 1 | 2) =>
      ((value - perceptualBlack[axis]) * d50[axis]) / (d50[axis] - perceptualBlack[axis]);
    return [stretch(x, 0), stretch(y, 1), stretch(z, 2)];
  };
}

/**
 * Reads an `A2B` tag (`mft1`, `mft2` or `mAB `; ICC.1:2022 sections 10.10 to 10.12) of a profile
 * with `channels` device channels and the connection space `XYZ ` or `Lab `. `null` for other
 * types. Throws `corrupt-file`.
 */
export function readDeviceToXyz(
  tag: Slice,
  connection: string,
  channels: number,
): DeviceToXyz | null {
  const slice = { ...tag };
  const start = slice.position;
  const type = readFourCC(slice);
  skip(slice, 4);
  const isLab = connection === 'Lab ';
  let stages: Stage[];
  let encoding = isLab ? asLab(1) : asXyz;
  if (type === 'mAB ') stages = readStages(slice, start, channels);
  else if (type === 'mft1') stages = readMultiFunctionTable(slice, channels, 1);
  else if (type === 'mft2') {
    stages = readMultiFunctionTable(slice, channels, 2);
    if (isLab) encoding = asLab(legacyLab);
  } else return null;
  return (device) => encoding(stages.reduce((values, stage) => stage(values), [...device]));
}
