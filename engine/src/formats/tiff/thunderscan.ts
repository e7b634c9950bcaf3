/** What a code adds to the pixel before it; `null` where it stands for no pixel. */
const twoBitDeltas = [0, 1, null, -1] as const;
const threeBitDeltas = [0, 1, 2, 3, null, -3, -2, -1] as const;

/**
 * Expands ThunderScan's differences of 4-bit gray into rows of `width` pixels, two a byte. Returns how many bytes of
 * `out` are filled, in whole rows.
 */
export function expandThunderScan(data: Uint8Array, out: Uint8Array, width: number): number {
  const rowBytes = (width + 1) >> 1;
  let at = 0;
  for (let row = 0; row < out.length; row += rowBytes) {
    let x = 0;
    let last = 0;
    const put = (value: number): void => {
      last = value & 15;
      if (x < width) out[row + (x >> 1)]! |= x & 1 ? last : last << 4;
      x++;
    };
    while (x < width) {
      if (at >= data.length) return row;
      const code = data[at++]!;
      const value = code & 63;
      if (code < 64) for (let left = Math.min(value, width - x); left > 0; left--) put(last);
      else if (code >= 192) put(value);
      else {
        const [deltas, size] = code < 128 ? [twoBitDeltas, 2] : [threeBitDeltas, 3];
        for (let shift = 6 - size; shift >= 0; shift -= size) {
          const delta = deltas[(value >> shift) & ((1 << size) - 1)];
          if (delta !== null) put(last + delta!);
        }
      }
    }
  }
  return out.length;
}
