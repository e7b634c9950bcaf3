import { type Layout } from './layout.ts';
import { addDifferences, joinFloatBytes, predictors } from './predictor.ts';
import { photometrics } from './tags.ts';

/** Rows of interleaved samples, 0 to 255 or 0 to 65,535; palette indices are unscaled. */
export interface Samples {
  data: Uint8Array | Uint8ClampedArray | Uint16Array;
  /** Pixels per row. */
  width: number;
  /** Samples per pixel. */
  count: number;
}

/** The packed samples of some rows. */
export interface Packed {
  bytes: Uint8Array<ArrayBuffer>;
  /** Nobody else uses the bytes, so they may be changed. */
  isOwn: boolean;
  width: number;
  rows: number;
  count: number;
}

/**
 * Converts to little-endian 16-bit or 32-bit numbers, the byte order of all machines with
 * WebAssembly.
 */
function toNumbers<Numbers extends Uint16Array | Uint32Array>(
  { bytes, isOwn }: Packed,
  littleEndian: boolean,
  Type: {
    new (buffer: ArrayBuffer, at: number, count: number): Numbers;
    BYTES_PER_ELEMENT: number;
  },
): Numbers {
  const size = Type.BYTES_PER_ELEMENT;
  const count = Math.floor(bytes.length / size);
  const isPlaced = bytes.byteOffset % size === 0;
  const own = isPlaced && (isOwn || littleEndian) ? bytes : bytes.slice();
  const numbers = new Type(own.buffer, own.byteOffset, count);
  if (littleEndian) return numbers;
  if (numbers instanceof Uint16Array) {
    for (let at = 0; at < count; at++) {
      const value = numbers[at]!;
      numbers[at] = (value << 8) | (value >> 8);
    }
  } else {
    for (let at = 0; at < count; at++) {
      const value = numbers[at]!;
      const swapped = ((value & 0xff00ff) << 8) | ((value >>> 8) & 0xff00ff);
      numbers[at] = (swapped << 16) | (swapped >>> 16);
    }
  }
  return numbers;
}

/** Unpacks samples of up to 16 bits. Rows begin on byte boundaries. */
function unpackBits(
  { bytes, width, rows, count }: Packed,
  bits: number,
  target: Uint8Array | Uint16Array,
) {
  const rowSamples = width * count;
  const rowBytes = Math.ceil((rowSamples * bits) / 8);
  const mask = 2 ** bits - 1;
  for (let row = 0, to = 0; row < rows; row++) {
    let from = row * rowBytes;
    let held = 0;
    let buffer = 0;
    for (const end = to + rowSamples; to < end; to++) {
      while (held < bits) {
        buffer = ((buffer << 8) | bytes[from++]!) & 0xffffff;
        held += 8;
      }
      held -= bits;
      target[to] = (buffer >> held) & mask;
    }
  }
}

/** Decodes half precision: a sign, 5 exponent bits and 10 fraction bits. */
function fromHalf(value: number): number {
  const exponent = (value >> 10) & 31;
  const fraction = value & 1023;
  const size = exponent === 0 ? fraction * 2 ** -24 : (1024 + fraction) * 2 ** (exponent - 25);
  return value & 0x8000 ? -size : exponent === 31 ? Number.POSITIVE_INFINITY : size;
}

/** Decodes 24-bit floats: a sign, 7 exponent bits and 16 fraction bits. */
function fromThreeBytes(value: number): number {
  const exponent = (value >> 16) & 127;
  const fraction = value & 0xffff;
  const size = exponent === 0 ? fraction * 2 ** -78 : (0x10000 + fraction) * 2 ** (exponent - 79);
  return value & 0x800000 ? -size : size;
}

/** Scales 0 to 1 to 16 bits. NaN becomes black. */
const toDeep = (value: number): number =>
  value >= 1 ? 65_535 : value > 0 ? value * 65_535 + 0.5 : 0;

