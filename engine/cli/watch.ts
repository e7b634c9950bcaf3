import { stat, watch as watchFolder } from 'node:fs/promises';
import type { FileChangeInfo } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { foundAt, isPictureName, type Source } from './sources.ts';

/** A file that has not grown for so long has been written to its end. */
const restMs = 400;

/** The state that a file rests in, which another one of the same size has not; `null` for what is no file any more. */
async function findRest(path: string, signal: AbortSignal): Promise<string | null> {
  for (let last = ''; ;) {
    const found = await stat(path).catch(() => null);
    if (!found?.isFile()) return null;
    const state = `${found.ino} ${found.size} ${found.mtimeMs}`;
    if (state === last && found.size > 0) return state;
    last = state;
    await wait(restMs, undefined, { signal });
  }
}

/**
 * Photos that come into a folder from now on, each when it has been written to its end, until the signal.
 * What comes before anybody asks is kept.
 */
export function watchFor(
  folder: string,
  recursive: boolean,
  signal: AbortSignal,
): AsyncGenerator<Source> {
  const events = watchFolder(folder, { recursive, signal })[Symbol.asyncIterator]();
  // The folder is watched from the first call.
  const first = events.next();
  first.catch(() => {});
  return follow(folder, events, first, signal);
}

async function* follow(
  folder: string,
  events: AsyncIterator<FileChangeInfo<string>>,
  first: Promise<IteratorResult<FileChangeInfo<string>>>,
  signal: AbortSignal,
): AsyncGenerator<Source> {
  // One copy is told as several events, and what has been converted once rests as it did then.
  const rested = new Map<string, string>();
  try {
    for (let event = await first; !event.done; event = await events.next()) {
      const { filename } = event.value;
      if (filename === null || !isPictureName(filename)) continue;
      const path = join(folder, filename);
      const state = await findRest(path, signal);
      if (state === null) rested.delete(path);
      else if (rested.get(path) !== state) {
        rested.set(path, state);
        yield foundAt(path, filename);
      }
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
