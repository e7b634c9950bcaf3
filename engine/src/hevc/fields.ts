// Table of 32-bit numbers that passes the parsed headers to the decoder. Compiled on both sides, so
// it holds plain constants only.

// Picture (sequence and picture parameter sets; names follow ITU-T H.265 7.3.2)
export const WIDTH = 0;
export const HEIGHT = 1;
export const CHROMA_ARRAY_TYPE = 2;
export const BIT_DEPTH_LUMA = 3;
export const BIT_DEPTH_CHROMA = 4;
export const LOG2_MIN_CB = 5;
export const LOG2_CTB = 6;
export const LOG2_MIN_TB = 7;
export const LOG2_MAX_TB = 8;
export const MAX_TRANSFORM_DEPTH_INTRA = 9;
export const SCALING_LIST_ENABLED = 10;
export const PCM_ENABLED = 11;
export const PCM_BIT_DEPTH_LUMA = 12;
export const PCM_BIT_DEPTH_CHROMA = 13;
export const LOG2_MIN_PCM = 14;
export const LOG2_MAX_PCM = 15;
export const PCM_LOOP_FILTER_DISABLED = 16;
export const STRONG_INTRA_SMOOTHING = 17;
export const SIGN_DATA_HIDING = 18;
export const TRANSFORM_SKIP_ENABLED = 19;
export const LOG2_MAX_TRANSFORM_SKIP = 20;
export const CU_QP_DELTA_ENABLED = 21;
export const DIFF_CU_QP_DELTA_DEPTH = 22;
export const CB_QP_OFFSET = 23;
export const CR_QP_OFFSET = 24;
export const TRANSQUANT_BYPASS_ENABLED = 25;
export const ENTROPY_CODING_SYNC = 26;
export const TRANSFORM_SKIP_ROTATION = 27;
export const TRANSFORM_SKIP_CONTEXT = 28;
export const IMPLICIT_RDPCM = 29;
export const INTRA_SMOOTHING_DISABLED = 30;
export const PERSISTENT_RICE = 31;
export const CROSS_COMPONENT_PREDICTION = 32;
export const DIFF_CU_CHROMA_QP_OFFSET_DEPTH = 33;
/** Number of entries in the two lists below (0: the tool is off). */
export const CHROMA_QP_OFFSET_COUNT = 34;
export const CB_QP_OFFSET_LIST = 35; // 6 entries
export const CR_QP_OFFSET_LIST = 41; // 6 entries
export const LOG2_SAO_OFFSET_SCALE_LUMA = 47;
export const LOG2_SAO_OFFSET_SCALE_CHROMA = 48;
export const LOOP_FILTER_ACROSS_TILES = 49;
export const DEPENDENT_SLICES_ENABLED = 50;
export const TILE_COLUMNS = 51;
export const TILE_ROWS = 52;
/** First CTB column of each tile column, then the picture's width in CTBs. */
export const TILE_COLUMN_STARTS = 53; // 21 entries
export const TILE_ROW_STARTS = 74; // 23 entries

// Slice segment (7.3.6)
export const SLICE_SEGMENT_ADDRESS = 100;
export const SLICE_DEPENDENT = 101;
export const SLICE_QP = 102;
export const SLICE_CB_QP_OFFSET = 103;
export const SLICE_CR_QP_OFFSET = 104;
export const SLICE_CU_CHROMA_QP_OFFSET = 105;
export const SLICE_DEBLOCKING_DISABLED = 106;
export const SLICE_BETA_OFFSET = 107;
export const SLICE_TC_OFFSET = 108;
export const SLICE_LOOP_FILTER_ACROSS = 109;
export const SLICE_SAO_LUMA = 110;
export const SLICE_SAO_CHROMA = 111;

export const FIELD_COUNT = 112;

/** Most tile columns and rows that any level allows (A.4.2). */
export const MAX_TILE_COLUMNS = 20;
export const MAX_TILE_ROWS = 22;

// Scaling factors (7.3.4), one byte each, in raster order: 6 matrices of 4x4, 8x8, 16x16, 32x32.
export const SCALING_4 = 0;
export const SCALING_8 = 96;
export const SCALING_16 = 480;
export const SCALING_32 = 2016;
export const SCALING_BYTES = 8160;

// The decoder's status.
export const STATUS_OK = 0;
export const STATUS_CORRUPT = 1;
export const STATUS_OUT_OF_MEMORY = 2;
/** A CTB row is decoded, and the segment continues. */
export const STATUS_MORE = 3;
