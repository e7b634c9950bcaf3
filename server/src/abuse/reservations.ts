/** The largest reservation is this fraction of the limit. */
const aheadShare = 60;

/** Minimum frequency for reservations: a call at least every so many milliseconds. */
const restMilliseconds = 5000;

/** More keys than this at once is a flood. Forgetting all of them costs one query each. */
const maxKeys = 20_000;

/** Hits of one key that this process has reserved. */
interface Block {
  /** -1 when the limit is exceeded. */
  left: number;
  /** Hits reserved in advance, beyond those for waiting calls. */
  ahead: number;
  takenAt: number;
  /** End of the window, when reserved and refused hits expire. */
  until: number;
}

/** How many of the requested hits the shared counts granted. */
export interface Granted {
  hits: number;
  until: number;
}

/**
 * Reserves hits of generous limits in blocks, so that not every call costs a query. The limits hold
 * across processes, because a hit is always reserved before it is used. Unused hits are lost, so
 * each process reserves at most a sixtieth of the limit, and only for frequent calls. Concurrent
 * calls share one query.
 */
export function createReservations<Limit extends { hits: number }>(
  take: (key: string, limit: Limit, hits: number) => Promise<Granted>,
  now: () => number = Date.now,
) {
  const blocks = new Map<string, Block>();
  const waiting = new Map<string, number>();
  const asking = new Map<string, Promise<void>>();

  async function ask(key: string, limit: Limit): Promise<void> {
    const before = blocks.get(key);
    const isBusy = before !== undefined && now() - before.takenAt < restMilliseconds;
    const ahead = isBusy ? Math.min(Math.floor(limit.hits / aheadShare), before.ahead * 2 + 1) : 0;
    const takenAt = now();
    const { hits, until } = await take(key, limit, (waiting.get(key) ?? 1) + ahead);
    if (blocks.size >= maxKeys) blocks.clear();
    // The end is by the database's clock. If that is behind ours, the window is not over yet.
    const end = Math.max(until, now() + 1000);
    blocks.set(key, { left: hits > 0 ? hits : -1, ahead, takenAt, until: end });
  }

  /** Waits for the running query, or starts one for all who wait. */
  async function wait(key: string, limit: Limit): Promise<void> {
    let question = asking.get(key);
    if (question === undefined) {
      question = ask(key, limit).finally(() => asking.delete(key));
      asking.set(key, question);
    }
    await question;
  }

  /**
   * Uses one reserved hit. Returns until when it is refused, 0 if allowed, or null if none are
   * reserved.
   */
  function use(key: string): number | null {
    const block = blocks.get(key);
    if (block === undefined || block.left === 0) return null;
    // Or the clock was put back, and the end of the window may be hours away.
    if (block.until <= now() || block.takenAt > now()) return null;
    if (block.left < 0) return block.until;
    block.left--;
    return 0;
  }

  return {
    /** Uses one hit. Returns until when it is refused, or 0. */
    async spend(key: string, limit: Limit): Promise<number> {
      let used = use(key);
      if (used !== null) return used;
      waiting.set(key, (waiting.get(key) ?? 0) + 1);
      try {
        while (used === null) {
          await wait(key, limit);
          used = use(key);
        }
        return used;
      } finally {
        const others = (waiting.get(key) ?? 1) - 1;
        if (others > 0) waiting.set(key, others);
        else waiting.delete(key);
      }
    },
  };
}
