/**
 * Calls `todo` when the page is idle, or, in browsers that do not report that, after the current
 * task.
 */
export function whenIdle(todo: () => void): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(todo);
  else setTimeout(todo);
}
