import {
  readFourCC,
  readI32,
  readU16,
  readU32,
  remaining,
  skip,
  sliceOf,
  type Slice,
} from '../bytes/reader.ts';
import type { Matrix3 } from './matrix.ts';

/** What an ICC profile (ICC.1:2022) says, as far as the engine needs it. */
export interface Profile {
  /** `RGB `, `GRAY`, `CMYK`, ... */
  space: string;
  /** The profile's own name, for people. */
  name: string;
  /** Device RGB to XYZ relative to D50 by curves and a matrix; missing in profiles that have tables only. */
  matrix?: { toXyz: Matrix3; curves: [Curve, Curve, Curve] };
  /** Gray to light. */
  gray?: Curve;
}

/** From an encoded value, 0 to 1, to light. */
export type Curve = (value: number) => number;

const headerSize = 128;

function readTags(slice: Slice): Map<string, Slice> {
  const tags = new Map<string, Slice>();
  const count = readU32(slice);
  for (let index = 0; index < count; index++) {
    const signature = readFourCC(slice);
    const offset = readU32(slice);
    const size = readU32(slice);
    tags.set(signature, sliceOf(slice.bytes, offset, offset + size));
  }
  return tags;
}

function readFixed(slice: Slice): number {
  return readI32(slice) / 65_536;
}

function readXyz(slice: Slice): [number, number, number] {
  skip(slice, 8);
  return [readFixed(slice), readFixed(slice), readFixed(slice)];
}

/** Section 10.18: how many parameters each function type has. */
const parameterCounts = [1, 3, 4, 5, 7];

function readCurve(slice: Slice): Curve | null {
  const type = readFourCC(slice);
  skip(slice, 4);
  if (type === 'curv') return readTable(slice);
  if (type !== 'para') return null;
  const kind = readU16(slice);
  skip(slice, 2);
  const count = parameterCounts[kind];
  if (count === undefined) return null;
  const [g = 1, a = 1, b = 0, c = 0, d = 0, e = 0, f = 0] = Array.from({ length: count }, () =>
    readFixed(slice),
  );
  const power = (x: number) => Math.max(a * x + b, 0) ** g;
  switch (kind) {
    case 0:
      return (x) => x ** g;
    case 1:
      return (x) => (x >= -b / a ? power(x) : 0);
    case 2:
      return (x) => (x >= -b / a ? power(x) + c : c);
    case 3:
      return (x) => (x >= d ? power(x) : c * x);
    default:
      return (x) => (x >= d ? power(x) + e : c * x + f);
  }
}

/** Section 10.6: nothing is the identity, one entry a gamma, more a table. */
function readTable(slice: Slice): Curve {
  const count = readU32(slice);
  if (count === 0) return (x) => x;
  if (count === 1) {
    const gamma = readU16(slice) / 256;
    return (x) => x ** gamma;
  }
  const entries = Float32Array.from(
    { length: Math.min(count, remaining(slice) / 2) },
    () => readU16(slice) / 65_535,
  );
  return (x) => {
    const place = Math.min(Math.max(x, 0), 1) * (entries.length - 1);
    const low = Math.floor(place);
    const high = Math.min(low + 1, entries.length - 1);
    return entries[low]! + (entries[high]! - entries[low]!) * (place - low);
  };
}

/** `desc` is ASCII in version 2 (10.24 of the 2001 edition), localised UTF-16 in version 4. */
function readName(slice: Slice | undefined): string {
  if (!slice) return '';
  const start = slice.position;
  const type = readFourCC(slice);
  skip(slice, 4);
  if (type === 'desc') {
    const size = Math.min(readU32(slice), remaining(slice));
    return String.fromCharCode(
      ...slice.bytes.subarray(slice.position, slice.position + size),
    ).replace(/\0.*$/s, '');
  }
  if (type !== 'mluc' || readU32(slice) === 0) return '';
  skip(slice, 8);
  const length = readU32(slice);
  const offset = readU32(slice);
  const text = sliceOf(slice.bytes, start + offset, start + offset + length);
  let name = '';
  while (remaining(text) >= 2) name += String.fromCharCode(readU16(text));
  return name.replace(/\0.*$/s, '');
}

/** Reads a profile. `null` when it is broken: then it is as if there were none. */
export function readProfile(bytes: Uint8Array): Profile | null {
  try {
    const header = sliceOf(bytes, 16);
    const space = readFourCC(header);
    const connection = readFourCC(header);
    const tags = readTags(sliceOf(bytes, headerSize));
    const profile: Profile = { space, name: readName(tags.get('desc')) };
    const curveOf = (tag: string) => {
      const slice = tags.get(tag);
      return slice ? readCurve({ ...slice }) : null;
    };
    if (space === 'GRAY') {
      const gray = curveOf('kTRC');
      if (gray) profile.gray = gray;
    }
    const columns = ['rXYZ', 'gXYZ', 'bXYZ'].map((tag) => tags.get(tag));
    const curves = ['rTRC', 'gTRC', 'bTRC'].map(curveOf);
    if (
      space === 'RGB ' &&
      connection === 'XYZ ' &&
      columns.every((column) => column !== undefined)
    ) {
      const [r, g, b] = columns.map((column) => readXyz({ ...column }));
      const [red, green, blue] = curves;
      if (red && green && blue) {
        const toXyz: Matrix3 = [r![0], g![0], b![0], r![1], g![1], b![1], r![2], g![2], b![2]];
        profile.matrix = { toXyz, curves: [red, green, blue] };
      }
    }
    return profile;
  } catch {
    return null;
  }
}

/** True when the bytes are a profile for pictures of one channel. */
export function isGrayProfile(bytes: Uint8Array): boolean {
  return bytes.length > headerSize && readFourCC(sliceOf(bytes, 16)) === 'GRAY';
}
