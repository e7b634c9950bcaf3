// What a scan is, as the decoder has it in its memory: numbers of 32 bits at these places, then some for each
// of its components. Compiled on both sides, so it holds plain constants only.

/** The first and the last coefficient that it has, in zigzag order (ITU-T T.81, B.2.3: Ss and Se). */
export const FIRST = 0;
export const LAST = 1;
/** Whether values that are known already get one more bit, and below which one (Ah and Al). */
export const REFINES = 2;
export const LOW = 3;
/** MCUs between restart markers, or 0. */
export const INTERVAL = 4;
export const PART_COUNT = 5;

/** Where those of the first component are, and how many there are of each. */
export const PARTS = 6;
export const PART_WORDS = 6;
/** Addresses of its Huffman tables, unused where the scan needs none. */
export const DC_TABLE = 0;
export const AC_TABLE = 1;
/** Address of its first block of a row of MCUs, and bytes from one row of blocks to the next. */
export const BLOCKS = 2;
export const ROW_BYTES = 3;
/** Its blocks across and down an MCU. */
export const ACROSS = 4;
export const DOWN = 5;

/** A block has 64 coefficients of 16 bits, row by row, and a bit for each that is not 0, in zigzag order. */
export const BLOCK_BYTES = 144;
