/** Stops a part of the server. Resolves when it has stopped or given up. */
type End = (limit: number) => Promise<void>;

/**
 * Stops parts concurrently, and waits for them up to `limit` milliseconds.
 * @returns the names of those that had not stopped by then
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
