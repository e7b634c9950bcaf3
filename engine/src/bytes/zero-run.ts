/** Coded samples look like noise: so many zeros in a row stand for a part that was never written, or lost. */
const lostBytes = 128;

/** Whether a part of coded data is missing, as on a disk whose blocks could not be read. */
export function hasZeroRun(bytes: Uint8Array): boolean {
  // A long run has a zero at every second place that is half as far apart.
  const step = lostBytes / 2;
  for (let at = step - 1; at < bytes.length; at += step) {
    if (bytes[at] !== 0) continue;
    let start = at;
    while (start > 0 && bytes[start - 1] === 0) start -= 1;
    let end = at + 1;
    while (end < bytes.length && bytes[end] === 0) end += 1;
    if (end - start >= lostBytes) return true;
    at = end;
  }
  return false;
}
