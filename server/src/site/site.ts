import { fallbackLanguage, findAcceptedLanguage, isLanguage } from '@stillpix/contract/languages';
import { errorCode } from '../error-code.ts';
import type { Log } from '../log.ts';
import { createFileAnswers } from './answer-file.ts';
import { listSiteFiles, type SiteFile } from './files.ts';
import type { OperatorFacts } from './operator-facts.ts';

/** Answers a GET or HEAD request for a page or file of the prerendered site. */
export type ServeSite = (request: Request) => Promise<Response>;

const notBuilt =
  'The API is running, but the site has not been built. Run "npm run build", then start again.\n';

/** Reads the list of files once. A new build needs a restart. */
export async function createSite(root: string, log: Log, facts: OperatorFacts): Promise<ServeSite> {
  let files = new Map<string, SiteFile>();
  try {
    files = await listSiteFiles(root, facts);
  } catch (error) {
    if (!(errorCode(error) === 'ENOENT')) throw error;
    log.warn('the site has not been built: only the API is served');
  }
  const answer = createFileAnswers();
  const redirects = new Map<SiteFile, string | null>();

  /**
   * Target of a page that the build wrote for an old address, for hosts without redirects. `null`
   * for others.
   */
  async function redirectOf(file: SiteFile): Promise<string | null> {
    let target = redirects.get(file);
    if (target === undefined) {
      const html = new TextDecoder().decode((await file.body('identity')).subarray(0, 500));
      target = /<meta http-equiv="refresh" content="0;url=(\/[^"/][^"]*)">/.exec(html)?.[1] ?? null;
      redirects.set(file, target);
    }
    return target;
  }

  async function notFound(request: Request, path: string): Promise<Response> {
    const first = path.split('/')[1];
    const language =
      (isLanguage(first) ? first : null) ??
      findAcceptedLanguage(request.headers.get('accept-language')) ??
      fallbackLanguage;
    for (const prefix of language === fallbackLanguage ? [''] : [`${language}/`, '']) {
      const page = files.get(`${prefix}404/index.html`) ?? files.get(`${prefix}404.html`);
      if (page === undefined) continue;
      const response = await answer(request, page, '/404', 404);
      response.headers.append('vary', 'accept-language');
      return response;
    }
    const text = files.size === 0 ? notBuilt : 'Page not found.\n';
    return new Response(request.method === 'HEAD' ? null : text, {
      status: 404,
      headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
    });
  }

  return async function serveSite(request) {
    const url = new URL(request.url);
    const path = decodePath(url.pathname);
    if (path === null) return notFound(request, '/');
    if (path === '/index.html' || path === '/') {
      const home = files.get('index.html');
      if (home !== undefined && path === '/') return answer(request, home, '/', 200);
    }
    const clean = path.replace(/\/+$/, '').replace(/\/index\.html$/, '');
    const page = files.get(clean === '' ? 'index.html' : `${clean.slice(1)}/index.html`);
    if (page !== undefined) {
      // The not-found page never answers 200, not even at its own address.
      if (/(?:^|\/)404$/.test(clean)) return notFound(request, path);
      const target = await redirectOf(page);
      if (target !== null)
        return new Response(null, { status: 301, headers: { location: target + url.search } });
      if (clean === path) return answer(request, page, path, 200);
      // `clean` is the name of one of our files, so it cannot lead to another host.
      return new Response(null, {
        status: 308,
        headers: {
          location: encodeURI(clean === '' ? '/' : clean) + url.search,
          'cache-control': 'no-cache',
        },
      });
    }
    const file = files.get(path.slice(1));
    return file === undefined || /(?:^|\/)404\.html$/.test(path)
      ? notFound(request, path)
      : answer(request, file, path, 200);
  };
}

function decodePath(pathname: string): string | null {
  try {
    const path = decodeURIComponent(pathname);
    return path.includes('\u0000') || path.includes('\\') ? null : path;
  } catch {
    return null;
  }
}
