import { emptyQueue, type Queue, type QueueAction, queueReducer } from './queue.ts';

/** The queue outside React: a batch reads and moves it between two renders. */
export interface QueueStore {
  read: () => Queue;
  dispatch: (action: QueueAction) => void;
  subscribe: (listener: () => void) => () => void;
}

export function createQueueStore(): QueueStore {
  let queue = emptyQueue;
  const listeners = new Set<() => void>();
  return {
    read: () => queue,
    dispatch(action) {
      const next = queueReducer(queue, action);
      if (next === queue) return;
      queue = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
