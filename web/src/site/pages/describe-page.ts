import { languages, type Language } from './language.ts';
import type { PageData } from './page-data.ts';
import { findPath, listAddresses, pageOf, pathOf, type PageAddress, type PageId } from './pages.ts';

const byPath = new Map(listAddresses().map((address) => [address.path, address]));

/** The page at a path, with or without a trailing slash. */
export function findAddress(path: string): PageAddress | undefined {
  return byPath.get(path.length > 1 ? path.replace(/\/$/, '') : path);
}

interface PageWords {
  title: string;
  description: string;
  names: Record<PageId, string>;
}

export function describePage(
  id: PageId,
  language: Language,
  { title, description, names }: PageWords,
): PageData {
  const alternates = Object.fromEntries(
    languages.flatMap((other) => {
      const path = findPath(id, other);
      return path === undefined ? [] : [[other, path]];
    }),
  );
  const parent = pageOf(id).parent;
  const trail: PageId[] = id === 'home' ? ['home'] : ['home', ...(parent ? [parent] : []), id];
  const crumbs = trail.map((step) => ({ name: names[step], path: pathOf(step, language) }));
  return { id, language, path: pathOf(id, language), title, description, alternates, crumbs };
}
