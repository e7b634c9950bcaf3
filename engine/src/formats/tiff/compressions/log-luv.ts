import { listSquares } from './log-luv-colors.ts';

/**
 * LogLuv and LogL (SGILog): the logarithm of luminance, and u' and v' of CIE 1976. Luminance of 1 becomes white, as
 * with libtiff: what is brighter is lost, and shades go by the square root of light, not quite as sRGB has them.
 */

/** 16-bit logarithms: steps per doubling, and doublings from 0 up to luminance 1. */
const [steps, doublings] = [256, 64];
/** The same for 10-bit logarithms. */
const [fewSteps, fewDoublings] = [64, 12];

/** 8-bit u' and v' range up to 255 / 410. */
const colorSteps = 410;

/** Run bytes: 128 means a run of two. */
const [runMark, shortestRun] = [128, 2];

/** Rows of pixels and their target. */
export interface LogRows {
  data: Uint8Array;
  out: Uint8Array;
  /** Pixels per row. */
  width: number;
}

function luminance(code: number): number {
  const size = code & 0x7fff;
  const isDark = size === 0 || (code & 0x8000) !== 0;
  return isDark ? 0 : 2 ** ((size + 0.5) / steps - doublings);
}

const fewBitsLuminance = (code: number): number =>
  code === 0 ? 0 : 2 ** ((code + 0.5) / fewSteps - fewDoublings);

const toByte = (light: number): number =>
  light <= 0 ? 0 : light >= 1 ? 255 : Math.floor(256 * Math.sqrt(light));

/** Converts luminance, u' and v' to three bytes with sRGB primaries. */
function putColor(out: Uint8Array, at: number, y: number, u: number, v: number): void {
  if (y <= 0) {
    out.fill(0, at, at + 3);
    return;
  }
  const x = ((9 * u) / (4 * v)) * y;
  const z = ((12 - 3 * u - 20 * v) / (4 * v)) * y;
  out[at] = toByte(2.69 * x - 1.276 * y - 0.414 * z);
  out[at + 1] = toByte(-1.022 * x + 1.978 * y + 0.044 * z);
  out[at + 2] = toByte(0.061 * x - 0.224 * y + 1.163 * z);
}

/**
 * Joins a row's numbers, which are stored as byte planes, highest first. Returns the start of the
 * next row, or -1 where the data ends.
 */
function joinRow(data: Uint8Array, start: number, row: Uint32Array, size: number): number {
  row.fill(0);
  let at = start;
  for (let byte = size - 1; byte >= 0; byte--) {
    const shift = 8 * byte;
    for (let x = 0; x < row.length;) {
      if (at >= data.length) return -1;
      const head = data[at++]!;
      const isRun = head >= runMark;
      const end = Math.min(x + (isRun ? head - runMark + shortestRun : head), row.length);
      if (isRun) {
        const value = data[at++]! << shift;
        for (; x < end; x++) row[x]! |= value;
      } else {
        if (at + end - x > data.length) return -1;
        for (; x < end; x++) row[x]! |= data[at++]! << shift;
      }
    }
  }
  return at;
}

/**
 * Calls `put` for each row of numbers. Returns the number of bytes of `out` filled, in whole rows.
 */
function expandRows(
  { data, out, width }: LogRows,
  size: number,
  samples: number,
  put: (row: Uint32Array, to: number) => void,
): number {
  const row = new Uint32Array(width);
  let at = 0;
  for (let to = 0; to < out.length; to += width * samples) {
    at = joinRow(data, at, row, size);
    if (at < 0) return to;
    put(row, to);
  }
  return out.length;
}

/** Expands 16-bit luminance to 8-bit gray. Returns the number of bytes of `out` filled. */
export function expandLogL(rows: LogRows): number {
  const { out } = rows;
  return expandRows(rows, 2, 1, (row, to) => {
    for (let x = 0; x < row.length; x++) out[to + x] = toByte(luminance(row[x]!));
  });
}

/** Expands 32-bit pixels to 8-bit RGB. Returns the number of bytes of `out` filled. */
export function expandLogLuv(rows: LogRows): number {
  const { out } = rows;
  return expandRows(rows, 4, 3, (row, to) => {
    for (let x = 0; x < row.length; x++) {
      const pixel = row[x]!;
      const u = (((pixel >> 8) & 255) + 0.5) / colorSteps;
      const v = ((pixel & 255) + 0.5) / colorSteps;
      putColor(out, to + 3 * x, luminance(pixel >>> 16), u, v);
    }
  });
}

/** Created for the first strip that needs them. */
let squares: Float64Array | undefined;

/** The same for 24-bit pixels, which are not compressed: 10 bits of luminance and a color code. */
export function expandLogLuv24({ data, out }: LogRows): number {
  const middles = (squares ??= listSquares());
  const end = Math.min(out.length, data.length - (data.length % 3));
  for (let at = 0; at < end; at += 3) {
    const pixel = (data[at]! << 16) | (data[at + 1]! << 8) | data[at + 2]!;
    const code = 2 * (pixel & 0x3fff);
    putColor(out, at, fewBitsLuminance(pixel >> 14), middles[code]!, middles[code + 1]!);
  }
  return end;
}
