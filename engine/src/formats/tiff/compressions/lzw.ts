import type { LzwExpander } from '../../../lzw/expander.ts';

/**
 * Before TIFF 5.0, codes were packed from the low bit up, as in GIF. Shows in the first code, a
 * clear.
 */
const isOldStyle = (data: Uint8Array): boolean => data[0] === 0 && (data[1]! & 1) === 1;

/**
 * Expands LZW (TIFF 6.0 section 13) to `size` bytes, or to fewer where the data ends early or is
 * invalid. Valid until the expander's next call. Throws `out-of-memory`.
 */
export function expandLzw(
  lzw: LzwExpander,
  data: Uint8Array,
  size: number,
): Uint8Array<ArrayBuffer> {
  const packing = isOldStyle(data)
    ? ({ highFirst: false, early: 0 } as const)
    : ({ highFirst: true, early: 1 } as const);
  const { bytes, filled } = lzw.expand([data], size, { codeSize: 8, ...packing });
  return bytes.subarray(0, Math.min(filled, size));
}
