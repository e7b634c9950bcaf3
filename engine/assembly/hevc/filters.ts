// The in-loop filters follow the decoder from row to row of CTBs, so that their samples are in the
// cache still. Blocks are predicted from unfiltered samples of the row above, hence deblocking stays
// one row behind; it changes the last samples of the row above it in turn, hence SAO stays two behind.
import { deblockRow } from './deblock';
import { height, heightInCtbs, log2Ctb } from './picture';
import { filterSaoRow } from './sao';

// Rows of CTBs that are through each filter.
let deblocked: i32 = 0;
let finished: i32 = 0;

export function startFilters(): void {
  deblocked = 0;
  finished = 0;
}

/** Filters as much as `decoded` rows of CTBs allow. */
export function followDecoding(decoded: i32): void {
  const isAll = decoded === heightInCtbs;
  for (const end = isAll ? decoded : decoded - 1; deblocked < end; deblocked++) {
    deblockRow(deblocked);
    if (deblocked > 0) filterSaoRow(finished++);
  }
  if (isAll && finished < decoded) filterSaoRow(finished++);
}

export function finishedRows(): i32 {
  return min(finished << log2Ctb, height);
}
