// A lossy WebP's alpha (RFC 9649, section 2.7.1.2), which is coded losslessly.
import type { Size } from '../../../geometry.ts';
import { BitWriter } from '../lossless/bit-writer.ts';
import { measureTokens, putTokens, tokenize } from '../lossless/tokens.ts';

/**
 * What predicts a sample: nothing, its left neighbor, the one above, or a gradient of three
 * neighbors.
 */
const filters = ['none', 'horizontal', 'vertical', 'gradient'] as const;
type Filter = (typeof filters)[number];

/** Header bits: the compression, and above it the filter's number. */
const lossless = 1;
const filterShift = 2;

/** Minimum copy lengths to try. Longer ones suit two alternating values better than noise. */
const shortestCopies = [3, 8, 24];

/** Choices are tried on at most this many samples, in bands of this many rows. */
const triedSamples = 1 << 17;
const triedRows = 16;

/** Filters rows from `top` on. The row above is available unless they are the first. */
function filterRows(
  alpha: Uint8Array,
  width: number,
  top: number,
  rows: number,
  filter: Filter,
): Uint8Array {
  if (filter === 'none') return alpha.subarray(top * width, (top + rows) * width);
  const result = new Uint8Array(width * rows);
  let to = 0;
  for (let y = top; y < top + rows; y++) {
    const start = y * width;
    // At the edges there is only one neighbor.
    result[to++] = alpha[start]! - (y > 0 ? alpha[start - width]! : 0);
    const end = start + width;
    if (filter === 'horizontal' || y === 0) {
      for (let at = start + 1; at < end; at++) result[to++] = alpha[at]! - alpha[at - 1]!;
    } else if (filter === 'vertical') {
      for (let at = start + 1; at < end; at++) result[to++] = alpha[at]! - alpha[at - width]!;
    } else {
      for (let at = start + 1; at < end; at++) {
        const sum = alpha[at - 1]! + alpha[at - width]! - alpha[at - width - 1]!;
        result[to++] = alpha[at]! - (sum < 0 ? 0 : sum > 255 ? 255 : sum);
      }
    }
  }
  return result;
}

interface Choice {
  filter: Filter;
  shortest: number;
}

function choose(alpha: Uint8Array, { width, height }: Size): Choice {
  const rows = Math.min(triedRows, height);
  const most = Math.floor(triedSamples / width / rows);
  const bands = Math.max(1, Math.min(Math.floor(height / rows), most));
  const bitsWith = ({ filter, shortest }: Choice): number => {
    let bits = 0;
    for (let band = 0; band < bands; band++) {
      const top = Math.floor(((height - rows) * (band + 0.5)) / bands);
      const filtered = filterRows(alpha, width, top, rows, filter);
      bits += measureTokens(tokenize(filtered, width, shortest));
    }
    return bits;
  };
  const best = <T extends Choice>(choices: readonly T[]): T => {
    const bits = choices.map(bitsWith);
    return choices[bits.indexOf(Math.min(...bits))]!;
  };
  const [shortestOfAll] = shortestCopies as [number];
  const { filter } = best(filters.map((each) => ({ filter: each, shortest: shortestOfAll })));
  return best(shortestCopies.map((shortest) => ({ filter, shortest })));
}

/** The data of an `ALPH` chunk: 8-bit samples, in rows without gaps, coded losslessly. */
export function encodeAlpha(alpha: Uint8Array, size: Size): Uint8Array<ArrayBuffer> {
  const { filter, shortest } = choose(alpha, size);
  const writer = new BitWriter();
  writer.put(lossless | (filters.indexOf(filter) << filterShift), 8);
  // No transform, no color cache, one set of prefix codes.
  writer.put(0, 3);
  const filtered = filterRows(alpha, size.width, 0, size.height, filter);
  putTokens(writer, tokenize(filtered, size.width, shortest));
  return writer.finish();
}
