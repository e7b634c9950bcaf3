// Memory layout of this module. The caller lays out everything from `heapBase` on.

/** Kinds of blocks (RFC 6386, 13.3): luma without DC, the DCs of luma, chroma, luma with DC. */
export const lumaAc: usize = 0;
export const lumaDcs: usize = 1;
export const chroma: usize = 2;
export const wholeLuma: usize = 3;

/** Probabilities per context (11), and per kind of block. */
export const contextProbabilities: usize = 11;
export const kindProbabilities: usize = 8 * 3 * 11;

/** Token probabilities: that a bit is 0, of 256. */
export const probabilities: usize = memory.data(4 * 8 * 3 * 11, 16);

/** By token bit: how often it was 0 and 1, 32 bits each. */
export const tokenCounts: usize = memory.data(4 * 8 * 3 * 11 * 8, 16);

/** The band of each coefficient, and of what follows the last. */
export const bands: usize = memory.data<u8>([0, 1, 2, 3, 6, 4, 5, 6, 6, 6, 6, 6, 6, 6, 6, 7, 0]);

/**
 * By the modes above and to the left: nine probabilities of the mode tree, and the cost of each
 * mode in 1/256 bits.
 */
export const modeProbabilities: usize = memory.data(10 * 10 * 9, 16);
export const modeCosts: usize = memory.data(10 * 10 * 10 * 2, 16);

/**
 * For each of four segments, and in it for lumaAc, lumaDcs and chroma: 16 steps in raster order, 16
 * reciprocals with `reciprocalBits` fractional bits, and 16 rounding offsets. 32 bits each.
 */
export const quantizers: usize = memory.data(4 * 3 * 192, 16);
export const quantizerBytes: usize = 192;
export const segmentBytes: usize = 3 * 192;
export const reciprocalBits: i32 = 17;

/** Decoded samples of a macroblock, with those above and to the left. */
export const stride: usize = 64;
export const luma: usize = memory.data(17 * 64 + 64, 16) + 64 + 16;
export const cb: usize = memory.data(9 * 64 + 64, 16) + 64 + 16;
export const cr: usize = memory.data(9 * 64 + 64, 16) + 64 + 16;

/** A prediction, in rows of 16 or 8. */
export const prediction: usize = memory.data(256, 16);
export const bestPrediction: usize = memory.data(256, 16);

/**
 * Levels of a macroblock, 16 bits each, 16 per block in zigzag order: 16 luma blocks, 4 of each
 * chroma, DCs.
 */
export const levels: usize = memory.data(25 * 32, 16);
/** Per block, the number of levels up to the last nonzero one. */
export const levelCounts: usize = memory.data(25, 16);

/** The DCs of luma blocks, 32 bits each. */
export const dcs: usize = memory.data(64, 16);
/** Transformed luma blocks, 16 coefficients of 32 bits each. */
export const coefficients: usize = memory.data(16 * 64, 16);

/** Modes of the blocks of a macroblock. */
export const blockModes: usize = memory.data(16, 16);
