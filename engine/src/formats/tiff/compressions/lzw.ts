import type { LzwExpander } from '../../../lzw/expander.ts';

/**
 * Before TIFF 5.0, codes were packed from the low bit up, as in GIF. Shows in the first code, a
 * clear.
 */
const isOldStyle = (data: Uint8Array): boolean => data[0] === 0 && (data[1]! & 1) === 1;

/**
 * Expands LZW (TIFF 6.0 section 13) into `out`. Returns the number of bytes filled, which is less
 * than all where the data ends early or is invalid. Throws `out-of-memory`.
 */
export function expandLzw(lzw: LzwExpander, data: Uint8Array, out: Uint8Array): number {
  const packing = isOldStyle(data)
    ? ({ highFirst: false, early: 0 } as const)
    : ({ highFirst: true, early: 1 } as const);
  const { bytes, filled } = lzw.expand([data], out.length, { codeSize: 8, ...packing });
  out.set(bytes);
  return Math.min(filled, out.length);
}
