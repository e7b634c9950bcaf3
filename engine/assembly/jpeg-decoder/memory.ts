// Memory layout of this module. The caller lays out everything from `heap` on.

/** Codes of up to this many bits are looked up; longer ones are searched for. */
export const lookupBits: u64 = 10;

/**
 * Bytes of a Huffman table: 1024 entries of 32 bits, the limits and offsets of codes by length (32
 * numbers of 32 bits each, the first ones unused), and 256 symbols.
 *
 * An entry is 0 for a longer code. Otherwise bits 0 to 7 have the length of the code or, if the
 * coefficient after it was looked up too, of both. Bits 16 to 31 have that coefficient's value,
 * which is never 0, and bits 8 to 15 the run before it. If bits 16 to 31 are 0, bits 8 to 15 are
 * the symbol.
 */
export const tableBytes: usize = 4096 + 128 + 128 + 256;
export const limitsOffset: usize = 4096;
export const offsetsOffset: usize = 4096 + 128;
export const symbolsOffset: usize = 4096 + 256;

/** Four tables for DC, then four for AC. */
export const tables: usize = memory.data(8 * 4608, 16);

/** Quantization steps per component, 64 of 16 bits, in raster order. */
export const steps: usize = memory.data(4 * 128, 16);

/** Byte offset in a block by zigzag index, and 16 more for runs past the end. */
export const zigzagOffsets: usize = memory.data(80, 16);

/** Coefficients of a block, 16 bits each, in raster order. All 0 between blocks. */
export const block: usize = memory.data(128, 16);

/** The block between the two passes of its transform. */
export const halfway: usize = memory.data(128, 16);
