// Where things lie in this module's memory. The caller lays out everything from `heap` on.

/** Bits of a code that are looked up at once; longer ones are searched for. */
export const lookupBits: u64 = 10;

/**
 * Of one Huffman table: 1024 entries of 32 bits, the limits and offsets of codes by their length (32 numbers
 * of 32 bits each, the first ones unused), and 256 symbols.
 *
 * An entry is 0 for a longer code. Otherwise it has the length of the code, or where the coefficient behind
 * it has been looked up, too, of both, in bits 0 to 7, the run in front of that coefficient in bits 8 to 15 and
 * its value in bits 16 to 31, which is never 0; where that is 0, bits 8 to 15 are the symbol.
 */
export const tableBytes: usize = 4096 + 128 + 128 + 256;
export const limitsOffset: usize = 4096;
export const offsetsOffset: usize = 4096 + 128;
export const symbolsOffset: usize = 4096 + 256;

/** Four tables for DC, then four for AC. */
export const tables: usize = memory.data(8 * 4608, 16);

/** Steps of each component, 64 of 16 bits, row by row. */
export const steps: usize = memory.data(4 * 128, 16);

/** Byte offset in a block of each coefficient in zigzag order, and 16 more for runs beyond the end. */
export const zigzagOffsets: usize = memory.data(80, 16);

/** The coefficients of a block, 16 bits each, row by row; all 0 between blocks. */
export const block: usize = memory.data(128, 16);

/** A block between the two passes of its transform. */
export const halfway: usize = memory.data(128, 16);
