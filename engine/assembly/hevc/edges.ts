// Which edges of blocks are to be deblocked (ITU-T H.265 8.7.2.3), marked as blocks are decoded.
import * as F from '../../src/hevc/fields';
import { field, horizontalEdges, log2Ctb, verticalEdges, width4, width8 } from './picture';

let deblock: bool = false;
// Whether the left and upper edges of the current CTB are to be deblocked.
let filterCtbLeft: bool = false;
let filterCtbTop: bool = false;

export function setUpEdges(): void {
  deblock = field(F.SLICE_DEBLOCKING_DISABLED) === 0;
}

export function startCtbEdges(filterLeft: bool, filterTop: bool): void {
  filterCtbLeft = filterLeft;
  filterCtbTop = filterTop;
}

/** Marks the left and upper edge of a block of luma samples. */
export function markEdges(x: i32, y: i32, log2Size: i32): void {
  if (!deblock) return;
  const inCtb = (1 << log2Ctb) - 1;
  const count = 1 << (log2Size - 2);
  if ((x & 7) === 0 && (x & inCtb ? true : filterCtbLeft)) {
    let place = verticalEdges + (y >> 2) * width8 + (x >> 3);
    for (let i = 0; i < count; i++) {
      store<u8>(place, 1);
      place += width8;
    }
  }
  if ((y & 7) === 0 && (y & inCtb ? true : filterCtbTop)) {
    const place = horizontalEdges + (y >> 3) * width4 + (x >> 2);
    if (count === 1) store<u8>(place, 1);
    else for (let i = 0; i < count; i += 2) store<u16>(place + i, 0x0101);
  }
}
