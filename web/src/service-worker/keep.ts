import type { Language } from '@stillpix/contract/languages';
import type { OfflineFile, OfflineFiles, OfflineState } from './messages.ts';
import { root } from './root.ts';
import { dropAll, openKept, readMemory, siteCache, writeMemory } from './stores.ts';

/** Parallel downloads: enough to use the connection, few enough to leave room for the page. */
const downloads = 4;

/** Aborted and replaced when everything that is kept is to be removed. */
let downloading = new AbortController();

const isAsset = (path: string) => path.startsWith(`${root}/assets/`);

function listWanted(
  files: OfflineFiles,
  { languages, everything }: { languages: readonly Language[]; everything: boolean },
): OfflineFile[] {
  return [
    ...files.common,
    ...languages.flatMap((language) => files.languages[language]),
    ...(everything ? files.codecs : []),
  ];
}

/**
 * Gets one copy of a file, from an earlier version's cache if its name identifies the content.
 * Throws if the server does not have the file: it then serves another version already, and this one
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

/** Rejects with the first download's error, after the others have ended, too. */
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
    // Otherwise they would keep writing to a cache that the caller has deleted by then.
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
 * A new version keeps the same parts as the previous one. If the device has no room for both, it
 * keeps nothing: it then comes from the network and is kept again once the previous one is removed.
 * Otherwise the old version would stay forever.
 */
export async function keepWanted(files: OfflineFiles): Promise<void> {
  const { signal } = downloading;
  const { languages, everything } = await readMemory();
  try {
    await fill(files.version, listWanted(files, { languages, everything }), signal, () => {});
  } catch (thrown) {
    if (signal.aborted || isFull(thrown)) await caches.delete(siteCache(files.version));
    if (!isFull(thrown)) throw thrown;
  }
}

/** Keeps a language's pages and, with `everything`, all codecs. Remembered for later versions. */
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
  const wanted = listWanted(files, { languages: [language], everything: wantsEverything });
  const total = sum(listWanted(files, { languages: [language], everything: true }));
  let stored = 0;
  await fill(files.version, wanted, signal, ({ bytes }) => {
    stored += bytes;
    onProgress({ stored, total, wantsEverything });
  });
  return readState(files, language);
}

/** Removes all caches of the site. Downloads into them are stopped. */
export async function forget(): Promise<void> {
  downloading.abort();
  downloading = new AbortController();
  await dropAll();
}

export async function readState(files: OfflineFiles, language: Language): Promise<OfflineState> {
  const cache = await openKept(files.version);
  const requests = cache ? await cache.keys() : [];
  const kept = new Set(requests.map(({ url }) => new URL(url).pathname));
  const all = listWanted(files, { languages: [language], everything: true });
  const { everything } = await readMemory();
  return {
    stored: sum(all.filter(({ path }) => kept.has(path))),
    total: sum(all),
    wantsEverything: everything,
  };
}
