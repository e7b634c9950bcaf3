/** A part of the server that can be told to end; resolves when it has, or has given up. */
type End = (limit: number) => Promise<void>;

/**
 * Ends parts side by side and waits for them, but not longer than `limit` milliseconds.
 * @returns the names of those that were not done by then
 */
export async function endWithin(limit: number, parts: Record<string, End>): Promise<string[]> {
  const waiting = new Set(Object.keys(parts));
  let timer: NodeJS.Timeout | undefined;
  const timeUp = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, limit);
  });
  const allDone = Promise.all(
    Object.entries(parts).map(async ([name, end]) => {
      await end(limit);
      waiting.delete(name);
    }),
  );
  try {
    await Promise.race([allDone, timeUp]);
  } finally {
    clearTimeout(timer);
  }
  return [...waiting];
}
