// Where things lie in this module's memory. The caller lays out everything from `heap` on.

/** Of one quantization table. */
export const divisorBytes: usize = 384;

/**
 * Per quantization table (0 luma, 1 chroma), row by row: 64 reciprocals of the steps, of 32 bits with 19
 * of them behind the point, rounded up; then 64 halves of the steps, of 16 bits with 3 behind the point.
 */
export const divisors: usize = memory.data(2 * divisorBytes, 16);

/**
 * Per Huffman table pair (0 luma, 1 chroma): 16 DC entries and 256 AC entries of 32 bits, indexed by
 * size or by (run << 4) | size. An entry is the code, shifted left by `size` bits, times 32, plus the
 * number of bits of code and value together.
 */
export const dcCodes: usize = memory.data(2 * 64, 16);
export const acCodes: usize = memory.data(2 * 1024, 16);

/** Per Huffman table pair: how often each DC size (16) and AC symbol (256) occurs, 32 bits each. */
export const dcCounts: usize = memory.data(2 * 64, 16);
export const acCounts: usize = memory.data(2 * 1024, 16);

/** Byte offset, in a transformed block, of each coefficient in zigzag order. */
export const zigzagOffsets: usize = memory.data(64, 16);

/** 16 byte masks that gather 4 times 16 flags of a block into zigzag order; see `gatherFlags`. */
export const zigzagMasks: usize = memory.data(256, 16);

/** Last DC value of each component. */
export const lastDc: usize = memory.data(12, 4);

/**
 * A transformed block: 64 quantized coefficients of 16 bits, row by row, then a 64-bit mask of those
 * that are not 0, in zigzag order.
 */
export const blockBytes: usize = 144;
export const maskOffset: usize = 128;

/** Blocks of up to so many MCUs are transformed before they are coded, so that they stay in the cache. */
export const chunkMcus: i32 = 16;
export const chunkBlocks: usize = memory.data(16 * 6 * 144, 16);
