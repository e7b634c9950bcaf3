// Encodes photos, opaque or not, as lossless WebP (RFC 9649). The caller writes bands of pixels
// (one row of tiles each) into the memory. They become residuals, which the caller keeps and passes
// back for counting, sorting and writing.

import {
  choices,
  costs,
  counts,
  residualBytes,
  residuals,
  marks,
  output,
  pixels,
  spreads,
} from './memory';

export { endBits, startBits, writeBand } from './bits';
export { predictBand } from './residuals';
export { clearCounts, countBand } from './groups';
export { layOut, startPicture } from './memory';

export function heapBase(): usize {
  return (__heap_base + 63) & ~63;
}

export function pixelsAddress(): usize {
  return pixels;
}

export function residualsAddress(): usize {
  return residuals;
}

export function residualStride(): usize {
  return residualBytes;
}

export function choicesAddress(): usize {
  return choices;
}

export function spreadsAddress(): usize {
  return spreads;
}

export function marksAddress(): usize {
  return marks;
}

export function outputAddress(): usize {
  return output;
}

export function countsAddress(): usize {
  return counts;
}

export function costsAddress(): usize {
  return costs;
}
