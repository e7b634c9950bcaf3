import { edition } from './edition.ts';
import { languages, type Language } from './language.ts';
import { type NavPlace, type Page, pages, type Template } from './page-table.ts';
import { toAddress } from './site-path.ts';

export type { FeatureName, FormatName, NavPlace, Page, ToolKind } from './page-table.ts';

/** The parts of pages that React renders in the browser (src/islands). */
export type IslandName = 'home' | 'tool' | 'tools' | 'plain' | 'feature';

/** Templates whose pages have such a part. All others have no React. */
const islands: Partial<Record<Template, IslandName>> = {
  home: 'home',
  tool: 'tool',
  tools: 'tools',
  pricing: 'plain',
  feature: 'feature',
};

export type PageId = keyof typeof pages;

export function isPageId(id: string): id is PageId {
  return id in pages;
}

/** The pages of this edition. */
export const pageIds: PageId[] = Object.keys(pages)
  .filter(isPageId)
  .filter((id) => edition === 'served' || pageOf(id).served !== true);

/** The row of a page, including optional fields that the literal type hides. */
export function pageOf(id: PageId): Page {
  return pages[id];
}

export function findPath(id: PageId, language: Language): string | undefined {
  const path = pageOf(id).paths[language];
  return path === undefined ? undefined : toAddress(path);
}

/** The path of a page in a language, or in English if it has no translation. */
export function pathOf(id: PageId, language: Language): string {
  const path = findPath(id, language) ?? findPath(id, 'en');
  if (path === undefined) throw new Error(`Page ${id} has no path`);
  return path;
}

export function findIsland(id: PageId): IslandName | undefined {
  return islands[pageOf(id).template];
}

export function isInteractive(id: PageId): boolean {
  return findIsland(id) !== undefined;
}

export function pagesIn(place: NavPlace): PageId[] {
  return pageIds.filter((id) => pageOf(id).nav?.includes(place));
}

/** Whether the browser may connect to the payment provider from this address. */
export function isPaymentPath(path: string): boolean {
  return listAddresses().some((address) => address.path === path && pageOf(address.id).payment);
}

export interface PageAddress {
  id: PageId;
  language: Language;
  path: string;
  alias: boolean;
}

/** Every address of the table, including aliases. */
export function listAddresses(): PageAddress[] {
  return pageIds.flatMap((id) => {
    const page = pageOf(id);
    const own = languages.flatMap((language) => {
      const path = page.paths[language];
      return path === undefined ? [] : [{ id, language, path, alias: false }];
    });
    const aliases = (page.aliases ?? []).map((path) => ({
      id,
      language: 'en' as const,
      path,
      alias: true,
    }));
    return [...own, ...aliases];
  });
}

/** Pages that work without a network after one visit: the tools, and the fallback page. */
export function listOfflinePages(language: Language): string[] {
  const templates: readonly Template[] = ['home', 'tool', 'tools'];
  return pageIds
    .filter((id) => templates.includes(pageOf(id).template) || id === 'offline')
    .flatMap((id) => findPath(id, language) ?? []);
}

/** The web application manifest in a language. */
export const manifestPath = (language: Language) =>
  `${language === 'en' ? '' : `/${language}`}/site.webmanifest`;
