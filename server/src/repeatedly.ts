/**
 * Does something soon after the start and then again and again, never twice at once: where it takes longer than the
 * time between, it goes on alone. `work` must not reject.
 *
 * @returns What stops it, and resolves when nothing of it is under way any more.
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
