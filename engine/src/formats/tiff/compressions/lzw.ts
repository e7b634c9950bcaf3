const clear = 256;
const end = 257;
const firstFree = 258;
const maxCodes = 4096;

/**
 * Before TIFF 5.0, codes were packed from the low bit up, as in GIF. Shows in the first code, a
 * clear.
 */
const isOldStyle = (data: Uint8Array): boolean => data[0] === 0 && (data[1]! & 1) === 1;

/**
 * Expands LZW (TIFF 6.0 section 13) into `out`. Returns the number of bytes filled, which is less
 * than all where the data ends early or is invalid.
 */
export function expandLzw(data: Uint8Array, out: Uint8Array): number {
  const isOld = isOldStyle(data);
  // Codes widen one code early, except in the old style.
  const early = isOld ? 0 : 1;
  // A code stands for an earlier code's bytes plus the next byte. Both are already in the output,
  // adjacent.
  const starts = new Int32Array(maxCodes);
  const lengths = new Int32Array(maxCodes);
  const size = out.length;
  const dataSize = data.length;
  let at = 0;
  let held = 0;
  let buffer = 0;
  let bits = 9;
  let next = firstFree;
  let filled = 0;
  let previousStart = 0;
  let previousLength = 0;
  while (filled < size) {
    while (held < bits) {
      if (at >= dataSize) return filled;
      buffer = isOld ? buffer | (data[at]! << held) : (buffer << 8) | data[at]!;
      at++;
      held += 8;
    }
    held -= bits;
    const mask = (1 << bits) - 1;
    let code: number;
    if (isOld) {
      code = buffer & mask;
      buffer >>>= bits;
    } else {
      code = (buffer >>> held) & mask;
    }
    if (code === clear) {
      bits = 9;
      next = firstFree;
      previousLength = 0;
      continue;
    }
    if (code === end) return filled;
    if (previousLength === 0) {
      if (code > end) return filled;
    } else {
      if (code > next || (code === next && next === maxCodes)) return filled;
      if (next < maxCodes) {
        starts[next] = previousStart;
        lengths[next] = previousLength + 1;
        next++;
        if (next + early >= 1 << bits && bits < 12) bits++;
      }
    }
    previousStart = filled;
    if (code < clear) {
      out[filled++] = code;
      previousLength = 1;
      continue;
    }
    previousLength = lengths[code]!;
    const stop = Math.min(filled + previousLength, size);
    for (let from = starts[code]!; filled < stop; filled++, from++) out[filled] = out[from]!;
  }
  return filled;
}
