import { isLanguage, languages, type Language } from '@stillpix/contract/languages';
import type { OfflineFiles } from './messages.ts';
import { root } from './root.ts';
import { openKept, seenPagesCache, siteCache } from './stores.ts';

/** More pages than this were hardly read by one person; the longest seen go first. */
const maxSeenPages = 60;

const languageOf = (path: string): Language => {
  const first = path.slice(root.length).split('/')[1];
  return isLanguage(first) ? first : 'en';
};

/** Has the worker live until something is done that no answer waits for: writing what may be megabytes. */
type WaitUntil = (work: Promise<void>) => void;

/** Pages that are kept with this version: answered from there, so that page and scripts match. */
export function createPageAnswers(files: OfflineFiles) {
  const kept = new Set(
    languages.flatMap((language) => files.languages[language].map(({ path }) => path)),
  );

  const findOwn = (name: string) =>
    caches.match(name, { ignoreVary: true, cacheName: siteCache(files.version) });

  /** The page that says that one is not there; in another language where this one is not kept. */
  async function findMissing(language: Language): Promise<Response | undefined> {
    for (const each of [language, ...languages]) {
      const page = await findOwn(files.missing[each]);
      if (page) return page;
    }
    return undefined;
  }

  return async function answerPage(
    request: Request,
    path: string,
    waitUntil: WaitUntil,
  ): Promise<Response> {
    const name = [path, `${path}/`].find((known) => kept.has(known));
    const own = name === undefined ? undefined : await findOwn(name);
    if (own) return own;
    try {
      const response = await fetch(request);
      if (response.ok && !response.redirected) {
        const copy = response.clone();
        const write = (seen: Cache) => rememberPage(seen, path, copy);
        waitUntil(remember(files.version, seenPagesCache, write));
      }
      return response;
    } catch (unreachable) {
      const page =
        (await caches.match(path, { ignoreVary: true, cacheName: seenPagesCache })) ??
        (await findMissing(languageOf(path)));
      if (page) return page;
      throw unreachable;
    }
  };
}

/** Never rejects: an answer is the page's, whether or not there is room on the device to remember it. */
async function remember(
  version: string,
  cacheName: string,
  write: (cache: Cache) => Promise<void>,
): Promise<void> {
  try {
    const cache = await openKept(version, cacheName);
    if (cache) await write(cache);
  } catch {
    // The device is full, or its storage is broken.
  }
}

async function rememberPage(seen: Cache, path: string, page: Response): Promise<void> {
  // Put anew, it is the newest of the list.
  await seen.delete(path);
  await seen.put(path, page);
  const [oldest, ...others] = await seen.keys();
  if (oldest && others.length >= maxSeenPages) await seen.delete(oldest);
}

/** A file whose name changes with its content: any copy will do, also an earlier version's. */
export async function answerAsset(
  request: Request,
  files: OfflineFiles,
  waitUntil: WaitUntil,
): Promise<Response> {
  const known = await caches.match(request, { ignoreVary: true });
  if (known) return known;
  const response = await fetch(request);
  const { pathname } = new URL(request.url);
  const belongs = [...files.common, ...files.codecs].some(({ path }) => path === pathname);
  if (response.ok && belongs) {
    const copy = response.clone();
    const write = (cache: Cache) => cache.put(request, copy);
    waitUntil(remember(files.version, siteCache(files.version), write));
  }
  return response;
}

/**
 * A file of a fixed name: the server's while there is one, else the last seen. The key by which the
 * page verifies what the server signed is one of them; with a network the server's own word counts.
 */
export async function answerNewest(
  request: Request,
  cacheName: string,
  version: string,
  waitUntil: WaitUntil,
): Promise<Response> {
  try {
    const response = await fetch(request);
    if (response.ok) {
      const copy = response.clone();
      waitUntil(remember(version, cacheName, (cache) => cache.put(request, copy)));
    }
    return response;
  } catch (unreachable) {
    const known = await caches.match(request, { ignoreVary: true, cacheName });
    if (known) return known;
    throw unreachable;
  }
}
