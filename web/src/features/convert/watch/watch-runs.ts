import { nothingYet, type WatchState } from './watch.ts';

/** Why watching has not started. */
export type Trouble = 'same' | 'refused';

interface Folders {
  from: FileSystemDirectoryHandle;
  into: FileSystemDirectoryHandle;
}

interface WatchRunsParts<Order> {
  /** Watches until the signal aborts. */
  watch: (
    order: Order,
    onChange: (state: WatchState) => void,
    signal: AbortSignal,
  ) => Promise<void>;
  /** Called with the state to show; null: nothing is being watched. */
  onState: (state: WatchState | null) => void;
  onTrouble: (trouble: Trouble | null) => void;
}

/** One watch at a time: a new one ends the previous one, whose events are then ignored. */
export function createWatchRuns<Order extends Folders>(parts: WatchRunsParts<Order>) {
  let current = new AbortController();

  return {
    /** Never rejects. */
    async start(order: Order): Promise<void> {
      current.abort();
      current = new AbortController();
      const { signal } = current;
      try {
        const isSame = await order.from.isSameEntry(order.into);
        if (signal.aborted) return;
        parts.onTrouble(isSame ? 'same' : null);
        if (isSame) return;
        parts.onState(nothingYet);
        const onChange = (state: WatchState) => {
          if (!signal.aborted) parts.onState(state);
        };
        await parts.watch(order, onChange, signal);
      } catch {
        if (signal.aborted) return;
        parts.onState(null);
        parts.onTrouble('refused');
      }
    },
    stop: () => {
      current.abort();
      parts.onState(null);
    },
  };
}
