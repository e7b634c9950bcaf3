// Intra prediction modes of coding units (ITU-T H.265 7.3.8.5, 8.4.2 and 8.4.3).
import * as C from './contexts';
import { contexts, decodeBin, decodeBypass, decodeBypassBits } from './cabac';
import { chromaType, isAvailable, log2Ctb, modesAbove } from './picture';

// Of the parts of the current coding unit
export const lumaModes: usize = memory.data(4);
export const chromaModes: usize = memory.data(4);
export const chromaSyntax: usize = memory.data(4); // intra_chroma_pred_mode

// Along the right edge of what is decoded, by row of the CTB.
const modesLeft: usize = memory.data(16);

// Intra prediction mode for 4:2:2 chroma (table 8-3)
const modes422: usize = memory.data<u8>([
  0, 1, 2, 2, 2, 2, 3, 5, 7, 8, 10, 12, 13, 15, 17, 18, 19, 20, 21, 22, 23, 23, 24, 24, 25, 25, 26,
  27, 27, 28, 28, 29, 29, 30, 31,
]);

/** A neighbor coded as PCM stands for the DC mode, 8.4.2. */
export function markPcm(x: i32, y: i32, size: i32): void {
  const inCtb = y & ((1 << log2Ctb) - 1);
  memory.fill(modesAbove + (x >> 2), 1, size >> 2);
  memory.fill(modesLeft + (inCtb >> 2), 1, size >> 2);
}

/** prev_intra_luma_pred_flag, mpm_idx and rem_intra_luma_pred_mode; 8.4.2. */
export function readLumaModes(x: i32, y: i32, log2Size: i32, isSplit: bool): void {
  const parts = isSplit ? 4 : 1;
  const partSize = 1 << (isSplit ? log2Size - 1 : log2Size);
  let flags = 0;
  for (let i = 0; i < parts; i++) {
    flags |= (<i32>decodeBin(contexts + C.PREV_INTRA_LUMA_PRED)) << i;
  }
  for (let i = 0; i < parts; i++) {
    const partX = x + (i & 1 ? partSize : 0);
    const partY = y + (i & 2 ? partSize : 0);
    const inCtb = partY & ((1 << log2Ctb) - 1);
    const above = modesAbove + (partX >> 2);
    const left = modesLeft + (inCtb >> 2);
    const a = isAvailable(partX - 1, partY) || i & 1 ? <i32>load<u8>(left) : 1;
    // Modes above the CTB do not count.
    const b = inCtb > 0 ? <i32>load<u8>(above) : 1;

    let first: i32;
    let second: i32;
    let third: i32;
    if (a === b) {
      if (a < 2) {
        first = 0;
        second = 1;
        third = 26;
      } else {
        first = a;
        second = 2 + ((a + 29) & 31);
        third = 2 + ((a - 1) & 31);
      }
    } else {
      first = a;
      second = b;
      third = a !== 0 && b !== 0 ? 0 : a !== 1 && b !== 1 ? 1 : 26;
    }

    let mode: i32;
    if ((flags >> i) & 1) {
      mode = decodeBypass() === 0 ? first : decodeBypass() === 0 ? second : third;
    } else {
      mode = decodeBypassBits(5);
      let low = min(first, second);
      let high = max(first, second);
      const middle = max(low, min(high, third));
      low = min(low, third);
      high = max(high, third);
      if (mode >= low) mode++;
      if (mode >= middle) mode++;
      if (mode >= high) mode++;
    }
    store<u8>(lumaModes + i, mode);
    memory.fill(above, <u8>mode, partSize >> 2);
    memory.fill(left, <u8>mode, partSize >> 2);
  }
}

/** intra_chroma_pred_mode; 8.4.3. */
export function readChromaModes(isSplit: bool): void {
  if (chromaType === 0) return;
  const parts = isSplit && chromaType === 3 ? 4 : 1;
  for (let i = 0; i < parts; i++) {
    const luma = <i32>load<u8>(lumaModes + i);
    let mode = luma;
    let syntax = 4;
    if (decodeBin(contexts + C.INTRA_CHROMA_PRED_MODE)) {
      syntax = decodeBypassBits(2);
      mode = syntax === 0 ? 0 : syntax === 1 ? 26 : syntax === 2 ? 10 : 1;
      if (mode === luma) mode = 34;
    }
    if (chromaType === 2) mode = <i32>load<u8>(modes422 + mode);
    store<u8>(chromaSyntax + i, syntax);
    store<u8>(chromaModes + i, mode);
  }
}
