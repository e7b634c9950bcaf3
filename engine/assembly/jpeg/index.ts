// A baseline JPEG encoder for planes of 8-bit samples (ITU-T T.81). The caller writes tables and
// samples into the memory, calls one function per row of MCUs, and writes headers itself.

import { codeMcus, countMcus, endInterval, startInterval } from './entropy';
import {
  acCodes,
  acCounts,
  blockBytes,
  chunkBlocks,
  chunkMcus,
  dcCodes,
  dcCounts,
  reciprocals,
  zigzagMasks,
  zigzagOffsets,
} from './memory';
import { transformBlock } from './transform';

export { padPlane, placePlane } from './place';
export { placeRgba } from './rgba';
export { mixChroma, mixLuma, scalePlane } from './samples';

export function heapBase(): usize {
  return (__heap_base + 63) & ~63;
}

export function reciprocalsAddress(): usize {
  return reciprocals;
}

export function dcCodesAddress(): usize {
  return dcCodes;
}

export function acCodesAddress(): usize {
  return acCodes;
}

export function dcCountsAddress(): usize {
  return dcCounts;
}

export function acCountsAddress(): usize {
  return acCounts;
}

/** To be called once: `order` holds 64 bytes, the raster position of each zigzag index. */
export function setZigzag(order: usize): void {
  memory.fill(zigzagMasks, 0x80, 256);
  for (let k: usize = 0; k < 64; k++) {
    const raster = <usize>load<u8>(order + k);
    const transposed = ((raster & 7) << 3) | (raster >> 3);
    store<u8>(zigzagOffsets + k, <u8>(transposed * 2));
    store<u8>(
      zigzagMasks + (k >> 4) * 64 + (transposed >> 4) * 16 + (k & 15),
      <u8>(transposed & 15),
    );
  }
}

/** Luma blocks across and down an MCU, and whether there is chroma at all. */
let across: i32 = 2;
let down: i32 = 2;
let gray: bool = false;

/** `across` and `down`: 1 or 2. Gray pictures have MCUs of one block. */
export function setSampling(newAcross: i32, newDown: i32, newGray: bool): void {
  across = newAcross;
  down = newDown;
  gray = newGray;
}

function transformMcus(
  y: usize,
  yStride: usize,
  cb: usize,
  cr: usize,
  cStride: usize,
  first: i32,
  count: i32,
  target: usize,
): void {
  const chroma = reciprocals + 128;
  for (let mcu = first; mcu < first + count; mcu++) {
    const corner = y + mcu * across * 8;
    for (let row = 0; row < down; row++) {
      for (let column = 0; column < across; column++) {
        transformBlock(
          corner + <usize>row * 8 * yStride + column * 8,
          yStride,
          reciprocals,
          target,
        );
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

/** Codes a row of MCUs, from the samples at `y`, `cb` and `cr`, to `out`; returns the end. */
export function encodeRow(
  y: usize,
  yStride: usize,
  cb: usize,
  cr: usize,
  cStride: usize,
  mcuCount: i32,
  out: usize,
): usize {
  startInterval(out);
  for (let mcu = 0; mcu < mcuCount; mcu += chunkMcus) {
    const count = min(chunkMcus, mcuCount - mcu);
    transformMcus(y, yStride, cb, cr, cStride, mcu, count, chunkBlocks);
    codeMcus(chunkBlocks, count, across * down, gray);
  }
  return endInterval();
}

/** Transforms a row of MCUs to `blocks` and counts the symbols it takes to code. */
export function measureRow(
  y: usize,
  yStride: usize,
  cb: usize,
  cr: usize,
  cStride: usize,
  mcuCount: i32,
  blocks: usize,
): void {
  transformMcus(y, yStride, cb, cr, cStride, 0, mcuCount, blocks);
  countMcus(blocks, mcuCount, across * down, gray);
}

/** Codes a row of MCUs that `measureRow` left at `blocks`, to `out`; returns the end. */
export function encodeMeasuredRow(blocks: usize, mcuCount: i32, out: usize): usize {
  startInterval(out);
  codeMcus(blocks, mcuCount, across * down, gray);
  return endInterval();
}
