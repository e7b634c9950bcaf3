// Where things lie in this module's memory. The caller lays out everything from `heapBase` on.

/** The newest position of each hash of 4 bytes, plus 1; 0 is none. 32 bits each. */
export const hashBits: u32 = 15;
export const heads: usize = memory.data(4 << 15, 16);

/** For each position modulo the window, the one before it with the same hash, plus 1. */
export const windowSize: u32 = 32768;
export const chains: usize = memory.data(4 * 32768, 16);

/** Tokens of a block: a literal, or (length << 16) | distance with a length of 3 or more. */
export const blockTokens: i32 = 32768;
export const tokens: usize = memory.data(4 * 32768, 16);

/** RFC 1951, 3.2.5 and 3.2.7: literals and lengths, distances, and lengths of codes. */
export const literalSymbols: i32 = 286;
export const distanceSymbols: i32 = 30;
export const lengthSymbols: i32 = 19;

/** How often each symbol occurs, 32 bits each. */
export const literalCounts: usize = memory.data(4 * 288, 16);
export const distanceCounts: usize = memory.data(4 * 32, 16);
export const lengthCounts: usize = memory.data(4 * 32, 16);

/** Each symbol's code, first bit lowest, and above it (<< 16) its length. */
export const literalCodes: usize = memory.data(4 * 288, 16);
export const distanceCodes: usize = memory.data(4 * 32, 16);
export const lengthCodes: usize = memory.data(4 * 32, 16);

/** For match lengths 3 to 258: symbol less 257, and extra bits above it (<< 8). 16 bits each. */
export const lengthTable: usize = memory.data(2 * 256, 16);
/** First length of each symbol. 16 bits each. */
export const lengthBases: usize = memory.data(2 * 32, 16);
/** For distances less 1: symbols of those below 256, then of those from 256 on by their upper bits. */
export const distanceTable: usize = memory.data(512, 16);
export const distanceBases: usize = memory.data(2 * 32, 16);
export const distanceExtras: usize = memory.data(32, 16);

/** Symbols by rising count, and their counts, which become lengths of codes. 32 bits each. */
export const sortedSymbols: usize = memory.data(4 * 288, 16);
export const sortedCounts: usize = memory.data(4 * 288, 16);

/** The two tables of code lengths in one row, run-length coded: symbols and what follows them. */
export const codedLengths: usize = memory.data(2 * 320, 16);
export const plainLengths: usize = memory.data(320, 16);
