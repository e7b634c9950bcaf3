import { listSquares } from './log-luv-colors.ts';

/**
 * LogLuv and LogL (SGILog): the logarithm of luminance, and u' and v' of CIE 1976. Luminance of 1 becomes white, as
 * with libtiff: what is brighter is lost, and shades go by the square root of light, not quite as sRGB has them.
 */

/** Of logarithms with 16 bits: steps to each doubling, and the doublings that 0 is below 1. */
const [steps, doublings] = [256, 64];
/** The same of 10 bits. */
const [fewSteps, fewDoublings] = [64, 12];

/** u' and v' of 8 bits go up to 255 / 410. */
const colorSteps = 410;

/** Bytes of a run: 128 is two. */
const [runMark, shortestRun] = [128, 2];

/** Rows of pixels, and where they go. */
export interface LogRows {
  data: Uint8Array;
  out: Uint8Array;
  /** Pixels a row. */
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

/** Puts what a luminance, u' and v' are into three bytes, by the primaries of sRGB. */
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

/** A row's numbers, of which all highest bytes come first. Returns where the next row is; -1 where the data ends. */
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

/** Calls `put` for each row of numbers. Returns how many bytes of `out` are filled, in whole rows. */
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

/** Expands luminances of 16 bits into gray of 8 bits. Returns how many bytes of `out` are filled. */
export function expandLogL(rows: LogRows): number {
  const { out } = rows;
  return expandRows(rows, 2, 1, (row, to) => {
    for (let x = 0; x < row.length; x++) out[to + x] = toByte(luminance(row[x]!));
  });
}

/** Expands pixels of 32 bits into red, green and blue of 8 bits. Returns how many bytes of `out` are filled. */
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

/** Made for the first strip that needs them. */
let squares: Float64Array | undefined;

/** The same of pixels of 24 bits, which are not compressed: 10 of luminance and a color's code. */
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