function unpackFloats(packed: Packed, bits: number, littleEndian: boolean): Uint16Array {
  const { bytes } = packed;
  const count = packed.width * packed.rows * packed.count;
  const target = new Uint16Array(count);
  if (bits === 32) {
    const numbers = toNumbers(packed, littleEndian, Uint32Array);
    const floats = new Float32Array(numbers.buffer, numbers.byteOffset, numbers.length);
    for (let at = 0; at < count; at++) target[at] = toDeep(floats[at]!);
    return target;
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 0; at < count; at++) {
    if (bits === 16) target[at] = toDeep(fromHalf(view.getUint16(at * 2, littleEndian)));
    else if (bits === 64) target[at] = toDeep(view.getFloat64(at * 8, littleEndian));
    else target[at] = toDeep(fromThreeBytes(readThree(bytes, at * 3, littleEndian)));
  }
  return target;
}

function readThree(bytes: Uint8Array, at: number, littleEndian: boolean): number {
  const [high, low] = littleEndian ? [at + 2, at] : [at, at + 2];
  return (bytes[high]! << 16) | (bytes[at + 1]! << 8) | bytes[low]!;
}

/** Scales samples to the full 8 or 16 bits. Not called for palette indices. */
function scale(samples: Uint8Array | Uint16Array, bits: number): void {
  const max = samples instanceof Uint16Array ? 65_535 : 255;
  const factor = max / (2 ** bits - 1);
  const scaled = Uint16Array.from({ length: 2 ** bits }, (_, value) => Math.round(value * factor));
  for (let at = 0; at < samples.length; at++) samples[at] = scaled[samples[at]!]!;
}

/** Takes the upper 16 of 24 or 32 bits. */
function unpackWide(packed: Packed, bits: number, littleEndian: boolean): Uint16Array {
  const { bytes, width, rows, count } = packed;
  const data = new Uint16Array(width * rows * count);
  if (bits === 24) {
    for (let at = 0; at < data.length; at++) data[at] = readThree(bytes, at * 3, littleEndian) >> 8;
    return data;
  }
  const numbers = toNumbers(packed, littleEndian, Uint32Array);
  for (let at = 0; at < data.length; at++) data[at] = numbers[at]! >>> 16;
  return data;
}

function undoPredictor(
  packed: Packed,
  layout: Layout,
  littleEndian: boolean,
): Packed & { littleEndian: boolean } {
  const { predictor, bits } = layout;
  const predicted = { rowSamples: packed.width * packed.count, stride: packed.count };
  const isFloat = predictor === predictors.float && bits % 8 === 0;
  if (predictor !== predictors.difference && !isFloat) return { ...packed, littleEndian };
  const own = packed.isOwn ? packed : { ...packed, bytes: packed.bytes.slice(), isOwn: true };
  if (isFloat) {
    joinFloatBytes(own.bytes, predicted, bits / 8);
    return { ...own, littleEndian: false };
  }
  if (bits === 8) addDifferences(own.bytes, predicted);
  if (bits !== 16 && bits !== 32) return { ...own, littleEndian };
  const numbers =
    bits === 16
      ? toNumbers(own, littleEndian, Uint16Array)
      : toNumbers(own, littleEndian, Uint32Array);
  addDifferences(numbers, predicted);
  const bytes = new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength);
  return { ...own, bytes, littleEndian: true };
}

/** Converts rows of uncompressed bytes to samples. */
export function unpackSamples(given: Packed, layout: Layout, isLittleFile: boolean): Samples {
  const { bits, kind, photometric } = layout;
  const { littleEndian, ...packed } = undoPredictor(given, layout, isLittleFile);
  const { width, rows, count } = packed;
  const total = width * rows * count;
  const isPalette = photometric === photometrics.palette;
  const shape = { width, count };
  if (kind === 'float') return { ...shape, data: unpackFloats(packed, bits, littleEndian) };
  if (bits === 8) return { ...shape, data: packed.bytes };
  if (bits === 16) {
    const data = toNumbers(packed, littleEndian, Uint16Array);
    if (kind !== 'signed' || photometric === photometrics.cieLab) return { ...shape, data };
    // The lowest number is black. For other bit depths the sign is ignored, as most programs do.
    return { ...shape, data: data.map((value) => value ^ 0x8000) };
  }
  if (bits > 16) return { ...shape, data: unpackWide(packed, bits, littleEndian) };
  const data = bits < 8 ? new Uint8Array(total) : new Uint16Array(total);
  unpackBits(packed, bits, data);
  if (!isPalette) scale(data, bits);
  return { ...shape, data };
}
