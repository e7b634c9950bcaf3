/** How many hits are taken from the database at once under a limit of so many. */
export function blockOf(hits: number): number {
  // Limits on guessing are exact. Limits on plain use are generous, asked for with every
  // conversion, and may be a few calls short where several processes each hold a block.
  return hits < 300 ? 1 : Math.floor(hits / 30);
}

/** More keys than this at a time is a flood; forgetting them all costs one query each. */
const mostKeys = 20_000;

/**
 * Hits that this process has taken from the shared counts and not used yet. The counts hold across
 * processes because a hit is always taken before it is used; what is not used is lost, not given back.
 */
export function createReservations(now: () => number = Date.now) {
  const reserved = new Map<string, { left: number; until: number }>();

  return {
    /** `granted`: one hit was used. `refused`: the limit is passed until `until`. `ask`: unknown here. */
    take(key: string): { outcome: 'granted' | 'ask' } | { outcome: 'refused'; until: number } {
      const held = reserved.get(key);
      if (held === undefined || held.until <= now()) return { outcome: 'ask' };
      if (held.left === 0) {
        reserved.delete(key);
        return { outcome: 'ask' };
      }
      if (held.left < 0) return { outcome: 'refused', until: held.until };
      held.left--;
      return { outcome: 'granted' };
    },

    /** Keeps what a query granted; nothing granted is remembered too. */
    keep(key: string, granted: number, until: number): void {
      if (reserved.size >= mostKeys) reserved.clear();
      reserved.set(key, { left: granted > 0 ? granted - 1 : -1, until });
    },
  };
}
