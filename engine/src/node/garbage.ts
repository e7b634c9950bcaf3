import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** V8's own collector, which Node otherwise gives only to programs that were started with a flag. */
function findCollector(): () => void {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as () => void;
}

/**
 * Blobs hold their bytes where V8 does not see them, so that a hundred photos in a row count as a few
 * hundred small objects that are not worth collecting. Told how many bytes pass, this collects every
 * `everyBytes`: for threads and programs of our own, whose heaps are small, not for those of others.
 */
export function makeCollector(everyBytes: number): (passed: number) => void {
  let collect: (() => void) | undefined;
  let since = 0;
  return (passed) => {
    since += passed;
    if (since < everyBytes) return;
    since = 0;
    collect ??= findCollector();
    collect();
  };
}

/**
 * Keeps the place for new objects, which V8 lets grow to 32 MB and more for each thread, as small as it is at
 * the start: for a program of our own, whose pictures lie outside of it. Goes for all threads of the process.
 */
export function keepYoungObjectsInLittleRoom(): void {
  setFlagsFromString('--semi-space-growth-factor=1');
}
