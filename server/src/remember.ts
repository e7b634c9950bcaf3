/**
 * Caches a value for some milliseconds. Concurrent callers share one reading; a failed one is not
 * cached. Counts by a clock that nobody sets.
 */
export function remember<T>(milliseconds: number, read: () => Promise<T>): () => Promise<T> {
  let kept: { value: Promise<T>; until: number } | undefined;
  return () => {
    if (kept !== undefined && kept.until > performance.now()) return kept.value;
    const value = read();
    const entry = { value, until: performance.now() + milliseconds };
    kept = entry;
    value.catch(() => {
      if (kept === entry) kept = undefined;
    });
    return value;
  };
}
