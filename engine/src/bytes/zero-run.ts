/**
 * Coded samples look like noise, so a run of this many zeros is a part that was lost or never
 * written.
 */
const lostBytes = 128;

/** Whether coded data lacks a part, as when a disk's blocks could not be read. */
export function hasZeroRun(bytes: Uint8Array): boolean {
  // Checks every 64th byte: any run of 128 zeros contains at least two of those.
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
