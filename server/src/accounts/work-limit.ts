import { ApiError } from '../http/api-error.ts';

/**
 * Lets few of something expensive run at once and few wait for it. What comes beyond that is turned
 * away at once instead of making everybody wait longer and longer.
 */
export function limitWork(running: number, waiting: number) {
  let busy = 0;
  const queue: (() => void)[] = [];

  return async function run<T>(work: () => Promise<T>): Promise<T> {
    if (busy >= running) {
      if (queue.length >= waiting) throw new ApiError('too-many-requests', { retryAfter: 2 });
      // Whoever finishes hands its place over, so nobody who comes later gets ahead.
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
