/** How many hits under a limit are taken ahead at most, as a part of the limit. */
const aheadShare = 60;

/** A key that is asked for less often than this takes nothing ahead, in milliseconds. */
const restMilliseconds = 5000;

/** More keys than this at a time is a flood; forgetting them all costs one query each. */
const maxKeys = 20_000;

/** Hits of one key that this process holds. */
interface Block {
  /** -1 when the limit is passed. */
  left: number;
  /** How many were taken ahead, beyond those that calls waited for. */
  ahead: number;
  takenAt: number;
  /** When the window ends, and with it what is held or refused. */
  until: number;
}

/** What the shared counts gave of the hits asked for. */
export interface Granted {
  hits: number;
  until: number;
}

/**
 * Takes hits of generous limits from the shared counts in blocks, so that not every call costs a
 * query. The counts hold across processes because a hit is always taken before it is used. What is
 * not used is lost: so each process takes ahead no more than a sixtieth of the limit, and only
 * where calls come thick. Of many calls at once one asks, for all that wait.
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
    // The database tells the time of the end; where its clock is behind ours, it is not over yet.
    const end = Math.max(until, now() + 1000);
    blocks.set(key, { left: hits > 0 ? hits : -1, ahead, takenAt, until: end });
  }

  /** Resolves when a question was answered: the one under way, or one for all who wait. */
  async function wait(key: string, limit: Limit): Promise<void> {
    let question = asking.get(key);
    if (question === undefined) {
      question = ask(key, limit).finally(() => asking.delete(key));
      asking.set(key, question);
    }
    await question;
  }

  /** Uses one hit of those that are held. The time until which it is refused, 0, or null: none are held. */
  function use(key: string): number | null {
    const block = blocks.get(key);
    if (block === undefined || block.until <= now() || block.left === 0) return null;
    if (block.left < 0) return block.until;
    block.left--;
    return 0;
  }

  return {
    /** Uses one hit. The time until which it is refused, or 0. */
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
