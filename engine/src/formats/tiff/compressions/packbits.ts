/** Expands PackBits (TIFF 6.0 section 9) into `out`. Returns the number of bytes filled. */
export function expandPackBits(data: Uint8Array, out: Uint8Array): number {
  let at = 0;
  let filled = 0;
  while (at < data.length && filled < out.length) {
    const count = data[at++]!;
    if (count === 128) continue;
    if (count > 128) {
      const stop = Math.min(filled + 257 - count, out.length);
      // Only the very last run may lack its value.
      if (at === data.length && stop < out.length) return filled;
      out.fill(data[at++] ?? 0, filled, stop);
      filled = stop;
      continue;
    }
    const literal = data.subarray(at, Math.min(at + count + 1, at + out.length - filled));
    out.set(literal, filled);
    filled += literal.length;
    at += count + 1;
  }
  return filled;
}
