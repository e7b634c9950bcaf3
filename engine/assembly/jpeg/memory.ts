// Memory layout of this module. The caller lays out everything from `heap` on.

/** Size of `quantizers` per kind of component. */
export const quantizerBytes: usize = 704;

/**
 * Per kind of component (0 luma, 1 chroma): five tables of 64 16-bit numbers in raster order, and
 * one of 64 bytes.
 *
 * - `reciprocals` of the steps, with 12 fractional bits.
 * - `shortfalls`: how far above the middle between two levels a coefficient may be and still
 *   become the lower one, if the upper one is a power of two and takes a bit more. With 3
 *   fractional bits.
 * - `worthFactors` and `worthOffsets`: a coefficient c (with 3 fractional bits) is worth
 *   c * factor / 8192 - offset half bits.
 * - `ceilings`: the largest coefficients, with 3 fractional bits, that become 0.
 * - `runCosts`: half bits that a coefficient of one step takes, by the number of zeros before it.
 */
export const quantizers: usize = memory.data(2 * 704, 16);
export const shortfalls: usize = 128;
export const worthFactors: usize = 256;
export const worthOffsets: usize = 384;
export const ceilings: usize = 512;
export const runCosts: usize = 640;

/** Worth of the current block's coefficients, in zigzag order. 0 for zero coefficients. */
export const worths: usize = memory.data(64, 16);

/**
 * Bytes per kind of component (0 luma, 1 chroma): 32 bits per symbol. A symbol is (run << 4) | size
 * for AC coefficients and (size << 4) | 15 for DC. In a baseline file no AC symbol has that form.
 */
export const symbolBytes: usize = 1024;

/** (code << size) * 32 + the number of bits of code and value together. */
export const codes: usize = memory.data(2 * 1024, 16);

/** Counts of the symbols. */
export const counts: usize = memory.data(2 * 1024, 16);

/** Byte offset in a transformed block, by zigzag index. */
export const zigzagOffsets: usize = memory.data(64, 16);

/** 16 byte masks that gather 4 times 16 bytes of a block into zigzag order; see `gather`. */
export const zigzagMasks: usize = memory.data(256, 16);

/** Last DC value of each component. */
export const lastDc: usize = memory.data(12, 4);

/**
 * Size of a transformed block: 64 quantized 16-bit coefficients in raster order, then a 64-bit mask
 * of those to code, in zigzag order.
 */
export const blockBytes: usize = 144;
export const maskOffset: usize = 128;

/** Blocks of up to this many MCUs are transformed before they are coded, to stay in the cache. */
export const chunkMcus: i32 = 16;
export const chunkBlocks: usize = memory.data(16 * 6 * 144, 16);
