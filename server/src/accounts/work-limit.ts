import { ApiError } from '../api-error.ts';

/**
 * Limits how many expensive tasks run at once, and how many wait. Rejects further ones at once
 * instead of letting everybody wait longer and longer.
 */
export function limitWork(running: number, waiting: number) {
  let busy = 0;
  const queue: (() => void)[] = [];

  return async function run<T>(work: () => Promise<T>): Promise<T> {
    if (busy >= running) {
      if (queue.length >= waiting) throw new ApiError('too-many-requests', { retryAfter: 2 });
      // A finished task hands its slot over, so that no newcomer gets ahead.
      await new Promise<void>((resolve) => queue.push(resolve));
    } else {
      busy++;
    }
    try {
      return await work();
    } finally {
      const next = queue.shift();
      if (next === undefined) busy--;
      else next();
    }
  };
}
