import { savesData } from '../../site/browser/saves-data.ts';
import { whenIdle } from '../../site/browser/when-idle.ts';

/** A page that was there within so many milliseconds came over a line with room for more. */
const fastPage = 2_000;

/** Milliseconds after the page has loaded: what the visitor sees comes first, and all that belongs to it. */
const rest = 2_500;

function isLineFast(): boolean {
  const { connection } = navigator as { connection?: { effectiveType?: string } };
  if (/[23]g/.test(connection?.effectiveType ?? '')) return false;
  const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return page !== undefined && page.loadEventStart - page.startTime < fastPage;
}

/**
 * Calls `prepare` before there is a file, once or more: when the pointer or the focus comes near, and where the
 * line is fast while the visitor still reads. Never where data are to be saved. What it returns stops that.
 */
export function fetchAhead(place: Element, prepare: () => void): () => void {
  if (savesData()) return () => {};
  const stopped = new AbortController();
  const { signal } = stopped;
  const once = { once: true, signal };
  // In browsers of before 2026 a module that could not be fetched stays so until the page is loaded anew.
  const near = () => {
    if (navigator.onLine) prepare();
  };
  const start = () => {
    if (!signal.aborted && isLineFast()) near();
  };
  const wait = () => {
    setTimeout(() => whenIdle(start), rest);
  };
  // Not when it enters: it may have been there before anybody listened.
  for (const kind of ['pointermove', 'pointerdown', 'focusin'])
    place.addEventListener(kind, near, once);
  if (document.readyState === 'complete') wait();
  else addEventListener('load', wait, once);
  return () => stopped.abort();
}
