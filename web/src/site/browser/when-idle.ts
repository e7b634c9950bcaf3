/** Calls it when the page has nothing else to do; where a browser does not say so, after what it is at. */
export function whenIdle(todo: () => void): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(todo);
  else setTimeout(todo);
}
