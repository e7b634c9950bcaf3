// Where things lie in this module's memory. The caller lays out everything from `heapBase` on.

/** Kinds of blocks (RFC 6386, 13.3): luma without its DC, the DCs of luma, chroma, luma with its DC. */
export const lumaAc: usize = 0;
export const lumaDcs: usize = 1;
export const chroma: usize = 2;
export const wholeLuma: usize = 3;

/** Of one kind of block, band, context: 11 probabilities. */
export const contextProbabilities: usize = 11;
export const kindProbabilities: usize = 8 * 3 * 11;

/** The probabilities of coefficients' tokens, that a bit is 0, of 256. */
export const probabilities: usize = memory.data(4 * 8 * 3 * 11, 16);

/** For each of them how often the bit was 0 and 1, 32 bits each. */
export const tokenCounts: usize = memory.data(4 * 8 * 3 * 11 * 8, 16);

/** The band of each coefficient, and of what follows the last. */
export const bands: usize = memory.data<u8>([0, 1, 2, 3, 6, 4, 5, 6, 6, 6, 6, 6, 6, 6, 6, 7, 0]);

/** For each mode above and to the left: nine probabilities of the tree of modes, and the bits, of 256, of each mode. */
export const modeProbabilities: usize = memory.data(10 * 10 * 9, 16);
export const modeCosts: usize = memory.data(10 * 10 * 10 * 2, 16);

/**
 * For each of four segments and, in it, for lumaAc, lumaDcs and chroma: 16 steps row by row, 16 reciprocals with
 * `reciprocalBits` behind the point, and 16 that are added before rounding down, 32 bits each.
 */
export const quantizers: usize = memory.data(4 * 3 * 192, 16);
export const quantizerBytes: usize = 192;
export const segmentBytes: usize = 3 * 192;
export const reciprocalBits: i32 = 17;

/** Samples of a macroblock as they are decoded, with those above and to the left of it. */
export const stride: usize = 64;
export const luma: usize = memory.data(17 * 64 + 64, 16) + 64 + 16;
export const cb: usize = memory.data(9 * 64 + 64, 16) + 64 + 16;
export const cr: usize = memory.data(9 * 64 + 64, 16) + 64 + 16;

/** A prediction, rows of 16 or of 8. */
export const prediction: usize = memory.data(256, 16);
export const bestPrediction: usize = memory.data(256, 16);

/** The levels of a macroblock, 16 a block in zigzag order, 16 bits each: 16 of luma, 4 and 4 of chroma, DCs. */
export const levels: usize = memory.data(25 * 32, 16);
/** For each block, the number of levels up to its last that is not 0. */
export const levelCounts: usize = memory.data(25, 16);

/** The DCs of luma blocks, 32 bits each. */
export const dcs: usize = memory.data(64, 16);
/** Transformed luma blocks, 16 coefficients of 32 bits each. */
export const coefficients: usize = memory.data(16 * 64, 16);

/** Modes of the blocks of a macroblock. */
export const blockModes: usize = memory.data(16, 16);
