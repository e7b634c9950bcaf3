// A lossy WebP's alpha (RFC 9649, section 2.7.1.2), which is kept as it is.
import type { Size } from '../../../geometry.ts';
import { BitWriter } from '../lossless/bit-writer.ts';
import { measureTokens, putTokens, tokenize } from '../lossless/tokens.ts';

/** What a sample is told from: nothing, the one to the left, the one above, or both and the one between. */
const filters = ['none', 'horizontal', 'vertical', 'gradient'] as const;
type Filter = (typeof filters)[number];

/** The header's bits: how the samples are compressed, and the filter's number above that. */
const lossless = 1;
const filterShift = 2;

/** How long copies are at least: where samples are two alternating values, longer ones than where they are noise. */
const shortestCopies = [3, 8, 24];

/** What is best is tried on so many samples at most, in bands of so many rows. */
const triedSamples = 1 << 17;
const triedRows = 16;

/** Differences from what rows from `top` on are told from; the row above them is there where they are not the first. */
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
    // At the edges there is only one to tell a sample from.
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

/** The data of an `ALPH` chunk: samples of 8 bits in rows without gaps, losslessly. */
export function encodeAlpha(alpha: Uint8Array, size: Size): Uint8Array<ArrayBuffer> {
  const { filter, shortest } = choose(alpha, size);
  const writer = new BitWriter();
  writer.put(lossless | (filters.indexOf(filter) << filterShift), 8);
  // No transform, no colors in a cache, one set of codes for all.
  writer.put(0, 3);
  const filtered = filterRows(alpha, size.width, 0, size.height, filter);
  putTokens(writer, tokenize(filtered, size.width, shortest));
  return writer.finish();
}
