// Huffman tables as `assembly/jpeg-decoder/memory.ts` describes them.

const lookupBits = 10;
const maxBits = 16;

/** Offsets in 32-bit words: lookup entries, limits, offsets, then symbols, four to a word. */
const limitsAt = 1 << lookupBits;
const offsetsAt = limitsAt + 32;
const symbolsAt = offsetsAt + 32;
const words = symbolsAt + 64;

/**
 * A table as a file lists it: the number of codes of 1, 2, ... 16 bits, and the symbols in code
 * order.
 */
export interface HuffmanTable {
  counts: Uint8Array;
  symbols: Uint8Array;
}

/** Value of a coefficient whose low `size` bits are `raw` (ITU-T T.81, F.2.2.1, EXTEND). */
function extend(raw: number, size: number): number {
  return raw < 2 ** (size - 1) ? raw - 2 ** size + 1 : raw;
}

/** Lookup entry for `next`, the next bits of input, which begin with the code of `symbol`. */
function entryFor(next: number, symbol: number, length: number, withValue: boolean): number {
  const size = symbol & 15;
  const whole = length + size;
  if (!withValue || size === 0 || whole > lookupBits) return (symbol << 8) | length;
  const raw = (next >> (lookupBits - whole)) & ((1 << size) - 1);
  return (extend(raw, size) << 16) | ((symbol >> 4) << 8) | whole;
}

/**
 * Builds the decoder's lookup table. `null` without a listed table, or when it has more symbols
 * than codes.
 *
 * @param withValues Entries of short codes include the coefficient that follows. DC tables and
 * refining scans do without.
 */
export function makeLookup(
  listed: HuffmanTable | undefined,
  withValues: boolean,
): Uint32Array | null {
  if (!listed || listed.symbols.length > 256) return null;
  const { counts, symbols } = listed;
  const table = new Uint32Array(words);
  new Uint8Array(table.buffer, symbolsAt * 4).set(symbols);
  let code = 0;
  let at = 0;
  for (let length = 1; length <= maxBits; length++) {
    const count = counts[length - 1]!;
    if (code + count > 2 ** length) return null;
    table[offsetsAt + length] = at - code;
    const lookedUp = length <= lookupBits ? count : 0;
    for (let i = 0; i < lookedUp; i++) {
      const first = (code + i) << (lookupBits - length);
      const symbol = symbols[at + i]!;
      for (let next = first; next < first + 2 ** (lookupBits - length); next++) {
        table[next] = entryFor(next, symbol, length, withValues);
      }
    }
    code += count;
    at += count;
    table[limitsAt + length] = code << (maxBits - length);
    code *= 2;
  }
  return table;
}
