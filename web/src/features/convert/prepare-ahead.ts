import { savesData } from '../../site/browser/saves-data.ts';
import { whenIdle } from '../../site/browser/when-idle.ts';

/** A page that loaded within this many milliseconds has a fast connection. */
const fastPage = 2_000;

/** Milliseconds to wait after the page has loaded, so that everything visible comes first. */
const rest = 2_500;

function isLineFast(): boolean {
  const { connection } = navigator as { connection?: { effectiveType?: string } };
  if (/[23]g/.test(connection?.effectiveType ?? '')) return false;
  const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return page !== undefined && page.loadEventStart - page.startTime < fastPage;
}

/**
 * Calls `prepare` before there is a file, perhaps more than once: when the pointer or the focus
 * comes near and, on a fast connection, while the visitor still reads. Never if the visitor saves
 * data. Returns a function that stops it.
 */
export function prepareAhead(place: Element, prepare: () => void): () => void {
  if (savesData()) return () => {};
  const stopped = new AbortController();
  const { signal } = stopped;
  const once = { once: true, signal };
  // In browsers from before 2026, a module that failed to load fails until the page is reloaded.
  const near = () => {
    if (navigator.onLine) prepare();
  };
  const start = () => {
    if (!signal.aborted && isLineFast()) near();
  };
  const wait = () => {
    setTimeout(() => whenIdle(start), rest);
  };
  // Not `pointerenter`: the pointer may have been there before the listener was added.
  for (const kind of ['pointermove', 'pointerdown', 'focusin'])
    place.addEventListener(kind, near, once);
  if (document.readyState === 'complete') wait();
  else addEventListener('load', wait, once);
  return () => stopped.abort();
}
