// Layout of a scan's description in the decoder's memory: 32-bit numbers at these indexes, followed
// by one group per component. Compiled on both sides, so it holds plain constants only.

/** The scan's first and last coefficient in zigzag order (ITU-T T.81, B.2.3: Ss and Se). */
export const FIRST = 0;
export const LAST = 1;
/**
 * Whether the scan refines known values by one bit (Ah), and the position of its lowest bit (Al).
 */
export const REFINES = 2;
export const LOW = 3;
/** MCUs between restart markers, or 0. */
export const INTERVAL = 4;
export const PART_COUNT = 5;

/** Index of the first component's group, and the number of words per group. */
export const PARTS = 6;
export const PART_WORDS = 6;
/** Addresses of the component's Huffman tables. Unused where the scan needs none. */
export const DC_TABLE = 0;
export const AC_TABLE = 1;
/**
 * Address of the component's first block in an MCU row, and bytes from one block row to the next.
 */
export const BLOCKS = 2;
export const ROW_BYTES = 3;
/** The component's blocks across and down an MCU. */
export const ACROSS = 4;
export const DOWN = 5;

/**
 * A block holds 64 coefficients of 16 bits in raster order, then one bit per coefficient, in zigzag
 * order, that says whether it is nonzero.
 */
export const BLOCK_BYTES = 144;
