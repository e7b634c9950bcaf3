import {
  readFourCC,
  readI32,
  readU16,
  readU32,
  remaining,
  skip,
  type Slice,
} from '../bytes/reader.ts';

/** Decodes an encoded value, 0 to 1, to linear light. */
export type Curve = (value: number) => number;

/** ICC.1:2022 section 4.6: s15Fixed16. */
export function readFixed(slice: Slice): number {
  return readI32(slice) / 65_536;
}

/** Number of parameters of each function type (section 10.18). */
const parameterCounts = [1, 3, 4, 5, 7];

/** Reads a `curv` or `para` tag and moves the slice past it. `null` for other types. */
export function readCurve(slice: Slice): Curve | null {
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

/** Section 10.6: no entries mean identity, one is a gamma, more are a table. */
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
