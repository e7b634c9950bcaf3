import { isLanguage, languages, type Language } from '@stillpix/contract/languages';
import type { OfflineFiles } from './messages.ts';
import { root } from './root.ts';
import { isKept, seenPagesCache, siteCache } from './stores.ts';

/** More pages than this were hardly read by one person; the longest seen go first. */
const maxSeenPages = 60;

const languageOf = (path: string): Language => {
  const first = path.slice(root.length).split('/')[1];
  return isLanguage(first) ? first : 'en';
};

/** Pages that are kept with this version: answered from there, so that page and scripts match. */
export function createPageAnswers(files: OfflineFiles) {
  const kept = new Set(
    languages.flatMap((language) => files.languages[language].map(({ path }) => path)),
  );

  return async function answerPage(request: Request, path: string): Promise<Response> {
    const findOwn = (name: string) =>
      caches.match(name, { ignoreVary: true, cacheName: siteCache(files.version) });
    const name = [path, `${path}/`].find((known) => kept.has(known));
    const own = name === undefined ? undefined : await findOwn(name);
    if (own) return own;
    try {
      const response = await fetch(request);
      if (response.ok && !response.redirected && (await isKept(files.version)))
        await rememberPage(path, response.clone());
      return response;
    } catch (unreachable) {
      const page =
        (await caches.match(path, { ignoreVary: true, cacheName: seenPagesCache })) ??
        (await findOwn(files.missing[languageOf(path)]));
      if (page) return page;
      throw unreachable;
    }
  };
}

async function rememberPage(path: string, page: Response): Promise<void> {
  const seen = await caches.open(seenPagesCache);
  // Put anew, it is the newest of the list.
  await seen.delete(path);
  await seen.put(path, page);
  const [oldest, ...others] = await seen.keys();
  if (oldest && others.length >= maxSeenPages) await seen.delete(oldest);
}

/** A file whose name changes with its content: any copy will do, also an earlier version's. */
export async function answerAsset(request: Request, files: OfflineFiles): Promise<Response> {
  const known = await caches.match(request, { ignoreVary: true });
  if (known) return known;
  const response = await fetch(request);
  const { pathname } = new URL(request.url);
  const belongs = [...files.common, ...files.codecs].some(({ path }) => path === pathname);
  if (response.ok && belongs && (await isKept(files.version))) {
    const cache = await caches.open(siteCache(files.version));
    await cache.put(request, response.clone());
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
): Promise<Response> {
  try {
    const response = await fetch(request);
    if (response.ok && (await isKept(version))) {
      const cache = await caches.open(cacheName);
      await cache.put(request, response.clone());
    }
    return response;
  } catch (unreachable) {
    const known = await caches.match(request, { ignoreVary: true, cacheName });
    if (known) return known;
    throw unreachable;
  }
}
