/**
 * Runs `work` soon after the start and then repeatedly, never twice at once: the next run waits for
 * a slow one. `work` must not reject.
 *
 * @returns A function that stops it, and resolves when nothing is running any more.
 */
export function repeatedly(
  work: () => Promise<unknown>,
  { firstMs, everyMs }: { firstMs: number; everyMs: number },
): () => Promise<void> {
  let running: Promise<unknown> | null = null;
  const again = () => {
    running ??= work().finally(() => (running = null));
  };
  const first = setTimeout(again, firstMs);
  const timer = setInterval(again, everyMs);
  first.unref();
  timer.unref();
  return async () => {
    clearTimeout(first);
    clearInterval(timer);
    await running;
  };
}
