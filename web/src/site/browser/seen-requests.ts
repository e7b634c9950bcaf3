import type { SeenRequest } from './request-count.ts';

let seen: readonly SeenRequest[] = [];
const listeners = new Set<() => void>();
let observer: PerformanceObserver | null = null;

/** Adds what a worker has asked for: pages do not see that by themselves. */
export function addSeen(requests: readonly SeenRequest[]): void {
  if (requests.length === 0) return;
  seen = [...seen, ...requests];
  for (const listener of listeners) listener();
}

/** All requests since the page opened, by the page and by its workers. */
export function readSeen(): readonly SeenRequest[] {
  return seen;
}

export function subscribeToSeen(listener: () => void): () => void {
  observer ??= observeRequests(addSeen);
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Reports what the browser records in this page or worker, from its start on. */
export function observeRequests(
  report: (requests: readonly SeenRequest[]) => void,
): PerformanceObserver {
  const started = new PerformanceObserver((list) => {
    const entries = list.getEntries() as PerformanceResourceTiming[];
    report(entries.map(({ name, initiatorType }) => ({ url: name, initiator: initiatorType })));
  });
  started.observe({ type: 'resource', buffered: true });
  return started;
}

/** From a worker of the page, beside its answers. */
export interface SeenMessage {
  seen: readonly SeenRequest[];
}

/** Whether a worker's message is about its requests; they are counted then. */
export function takeSeen(data: object): data is SeenMessage {
  if (!('seen' in data)) return false;
  addSeen((data as SeenMessage).seen);
  return true;
}
