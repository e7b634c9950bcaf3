import { rehearsalPhoto } from './rehearsal-photo.ts';

/** What is done with the tiny photo, each as a pool would do it with a real one. */
export interface Rehearsed {
  convert: (photo: Blob) => Promise<unknown>;
  inspect: (photo: Blob) => Promise<unknown>;
  thumbnail: (photo: Blob) => Promise<unknown>;
}

/** More make the code hardly faster. */
const maxRounds = 12;

/**
 * Has a tiny photo converted again and again, by each worker that is there, so that the first real one meets code
 * that has run before and that the browser has optimized. Never rejects, as it is nobody's photo.
 *
 * @param isFresh Says whether nobody has asked for anything yet; who has waits for what is under way at most.
 */
export async function rehearse(
  { convert, inspect, thumbnail }: Rehearsed,
  workers: number,
  isFresh: () => boolean,
): Promise<void> {
  try {
    const bytes = Uint8Array.from(atob(rehearsalPhoto), (character) => character.charCodeAt(0));
    const onAll = async (run: (photo: Blob) => Promise<unknown>): Promise<void> => {
      if (!isFresh()) return;
      await Promise.all(Array.from({ length: workers }, () => run(new Blob([bytes]))));
    };
    await onAll(convert);
    await onAll(inspect);
    for (let round = 1; round < maxRounds; round++) await onAll(convert);
    // Last, as a conversion does not wait for it.
    await onAll(thumbnail);
  } catch {
    // The pool is gone.
  }
}
