// Encodes 8-bit planes to baseline JPEG (ITU-T T.81). The caller writes tables and samples into the
// memory, calls one function per MCU row, and writes headers itself.

import { startInterval, tokenizeMcus } from './entropy';
import {
  blockBytes,
  chunkBlocks,
  chunkMcus,
  codes,
  counts,
  quantizerBytes,
  quantizers,
  zigzagMasks,
  zigzagOffsets,
} from './memory';
import { repeatDc, transformBlock } from './transform';

export { convertColors } from './colors';
export { startTokens, writeMcus } from './entropy';
export { padPlane, placePlane } from './place';
export { layPixels, placeRgba } from './rgba';
export { mixChroma, mixLuma, scalePlane } from './samples';

export function heapBase(): usize {
  return (__heap_base + 63) & ~63;
}

export function quantizersAddress(): usize {
  return quantizers;
}

export function codesAddress(): usize {
  return codes;
}

export function countsAddress(): usize {
  return counts;
}

/** Must be called once. `order` has 64 bytes: the raster position of each zigzag index. */
export function setZigzag(order: usize): void {
  memory.fill(zigzagMasks, 0x80, 256);
  for (let k: usize = 0; k < 64; k++) {
    const raster = <usize>load<u8>(order + k);
    store<u8>(zigzagOffsets + k, <u8>(raster * 2));
    store<u8>(zigzagMasks + (k >> 4) * 64 + (raster >> 4) * 16 + (k & 15), <u8>(raster & 15));
  }
}

/** Luma blocks across and down an MCU, and whether there is no chroma. */
let across: i32 = 2;
let down: i32 = 2;
let gray: bool = false;

/** Sets `across` and `down`, 1 or 2 each. Gray pictures have one block per MCU. */
export function setSampling(newAcross: i32, newDown: i32, newGray: bool): void {
  across = newAcross;
  down = newDown;
  gray = newGray;
}

/** The current MCU row: addresses of its samples, and how much of it is picture. */
let y: usize = 0;
let yStride: usize = 0;
let cb: usize = 0;
let cr: usize = 0;
let cStride: usize = 0;
let mcuCount: i32 = 0;
let lumaColumns: i32 = 0;
let lumaRows: i32 = 0;

/**
 * Sets the MCU row for the next call. `newLumaColumns` and `newLumaRows` count the row's luma
 * blocks, across and down, that contain samples of the picture.
 */
export function setRow(
  newY: usize,
  newYStride: usize,
  newCb: usize,
  newCr: usize,
  newCStride: usize,
  newLumaColumns: i32,
  newLumaRows: i32,
): void {
  y = newY;
  yStride = newYStride;
  cb = newCb;
  cr = newCr;
  cStride = newCStride;
  lumaColumns = newLumaColumns;
  lumaRows = newLumaRows;
  mcuCount = (newLumaColumns + across - 1) / across;
}

function transformMcus(first: i32, count: i32, target: usize): void {
  const chroma = quantizers + quantizerBytes;
  for (let mcu = first; mcu < first + count; mcu++) {
    for (let row = 0; row < down; row++) {
      for (let column = mcu * across; column < (mcu + 1) * across; column++) {
        if (row < lumaRows && column < lumaColumns) {
          const corner = y + <usize>row * 8 * yStride + column * 8;
          transformBlock(corner, yStride, quantizers, target);
        } else {
          repeatDc(target);
        }
        target += blockBytes;
      }
    }
    if (gray) continue;
    transformBlock(cb + mcu * 8, cStride, chroma, target);
    target += blockBytes;
    transformBlock(cr + mcu * 8, cStride, chroma, target);
    target += blockBytes;
  }
}

/** Writes the row's tokens to `out`, as a restart interval. Returns their end. */
export function tokenizeRow(out: usize): usize {
  startInterval();
  for (let mcu = 0; mcu < mcuCount; mcu += chunkMcus) {
    const count = min(chunkMcus, mcuCount - mcu);
    transformMcus(mcu, count, chunkBlocks);
    out = tokenizeMcus(chunkBlocks, count, across * down, gray, out);
  }
  return out;
}
