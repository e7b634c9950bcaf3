import { languages } from '../pages/language.ts';
import { findArticle, listArticles } from '../content/articles.server.ts';
import { describeHead, loadPage } from './load-page.server.ts';
import type { Head, PageData } from '../pages/page-data.ts';
import { listAddresses, pageOf } from '../pages/pages.ts';

export interface Listed {
  page: Pick<PageData, 'path' | 'title' | 'description' | 'language' | 'id'>;
  alternates: Head['alternates'];
  modified: string | null;
}

/** Every page that is announced to search engines and other machines. */
export function listPublicPages(): Listed[] {
  const pages = listAddresses()
    .filter(({ id, alias }) => !alias && !pageOf(id).private)
    .map(({ path }) => {
      const { page, head, content } = loadPage(path);
      return { page, alternates: head.alternates, modified: content.updated ?? null };
    });
  const articles = languages.flatMap((language) =>
    listArticles(language).map((summary) => {
      const alternates = findArticle(language, summary.slug)?.twins ?? {};
      const page: PageData = {
        ...summary,
        id: `article:${summary.id}`,
        language,
        alternates,
        crumbs: [],
      };
      const head = describeHead(page, { index: true, type: 'article', jsonLd: [] });
      return { page, alternates: head.alternates, modified: summary.updated ?? summary.date };
    }),
  );
  return [...pages, ...articles];
}
