import { useMatches } from 'react-router';
import type { Language } from './language.ts';

/** A page's description of itself. Every page's loader returns one at build time. */
export interface PageData {
  id: string;
  language: Language;
  path: string;
  title: string;
  description: string;
  /** Paths of this page in the languages that have it, including its own. */
  alternates: Partial<Record<Language, string>>;
  crumbs: readonly { name: string; path: string }[];
}

/** For search engines and social networks, with absolute addresses. */
export interface Head {
  origin: string;
  canonical: string;
  alternates: readonly { language: Language; href: string }[];
  image: string;
  index: boolean;
  type: 'website' | 'article';
  jsonLd: object[];
  published?: string;
  modified?: string;
}

/** The page data of the deepest route that has any. */
export function usePageData(): PageData | undefined {
  const found = useMatches().findLast((match) => hasPage(match.loaderData));
  return found && hasPage(found.loaderData) ? found.loaderData.page : undefined;
}

export function hasPage(data: unknown): data is { page: PageData; head: Head } {
  return typeof data === 'object' && data !== null && 'page' in data;
}
