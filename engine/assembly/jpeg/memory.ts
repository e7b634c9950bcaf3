// Where things lie in this module's memory. The caller lays out everything from `heap` on.

/** Of what `quantizers` holds for one kind of component. */
export const quantizerBytes: usize = 704;

/**
 * Per kind of component (0 luma, 1 chroma): five tables of 64 numbers of 16 bits, row by row, and one of 64 bytes.
 *
 * - `reciprocals` of the steps, with 12 bits behind the point.
 * - `shortfalls`: how far above the middle between two levels a coefficient may be and still become the lower
 *   one, where the upper one is a power of two and takes a bit more; with 3 bits behind the point.
 * - `worthFactors` and `worthOffsets`: a coefficient c (with 3 bits behind the point) is worth
 *   c * factor / 8192 - offset half bits.
 * - `ceilings`: the largest coefficients, with 3 bits behind the point, that become 0.
 * - `runCosts`: the half bits that a coefficient of one step takes after so many zeros.
 */
export const quantizers: usize = memory.data(2 * 704, 16);
export const shortfalls: usize = 128;
export const worthFactors: usize = 256;
export const worthOffsets: usize = 384;
export const ceilings: usize = 512;
export const runCosts: usize = 640;

/** What the coefficients of the block in work are worth, in zigzag order; 0 for those that are 0. */
export const worths: usize = memory.data(64, 16);

/**
 * Per kind of component (0 luma, 1 chroma), indexed by symbol, 32 bits each. A symbol is (run << 4) | size
 * for AC coefficients and (size << 4) | 15 for DC, which no AC symbol of a baseline file is.
 */
export const symbolBytes: usize = 1024;

/** The code, shifted left by `size` bits, times 32, plus the number of bits of code and value together. */
export const codes: usize = memory.data(2 * 1024, 16);

/** How often each symbol occurs. */
export const counts: usize = memory.data(2 * 1024, 16);

/** Byte offset, in a transformed block, of each coefficient in zigzag order. */
export const zigzagOffsets: usize = memory.data(64, 16);

/** 16 byte masks that gather 4 times 16 bytes of a block into zigzag order; see `gather`. */
export const zigzagMasks: usize = memory.data(256, 16);

/** Last DC value of each component. */
export const lastDc: usize = memory.data(12, 4);

/**
 * A transformed block: 64 quantized coefficients of 16 bits, row by row, then a 64-bit mask of those
 * that are coded, in zigzag order.
 */
export const blockBytes: usize = 144;
export const maskOffset: usize = 128;

/** Blocks of up to so many MCUs are transformed before they are coded, so that they stay in the cache. */
export const chunkMcus: i32 = 16;
export const chunkBlocks: usize = memory.data(16 * 6 * 144, 16);
