import type { Size } from '../geometry.ts';

/** `clap` with its box header, ISO/IEC 14496-12 section 12.1.4. */
const boxSize = 40;

const mark = [0, 0, 0, boxSize, 0x63, 0x6c, 0x61, 0x70];

/**
 * Widens every crop of a file to the whole canvas, in place. libheif takes the cropped size for the
 * most that may be decoded and so refuses valid files whose crop is small; the engine crops instead.
 */
export function widenCrops(bytes: Uint8Array, canvas: Size): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = bytes.indexOf(mark[4]!); at >= 0; at = bytes.indexOf(mark[4]!, at + 1)) {
    const start = at - 4;
    if (start < 0 || start + boxSize > bytes.length) continue;
    if (mark.some((byte, index) => bytes[start + index] !== byte)) continue;
    // Width, height and the two offsets of the center, each with its denominator.
    [canvas.width, 1, canvas.height, 1, 0, 1, 0, 1].forEach((value, index) => {
      view.setUint32(start + 8 + index * 4, value);
    });
  }
}
