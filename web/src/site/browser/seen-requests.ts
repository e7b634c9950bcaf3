import type { SeenRequest } from './request-count.ts';

let seen: readonly SeenRequest[] = [];
const listeners = new Set<() => void>();
let observing: (() => void) | null = null;

/** Adds requests by workers, which pages do not see by themselves. */
export function addSeen(requests: readonly SeenRequest[]): void {
  if (requests.length === 0) return;
  seen = [...seen, ...requests];
  for (const listener of listeners) listener();
}

/** All requests of the page and its workers since it opened. */
export function readSeen(): readonly SeenRequest[] {
  return seen;
}

export function subscribeToSeen(listener: () => void): () => void {
  observing ??= observeRequests(addSeen);
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Reports the requests of this page or worker that the browser has recorded since it started. The
 * returned function reports those of the last moment: a worker calls it before it ends.
 */
export function observeRequests(report: (requests: readonly SeenRequest[]) => void): () => void {
  const tell = (entries: PerformanceEntryList) =>
    report(
      (entries as PerformanceResourceTiming[]).map(({ name, initiatorType }) => ({
        url: name,
        initiator: initiatorType,
      })),
    );
  const started = new PerformanceObserver((list) => tell(list.getEntries()));
  started.observe({ type: 'resource', buffered: true });
  return () => tell(started.takeRecords());
}

/** From a worker of the page, between its other messages. */
export interface SeenMessage {
  seen: readonly SeenRequest[];
}

/** Whether a worker's message is about its requests. If so, counts them. */
export function takeSeen(data: object): data is SeenMessage {
  if (!('seen' in data)) return false;
  addSeen((data as SeenMessage).seen);
  return true;
}
