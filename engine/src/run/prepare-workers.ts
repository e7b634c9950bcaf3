import { tinyPhoto } from './tiny-photo.ts';

/** Calls on the tiny photo, each run as a pool runs it for a real one. */
export interface Calls {
  convert: (photo: Blob) => Promise<unknown>;
  inspect: (photo: Blob) => Promise<unknown>;
  thumbnail: (photo: Blob) => Promise<unknown>;
}

/** More rounds hardly make the code faster. */
const maxRounds = 12;

/**
 * Converts a tiny photo repeatedly on each running worker, so that the first real one meets code
 * that the browser has optimized. Never rejects, because no caller depends on it.
 *
 * @param isFresh Returns whether there has been no call yet. A call waits at most for what is
 * running.
 */
export async function prepareWorkers(
  { convert, inspect, thumbnail }: Calls,
  workers: number,
  isFresh: () => boolean,
): Promise<void> {
  try {
    const bytes = Uint8Array.from(atob(tinyPhoto), (character) => character.charCodeAt(0));
    const onAll = async (run: (photo: Blob) => Promise<unknown>): Promise<void> => {
      if (!isFresh()) return;
      await Promise.all(Array.from({ length: workers }, () => run(new Blob([bytes]))));
    };
    await onAll(convert);
    await onAll(inspect);
    for (let round = 1; round < maxRounds; round++) await onAll(convert);
    // Last, because no conversion waits for it.
    await onAll(thumbnail);
  } catch {
    // The pool was destroyed.
  }
}
