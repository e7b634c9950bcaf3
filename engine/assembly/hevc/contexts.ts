// Context variables: where each syntax element's are, and how they start (ITU-T H.265 9.3.2.2,
// tables 9-5 to 9-37, the columns of initialization type 0: I slices).
import { contexts } from './cabac';

export const SAO_MERGE = 0;
export const SAO_TYPE = 1;
export const SPLIT_CU = 2; // 3
export const TRANSQUANT_BYPASS = 5;
export const PART_MODE = 6;
export const PREV_INTRA_LUMA_PRED = 7;
export const INTRA_CHROMA_PRED_MODE = 8;
export const SPLIT_TRANSFORM = 9; // 3
export const CBF_LUMA = 12; // 2
export const CBF_CHROMA = 14; // 5
export const CU_QP_DELTA = 19; // 2
export const TRANSFORM_SKIP = 21; // 2
export const LAST_X_PREFIX = 23; // 18
export const LAST_Y_PREFIX = 41; // 18
export const CODED_SUB_BLOCK = 59; // 4
export const SIG_COEFF = 63; // 42, then one for luma and one for chroma of transform_skip_context
export const GREATER_1 = 107; // 24
export const GREATER_2 = 131; // 6
export const LOG2_RES_SCALE = 137; // 8
export const RES_SCALE_SIGN = 145; // 2
export const CU_CHROMA_QP_OFFSET_FLAG = 147;
export const CU_CHROMA_QP_OFFSET_IDX = 148;
export const CONTEXT_COUNT = 149;

const initValues: usize = memory.data<u8>([
  153, // sao_merge_left_flag, sao_merge_up_flag
  200, // sao_type_idx
  139,
  141,
  157, // split_cu_flag
  154, // cu_transquant_bypass_flag
  184, // part_mode
  184, // prev_intra_luma_pred_flag
  63, // intra_chroma_pred_mode
  153,
  138,
  138, // split_transform_flag
  111,
  141, // cbf_luma
  94,
  138,
  182,
  154,
  154, // cbf_cb, cbf_cr
  154,
  154, // cu_qp_delta_abs
  139,
  139, // transform_skip_flag
  110,
  110,
  124,
  125,
  140,
  153,
  125,
  127,
  140,
  109,
  111,
  143,
  127,
  111,
  79,
  108,
  123,
  63, // last x
  110,
  110,
  124,
  125,
  140,
  153,
  125,
  127,
  140,
  109,
  111,
  143,
  127,
  111,
  79,
  108,
  123,
  63, // last y
  91,
  171,
  134,
  141, // coded_sub_block_flag
  111,
  111,
  125,
  110,
  110,
  94,
  124,
  108,
  124,
  107,
  125,
  141,
  179,
  153,
  125,
  107,
  125,
  141,
  179,
  153,
  125,
  107,
  125,
  141,
  179,
  153,
  125,
  140,
  139,
  182,
  182,
  152,
  136,
  152,
  136,
  153,
  136,
  139,
  111,
  136,
  139,
  111,
  141,
  111, // sig_coeff_flag
  140,
  92,
  137,
  138,
  140,
  152,
  138,
  139,
  153,
  74,
  149,
  92,
  139,
  107,
  122,
  152,
  140,
  179,
  166,
  182,
  140,
  227,
  122,
  197, // coeff_abs_level_greater1_flag
  138,
  153,
  136,
  167,
  152,
  152, // coeff_abs_level_greater2_flag
  154,
  154,
  154,
  154,
  154,
  154,
  154,
  154, // log2_res_scale_abs_plus1
  154,
  154, // res_scale_sign_flag
  154, // cu_chroma_qp_offset_flag
  154, // cu_chroma_qp_offset_idx
]);

/** StatCoeff of persistent_rice_adaptation_enabled_flag (9.3.2.2): four counters, one byte each. */
export const statCoefficients: usize = contexts + 160;

/** Gives every context variable its start value for a slice QP, 9.3.2.2. */
export function initContexts(sliceQp: i32): void {
  const qp = min(max(sliceQp, 0), 51);
  for (let i = 0; i < CONTEXT_COUNT; i++) {
    const initValue = <i32>load<u8>(initValues + i);
    const slope = (initValue >> 4) * 5 - 45;
    const offset = ((initValue & 15) << 3) - 16;
    const state = min(max(((slope * qp) >> 4) + offset, 1), 126);
    const mps = state > 63 ? 1 : 0;
    store<u8>(contexts + i, ((mps ? state - 64 : 63 - state) << 1) | mps);
  }
  store<u32>(statCoefficients, 0);
}

const SAVED_BYTES = 164;
const savedForRow: usize = memory.data(SAVED_BYTES, 16);
const savedForSegment: usize = memory.data(SAVED_BYTES, 16);

/** Storage and synchronization, 9.3.2.4: for the next CTB row (wavefronts), for the next segment. */
export function saveForRow(): void {
  memory.copy(savedForRow, contexts, SAVED_BYTES);
}

export function restoreFromRow(): void {
  memory.copy(contexts, savedForRow, SAVED_BYTES);
}

export function saveForSegment(): void {
  memory.copy(savedForSegment, contexts, SAVED_BYTES);
}

export function restoreFromSegment(): void {
  memory.copy(contexts, savedForSegment, SAVED_BYTES);
}
