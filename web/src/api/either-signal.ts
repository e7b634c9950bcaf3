/**
 * Aborts when either signal does. Written out because `AbortSignal.any` needs Safari 17.4, Chrome
 * 116 or Firefox 124.
 */
export function eitherSignal(...signals: AbortSignal[]): AbortSignal {
  const either = new AbortController();
  for (const signal of signals) {
    const abort = () => either.abort(signal.reason);
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { signal: either.signal });
  }
  return either.signal;
}
