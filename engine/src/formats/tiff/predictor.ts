/** How samples are predicted from the previous pixel (TIFF 6.0 section 14, Technical Note 3). */
export const predictors = { none: 1, difference: 2, float: 3 } as const;

/** Rows of samples, `stride` of them per pixel. */
export interface PredictedRows {
  rowSamples: number;
  stride: number;
}

/** Adds the previous pixel's sample to each sample. Sums wrap at the sample's bit depth. */
export function addDifferences(
  samples: Uint8Array | Uint16Array | Uint32Array,
  { rowSamples, stride }: PredictedRows,
): void {
  for (let row = 0; row + rowSamples <= samples.length; row += rowSamples) {
    const end = row + rowSamples;
    if (stride === 3) addThree(samples, row, end);
    else for (let at = row + stride; at < end; at++) samples[at]! += samples[at - stride]!;
  }
}

/** The same for three samples per pixel, the usual case: keeps sums out of memory. */
function addThree(samples: Uint8Array | Uint16Array | Uint32Array, row: number, end: number): void {
  let [first, second, third] = [0, 0, 0];
  for (let at = row; at + 2 < end; at += 3) {
    first = (first + samples[at]!) | 0;
    second = (second + samples[at + 1]!) | 0;
    third = (third + samples[at + 2]!) | 0;
    samples[at] = first;
    samples[at + 1] = second;
    samples[at + 2] = third;
  }
}

/**
 * Undoes the floating-point predictor in place: a row's bytes are differences, stored as byte
 * planes, highest first. The result is big-endian.
 */
export function joinFloatBytes(
  bytes: Uint8Array,
  { rowSamples, stride }: PredictedRows,
  size: number,
): void {
  const rowBytes = rowSamples * size;
  const parted = new Uint8Array(rowBytes);
  for (let row = 0; row + rowBytes <= bytes.length; row += rowBytes) {
    const end = row + rowBytes;
    for (let at = row + stride; at < end; at++) bytes[at]! += bytes[at - stride]!;
    parted.set(bytes.subarray(row, end));
    for (let sample = 0; sample < rowSamples; sample++)
      for (let byte = 0; byte < size; byte++)
        bytes[row + sample * size + byte] = parted[byte * rowSamples + sample]!;
  }
}
