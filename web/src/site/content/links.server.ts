import type { Language } from '../pages/language.ts';
import { findPath, isPageId, pageIds } from '../pages/pages.ts';

/**
 * Resolves links: `page:heic-to-jpg` and `article:understanding-heic-format` (by twin key) to the
 * address in the text's own language, `file:licenses.txt` to that of a file which the build writes
 * next to the pages. Everything else must be a full URL or an anchor.
 */
export function resolveLink(
  url: string,
  language: Language,
  where: string,
  articlePathOf: (id: string) => string | undefined,
): string {
  const [, kind, rest = ''] = /^(page|article|file):(.+)$/.exec(url) ?? [];
  if (kind === undefined) {
    if (/^(https:\/\/|mailto:|#)/.test(url)) return url;
    throw new Error(
      `${where}: write the link ${url} as page:…, article:…, file:…, https://… or #…`,
    );
  }
  if (kind === 'file') return `/${rest}`;
  const [name = '', anchor] = rest.split('#');
  const path = kind === 'page' ? findPagePath(name, language) : articlePathOf(name);
  if (!path) throw new Error(`${where}: there is no ${kind} ${name} in ${language}`);
  return anchor === undefined ? path : `${path}#${anchor}`;
}

function findPagePath(name: string, language: Language): string | undefined {
  return isPageId(name) && pageIds.includes(name) ? findPath(name, language) : undefined;
}
