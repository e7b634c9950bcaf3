import type { Language } from '@stillpix/contract/languages';
import type { OfflineFile, OfflineFiles, OfflineState } from './messages.ts';
import { readMemory, siteCache, writeMemory } from './stores.ts';

/** Downloads side by side: enough to fill a line, few enough to leave room for the page. */
const downloads = 4;

const isAsset = (path: string) => path.startsWith('/assets/');

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
async function fetchOnce(path: string): Promise<Response> {
  if (isAsset(path)) {
    const known = await caches.match(path, { ignoreVary: true });
    if (known) return known;
  }
  const response = await fetch(path, { cache: isAsset(path) ? 'default' : 'no-cache' });
  if (!response.ok || response.redirected) throw new Error(`${path}: ${response.status}`);
  return response;
}

async function fill(
  cache: Cache,
  wanted: readonly OfflineFile[],
  onFile: (file: OfflineFile) => void,
): Promise<void> {
  const waiting = [...wanted];
  async function takeNext(): Promise<void> {
    for (let file = waiting.shift(); file; file = waiting.shift()) {
      if (!(await cache.match(file.path, { ignoreVary: true }))) {
        await cache.put(file.path, await fetchOnce(file.path));
      }
      onFile(file);
    }
  }
  await Promise.all(Array.from({ length: downloads }, takeNext));
}

const sum = (files: readonly OfflineFile[]) => files.reduce((total, { bytes }) => total + bytes, 0);

/** A new version brings what was wanted of the one before. */
export async function keepWanted(files: OfflineFiles): Promise<void> {
  const { languages, everything } = await readMemory();
  const cache = await caches.open(siteCache(files.version));
  await fill(cache, listWanted(files, languages, everything), () => {});
}

/** Keeps a language's pages, and with `everything` all codecs. Remembered for later versions. */
export async function keep(
  files: OfflineFiles,
  language: Language,
  everything: boolean,
  onProgress: (state: OfflineState) => void,
): Promise<OfflineState> {
  const memory = await readMemory();
  const languages = [...new Set([...memory.languages, language])];
  const wantsEverything = memory.everything || everything;
  await writeMemory({ ...memory, languages, everything: wantsEverything });
  const wanted = listWanted(files, [language], wantsEverything);
  const total = sum(listWanted(files, [language], true));
  let stored = 0;
  await fill(await caches.open(siteCache(files.version)), wanted, ({ bytes }) => {
    stored += bytes;
    onProgress({ stored, total, wantsEverything });
  });
  return readState(files, language);
}

export async function readState(files: OfflineFiles, language: Language): Promise<OfflineState> {
  const cache = await caches.open(siteCache(files.version));
  const kept = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
  const all = listWanted(files, [language], true);
  const { everything } = await readMemory();
  return {
    stored: sum(all.filter(({ path }) => kept.has(path))),
    total: sum(all),
    wantsEverything: everything,
  };
}
