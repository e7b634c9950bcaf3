// Contexts of a macroblock's blocks: whether those above and to the left have levels (RFC 6386,
// 13.3).

import { chroma, levelCounts, levels, lumaAc, lumaDcs, wholeLuma } from './memory';
import { countBlock, writeBlock } from './tokens';

/** Context bytes per macroblock on each side: four for luma, two per chroma, one for DCs. */
export const contextBytes: usize = 16;
const dcsContext: usize = 8;

// @ts-ignore: decorator
@inline
function putOne(
  counts: bool,
  kind: usize,
  first: i32,
  block: usize,
  above: usize,
  left: usize,
): void {
  const context = <usize>load<u8>(above) + <usize>load<u8>(left);
  const count = <i32>load<u8>(levelCounts + block);
  const at = levels + block * 32;
  if (counts) countBlock(kind, first, context, at, count);
  else writeBlock(kind, first, context, at, count);
  const isFilled = <u8>(count > first);
  store<u8>(above, isFilled);
  store<u8>(left, isFilled);
}

// @ts-ignore: decorator
@inline
function putAll(counts: bool, hasOwnModes: bool, above: usize, left: usize): void {
  if (!hasOwnModes) putOne(counts, lumaDcs, 0, 24, above + dcsContext, left + dcsContext);
  const kind = hasOwnModes ? wholeLuma : lumaAc;
  const first = hasOwnModes ? 0 : 1;
  for (let block: usize = 0; block < 16; block++) {
    putOne(counts, kind, first, block, above + (block & 3), left + (block >> 2));
  }
  for (let block: usize = 0; block < 8; block++) {
    const plane: usize = 4 + ((block >> 2) << 1);
    const row = (block >> 1) & 1;
    putOne(counts, chroma, 0, 16 + block, above + plane + (block & 1), left + plane + row);
  }
}

export function countMacroblock(hasOwnModes: bool, above: usize, left: usize): void {
  putAll(true, hasOwnModes, above, left);
}

export function writeMacroblock(hasOwnModes: bool, above: usize, left: usize): void {
  putAll(false, hasOwnModes, above, left);
}

/**
 * Handles a macroblock without levels. One with per-block modes has no separate DCs, and leaves
 * their context.
 */
export function passEmpty(hasOwnModes: bool, above: usize, left: usize): void {
  store<u64>(above, 0);
  store<u64>(left, 0);
  if (hasOwnModes) return;
  store<u8>(above + dcsContext, 0);
  store<u8>(left + dcsContext, 0);
}
