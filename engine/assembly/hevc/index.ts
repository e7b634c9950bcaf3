// HEVC still-picture decoder: reconstruction of one intra picture from its slice data. Parameter
// sets and slice headers are parsed outside and arrive as the table described in fields.ts.
import * as F from '../../src/hevc/fields';
import { setUpCabac } from './cabac';
import { setUpScans } from './scans';
import { setUpResidual } from './residual';
import { setUpTransforms } from './transform';
import { setUpIntra } from './intra';
import { setUpQuantization } from './quantization';
import { setUpCodingTree } from './coding-tree';
import {
  decodedRows,
  decodeSegmentRow,
  isPictureComplete,
  startSliceOrder,
  startSliceSegment,
} from './slice-data';
import { finishedRows, followDecoding, startFilters } from './filters';
import {
  arenaEnd,
  fields,
  growTo,
  layOutPicture,
  planeAt,
  resetRegions,
  scalingFactors,
  strideC,
  strideY,
} from './picture';

setUpCabac();
setUpScans();
setUpTransforms();

/** Where the table of numbers of fields.ts goes. */
export function fieldTable(): usize {
  return fields;
}

/** Where the scaling factors go. */
export function scalingTable(): usize {
  return scalingFactors;
}

/** Begins the picture that the table describes. */
export function startPicture(): i32 {
  if (!layOutPicture()) return F.STATUS_OUT_OF_MEMORY;
  resetRegions();
  setUpResidual();
  setUpIntra();
  setUpQuantization();
  setUpCodingTree();
  startSliceOrder();
  startFilters();
  return F.STATUS_OK;
}

/** Room for the data of a slice segment, 0 when there is none. It holds until the next call. */
export function sliceBuffer(size: i32): usize {
  return growTo(arenaEnd + size + 64) ? arenaEnd : 0;
}

/**
 * Begins the slice segment that was put into the buffer; its header is in the table. With
 * `STATUS_MORE`, `continueSlice` goes on.
 */
export function decodeSlice(size: i32): i32 {
  store<u64>(arenaEnd + size, 0);
  if (!startSliceSegment(arenaEnd, arenaEnd + size)) return F.STATUS_CORRUPT;
  return continueSlice();
}

/** Decodes a further row of CTBs, and filters what lies far enough behind it. */
export function continueSlice(): i32 {
  const status = decodeSegmentRow();
  if (status !== F.STATUS_CORRUPT) followDecoding(decodedRows());
  return status;
}

/** 1 when every block of the picture has been decoded; then the planes hold it. */
export function isComplete(): i32 {
  return isPictureComplete() ? 1 : 0;
}

/** How many rows of luma samples, from the top, will not change any more, nor their chroma. */
export function rowsDone(): i32 {
  return finishedRows();
}

export function planePointer(component: i32): usize {
  return planeAt(component);
}

/** Bytes from row to row. */
export function planeStride(component: i32): i32 {
  return component === 0 ? strideY : strideC;
}
