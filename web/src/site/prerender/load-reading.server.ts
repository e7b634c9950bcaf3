import { redirect } from 'react-router';
import { frameMessages } from '../../i18n/frame-messages.ts';
import { languageOfPath, languages, type Language } from '../pages/language.ts';
import { readingMessages } from '../../i18n/reading-messages.ts';
import type { ArticleView } from '../blog/article-page.tsx';
import { findAliased, findArticle, listArticles, relatedTo } from '../content/articles.server.ts';
import type { BlogListView } from '../blog/blog-list.tsx';
import {
  articlesPerPage,
  isForSearch,
  listBlogLists,
  listPath,
  oldListPath,
  type BlogList,
} from '../content/blog-paths.ts';
import { findAddress } from '../pages/describe-page.ts';
import { describeHead, loadPage, type LoadedPage } from './load-page.server.ts';
import type { Head, PageData } from '../pages/page-data.ts';
import { pageOf, pathOf, type PageId } from '../pages/pages.ts';
import type { NamedLink } from '../text/sitemap-links.tsx';
import { tagIds } from '../pages/tags.ts';
import { articleData, breadcrumbList, faqPage } from './structured-data.server.ts';

export type Reading =
  | ({ kind: 'page'; id: PageId; articles: readonly NamedLink[] } & LoadedPage)
  | { kind: 'blog'; page: PageData; head: Head; view: BlogListView }
  | { kind: 'article'; page: PageData; head: Head; view: ArticleView };

/**
 * The content of a path that needs no JavaScript: a page of the table, a list of articles, or an
 * article.
 */
export function loadReading(requested: string): Reading {
  const path = requested.length > 1 ? requested.replace(/\/$/, '') : requested;
  const address = findAddress(path);
  const language = languageOfPath(path);
  if (address && address.id !== 'blog') {
    const isSitemap = pageOf(address.id).template === 'sitemap';
    const articles = isSitemap
      ? listArticles(language).map(({ title, path: to }) => ({ name: title, path: to }))
      : [];
    return { kind: 'page', articles, ...loadPage(path) };
  }
  const list = findList(language, path);
  if (list) return readList(language, list);
  const slug = path.slice(pathOf('blog', language).length + 1);
  const article = findArticle(language, slug);
  if (article) return readArticle(language, article);
  const target = findAliased(language, slug) ?? findMovedList(language, path);
  if (target !== null) throw redirect(target, 301);
  throw new Response('Not found', { status: 404 });
}

function findList(language: Language, path: string): BlogList | undefined {
  return listBlogLists(listArticles(language)).find((list) => listPath(language, list) === path);
}

function findMovedList(language: Language, path: string): string | null {
  const lists = listBlogLists(listArticles(language));
  const list = lists.find((candidate) => oldListPath(language, candidate) === path);
  return list ? listPath(language, list) : null;
}

function articlesOf(language: Language, { tag }: BlogList) {
  return listArticles(language).filter((article) => tag === null || article.tags.includes(tag));
}

function readList(language: Language, list: BlogList): Reading {
  const { blog, tags } = readingMessages[language];
  const fitting = articlesOf(language, list);
  const first = (list.page - 1) * articlesPerPage;
  const subject = list.tag === null ? blog.title : `${blog.tagTitle(tags[list.tag])} · Stillpix`;
  const path = listPath(language, list);
  const alternates = Object.fromEntries(
    languages
      .filter((other) => findList(other, listPath(other, list)))
      .map((other) => [other, listPath(other, list)]),
  );
  const names = frameMessages[language].pages;
  const page: PageData = {
    id: 'blog',
    language,
    path,
    title: list.page === 1 ? subject : blog.pageTitle(subject, list.page),
    description: list.tag === null ? blog.description : blog.tagDescription(tags[list.tag]),
    alternates,
    crumbs: [
      { name: names.home, path: pathOf('home', language) },
      { name: names.blog, path: pathOf('blog', language) },
      ...(list.tag === null ? [] : [{ name: tags[list.tag], path }]),
    ],
  };
  if (list.page > 1)
    page.description = blog.pageTitle(page.description.replace(/\.$/, ''), list.page);
  const used = new Set(listArticles(language).flatMap((article) => article.tags));
  const view: BlogListView = {
    list,
    pageCount: Math.max(1, Math.ceil(fitting.length / articlesPerPage)),
    articles: fitting.slice(first, first + articlesPerPage),
    featured:
      list.tag === null && list.page === 1
        ? listArticles(language)
            .filter((article) => article.featured)
            .slice(0, 3)
        : [],
    tags: tagIds.filter((tag) => used.has(tag)),
  };
  const head = describeHead(page, {
    index: isForSearch(list, fitting.length),
    type: 'website',
    jsonLd: [breadcrumbList(page)],
  });
  return { kind: 'blog', page, head, view };
}

function readArticle(
  language: Language,
  article: NonNullable<ReturnType<typeof findArticle>>,
): Reading {
  const names = frameMessages[language].pages;
  const page: PageData = {
    id: `article:${article.id}`,
    language,
    path: article.path,
    title:
      article.searchTitle.length <= 54 ? `${article.searchTitle} · Stillpix` : article.searchTitle,
    description: article.description,
    // For an article without a translation, the language switcher leads to that language's blog.
    alternates: article.twins,
    crumbs: [
      { name: names.home, path: pathOf('home', language) },
      { name: names.blog, path: pathOf('blog', language) },
      { name: article.title, path: article.path },
    ],
  };
  const jsonLd = [
    articleData(page, {
      ...article,
      keywords: article.tags.map((tag) => readingMessages[language].tags[tag]),
    }),
    breadcrumbList(page),
    ...(article.faq.length > 0 ? [faqPage(article.faq, language)] : []),
  ];
  const head = describeHead(page, {
    index: true,
    type: 'article',
    jsonLd,
    published: article.date,
    ...(article.updated === null ? {} : { modified: article.updated }),
  });
  return {
    kind: 'article',
    page,
    head,
    view: { article, related: relatedTo(article, language, 3) },
  };
}
