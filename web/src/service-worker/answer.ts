import { isLanguage, languages, type Language } from '@stillpix/contract/languages';
import type { OfflineFiles } from './messages.ts';
import { root } from './root.ts';
import { openKept, seenPagesCache, siteCache } from './stores.ts';

/** A person hardly reads more pages than this. The least recently seen are removed first. */
const maxSeenPages = 60;

const languageOf = (path: string): Language => {
  const first = path.slice(root.length).split('/')[1];
  return isLanguage(first) ? first : 'en';
};

/** Keeps the worker alive for work that no response waits for, such as writing megabytes. */
type WaitUntil = (work: Promise<void>) => void;

/** Answers requests for pages that are kept with this version, so that page and scripts match. */
export function createPageAnswers(files: OfflineFiles) {
  const kept = new Set(
    languages.flatMap((language) => files.languages[language].map(({ path }) => path)),
  );

  const findOwn = (name: string) =>
    caches.match(name, { ignoreVary: true, cacheName: siteCache(files.version) });

  /** The "not found" page, in another language if this one is not kept. */
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

/** Never rejects, because the response does not depend on whether there is room to store it. */
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
  // Removed and put again, it becomes the newest of the list.
  await seen.delete(path);
  await seen.put(path, page);
  const [oldest, ...others] = await seen.keys();
  if (oldest && others.length >= maxSeenPages) await seen.delete(oldest);
}

/**
 * Answers with a file whose name changes with its content, so any copy will do, including an
 * earlier version's.
 */
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
 * Answers with a file of a fixed name: the server's if it can be reached, else the last one seen.
 * One such file is the key that verifies the server's signatures; with a network, the server's
 * current key is used.
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
