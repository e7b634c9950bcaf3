/** Difference to the previous pixel, by code. `null` for a code without a pixel. */
const twoBitDeltas = [0, 1, null, -1] as const;
const threeBitDeltas = [0, 1, 2, 3, null, -3, -2, -1] as const;

/** Most pixels per code, all of which may follow a row's last one. */
const mostPixels = 64;

/**
 * Expands ThunderScan's differences (4-bit gray) into rows of `width` pixels, two per byte. Returns
 * the number of bytes of `out` filled, in whole rows.
 */
export function expandThunderScan(data: Uint8Array, out: Uint8Array, width: number): number {
  const rowBytes = (width + 1) >> 1;
  const line = new Uint8Array(width + mostPixels);
  let at = 0;
  for (let row = 0; row < out.length; row += rowBytes) {
    let last = 0;
    let x = 0;
    while (x < width) {
      if (at >= data.length) return row;
      const code = data[at++]!;
      const value = code & 63;
      if (code < 64) {
        line.fill(last, x, x + value);
        x += value;
      } else if (code >= 192) {
        last = value & 15;
        line[x++] = last;
      } else {
        const [deltas, size] = code < 128 ? [twoBitDeltas, 2] : [threeBitDeltas, 3];
        for (let shift = 6 - size; shift >= 0; shift -= size) {
          const delta = deltas[(value >> shift) & ((1 << size) - 1)];
          if (delta === null) continue;
          last = (last + delta!) & 15;
          line[x++] = last;
        }
      }
    }
    // Rows end at a code boundary, so this row is invalid.
    if (x > width) return row;
    // The last pixel of an odd row has a byte of its own.
    line[width] = 0;
    for (let byte = 0; byte < rowBytes; byte++)
      out[row + byte] = (line[2 * byte]! << 4) | line[2 * byte + 1]!;
  }
  return out.length;
}
