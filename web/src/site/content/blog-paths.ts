import type { Language } from '../pages/language.ts';
import type { ArticleSource } from './article-front-matter.ts';
import { pathOf } from '../pages/pages.ts';
import { oldTagSlug, tagSlug, type Tag } from '../pages/tags.ts';

export const articlesPerPage = 12;

const segments: Record<Language, { page: string; tag: string }> = {
  en: { page: 'page', tag: 'tag' },
  es: { page: 'pagina', tag: 'tema' },
  pt: { page: 'pagina', tag: 'tema' },
  de: { page: 'seite', tag: 'thema' },
};

export function articlePath(language: Language, slug: string): string {
  return `${pathOf('blog', language)}/${slug}`;
}

export function feedPath(language: Language): string {
  return `${pathOf('blog', language)}/feed.xml`;
}

/** A list of all articles or those with a tag, in pages that count from 1. */
export interface BlogList {
  tag: Tag | null;
  page: number;
}

function pathWith(language: Language, slug: string | null, page: number): string {
  const { page: pageWord, tag: tagWord } = segments[language];
  const base = pathOf('blog', language) + (slug === null ? '' : `/${tagWord}/${slug}`);
  return page === 1 ? base : `${base}/${pageWord}/${page}`;
}

export function listPath(language: Language, { tag, page }: BlogList): string {
  return pathWith(language, tag && tagSlug(tag, language), page);
}

/** The list's address from before tags were translated; null if it has not changed. */
export function oldListPath(language: Language, list: BlogList): string | null {
  const path = pathWith(language, list.tag && oldTagSlug(list.tag), list.page);
  return path === listPath(language, list) ? null : path;
}

/** Later pages of a list, and lists of one or two articles, are not for search engines. */
export function isForSearch({ tag, page }: BlogList, articleCount: number): boolean {
  return page === 1 && (tag === null || articleCount >= 3);
}

/** All list pages of a language's articles. */
export function listBlogLists(articles: readonly Pick<ArticleSource, 'tags'>[]): BlogList[] {
  const used = new Set(articles.flatMap((article) => article.tags));
  return [null, ...used].flatMap((tag) => {
    const count =
      tag === null
        ? articles.length
        : articles.filter((article) => article.tags.includes(tag)).length;
    const pageCount = Math.max(1, Math.ceil(count / articlesPerPage));
    return Array.from({ length: pageCount }, (_, index) => ({ tag, page: index + 1 }));
  });
}
