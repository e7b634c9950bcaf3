import type { Language } from '@stillpix/contract/languages';
import type { OfflineFile, OfflineFiles, OfflineState } from './messages.ts';
import { root } from './root.ts';
import { dropAll, openKept, readMemory, siteCache, writeMemory } from './stores.ts';

/** Downloads side by side: enough to fill a line, few enough to leave room for the page. */
const downloads = 4;

/** Aborted, and made anew, when all that is kept is to go. */
let downloading = new AbortController();

const isAsset = (path: string) => path.startsWith(`${root}/assets/`);

function listWanted(
  files: OfflineFiles,
  languages: readonly Language[],
  everything: boolean,
): OfflineFile[] {
  return [
    ...files.common,
    ...languages.flatMap((language) => files.languages[language]),
    ...(everything ? files.codecs : []),
  ];
}

/**
 * One copy of a file, from an earlier version's cache where its name says that it is the same.
 * Throws where the server has no such file: it then serves another version already, and this one
 * must not be installed in parts.
 */
async function fetchOnce(path: string, signal: AbortSignal): Promise<Response> {
  if (isAsset(path)) {
    const known = await caches.match(path, { ignoreVary: true });
    if (known) return known;
  }
  const response = await fetch(path, {
    cache: isAsset(path) ? 'default' : 'no-cache',
    signal,
  });
  if (!response.ok || response.redirected) throw new Error(`${path}: ${response.status}`);
  return response;
}

/** Rejects with what the first download fails with, once the others have ended, too. */
async function fill(
  version: string,
  wanted: readonly OfflineFile[],
  signal: AbortSignal,
  onFile: (file: OfflineFile) => void,
): Promise<void> {
  signal.throwIfAborted();
  const cache = await caches.open(siteCache(version));
  const waiting = [...wanted];
  const lanes = new AbortController();
  const abort = () => lanes.abort(signal.reason);
  signal.addEventListener('abort', abort);
  if (signal.aborted) abort();
  async function takeNext(): Promise<void> {
    for (let file = waiting.shift(); file; file = waiting.shift()) {
      if (!(await cache.match(file.path, { ignoreVary: true }))) {
        const response = await fetchOnce(file.path, lanes.signal);
        lanes.signal.throwIfAborted();
        await cache.put(file.path, response);
      }
      lanes.signal.throwIfAborted();
      onFile(file);
    }
  }
  const running = Array.from({ length: downloads }, takeNext);
  try {
    await Promise.all(running);
  } catch (thrown) {
    // Else they would go on writing into a cache that whoever asked has deleted by then.
    lanes.abort(thrown);
    await Promise.allSettled(running);
    throw thrown;
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

const sum = (files: readonly OfflineFile[]) => files.reduce((total, { bytes }) => total + bytes, 0);

const isFull = (thrown: unknown) =>
  thrown instanceof DOMException && thrown.name === 'QuotaExceededError';

/**
 * A new version brings what was wanted of the one before. On a device without room for both it brings
 * nothing: it then comes from the network, and is kept again once the one before has made room, where
 * the old one would stay for good.
 */
export async function keepWanted(files: OfflineFiles): Promise<void> {
  const { signal } = downloading;
  const { languages, everything } = await readMemory();
  try {
    await fill(files.version, listWanted(files, languages, everything), signal, () => {});
  } catch (thrown) {
    if (signal.aborted || isFull(thrown)) await caches.delete(siteCache(files.version));
    if (!isFull(thrown)) throw thrown;
  }
}

/** Keeps a language's pages, and with `everything` all codecs. Remembered for later versions. */
export async function keep(
  files: OfflineFiles,
  language: Language,
  everything: boolean,
  onProgress: (state: OfflineState) => void,
): Promise<OfflineState> {
  const { signal } = downloading;
  const memory = await readMemory();
  signal.throwIfAborted();
  const languages = [...new Set([...memory.languages, language])];
  const wantsEverything = memory.everything || everything;
  await writeMemory({ ...memory, languages, everything: wantsEverything });
  const wanted = listWanted(files, [language], wantsEverything);
  const total = sum(listWanted(files, [language], true));
  let stored = 0;
  await fill(files.version, wanted, signal, ({ bytes }) => {
    stored += bytes;
    onProgress({ stored, total, wantsEverything });
  });
  return readState(files, language);
}

/** Removes every cache of the site; what is being fetched for one ends there. */
export async function forget(): Promise<void> {
  downloading.abort();
  downloading = new AbortController();
  await dropAll();
}

export async function readState(files: OfflineFiles, language: Language): Promise<OfflineState> {
  const cache = await openKept(files.version);
  const requests = cache ? await cache.keys() : [];
  const kept = new Set(requests.map(({ url }) => new URL(url).pathname));
  const all = listWanted(files, [language], true);
  const { everything } = await readMemory();
  return {
    stored: sum(all.filter(({ path }) => kept.has(path))),
    total: sum(all),
    wantsEverything: everything,
  };
}
