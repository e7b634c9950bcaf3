// Memory layout of this module. The caller lays out everything from `heapBase` on.

/** The latest position by hash of 4 bytes, plus 1; 0 for none. 32 bits each. */
export const hashBits: u32 = 15;
export const heads: usize = memory.data(4 << 15, 16);

/** By position modulo the window: the previous position with the same hash, plus 1. */
export const windowSize: u32 = 32768;
export const chains: usize = memory.data(4 * 32768, 16);

/** Tokens of a block: a literal, or (length << 16) | distance with a length of 3 or more. */
export const blockTokens: i32 = 32768;
export const tokens: usize = memory.data(4 * 32768, 16);

/** RFC 1951, 3.2.5 and 3.2.7: literals with lengths, distances, and code lengths. */
export const literalSymbols: i32 = 286;
export const distanceSymbols: i32 = 30;
export const lengthSymbols: i32 = 19;

/** Counts of the symbols, 32 bits each. */
export const literalCounts: usize = memory.data(4 * 288, 16);
export const distanceCounts: usize = memory.data(4 * 32, 16);
export const lengthCounts: usize = memory.data(4 * 32, 16);

/** Code of each symbol, first bit lowest, with its length above (<< 16). */
export const literalCodes: usize = memory.data(4 * 288, 16);
export const distanceCodes: usize = memory.data(4 * 32, 16);
export const lengthCodes: usize = memory.data(4 * 32, 16);

/** By match length 3 to 258: symbol minus 257, with extra bits above (<< 8). 16 bits each. */
export const lengthTable: usize = memory.data(2 * 256, 16);
/** First length of each symbol. 16 bits each. */
export const lengthBases: usize = memory.data(2 * 32, 16);
/** By distance minus 1: symbols of those below 256, then of the others by their upper bits. */
export const distanceTable: usize = memory.data(512, 16);
export const distanceBases: usize = memory.data(2 * 32, 16);
export const distanceExtras: usize = memory.data(32, 16);

/** Symbols by ascending count, and their counts, which become code lengths. 32 bits each. */
export const sortedSymbols: usize = memory.data(4 * 288, 16);
export const sortedCounts: usize = memory.data(4 * 288, 16);

/** The lengths of both codes together, run-length coded: symbols, each with its extra value. */
export const codedLengths: usize = memory.data(2 * 320, 16);
export const plainLengths: usize = memory.data(320, 16);
