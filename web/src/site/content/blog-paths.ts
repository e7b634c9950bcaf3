import type { Language } from '../pages/language.ts';
import type { ArticleSource, Tag } from './article-front-matter.ts';
import { pathOf } from '../pages/pages.ts';

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

/** A list of articles: all of them or those of a tag, cut into pages that count from 1. */
export interface BlogList {
  tag: Tag | null;
  page: number;
}

export function listPath(language: Language, { tag, page }: BlogList): string {
  const { page: pageWord, tag: tagWord } = segments[language];
  const base = pathOf('blog', language) + (tag === null ? '' : `/${tagWord}/${tag}`);
  return page === 1 ? base : `${base}/${pageWord}/${page}`;
}

/** Every list page that a language's articles fill. */
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
