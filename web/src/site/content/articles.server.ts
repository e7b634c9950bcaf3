import { languages, type Language } from '../pages/language.ts';
import { parseArticle, type ArticleSource } from './article-front-matter.ts';
import type { Badge } from '../pages/tags.ts';
import { articlePath } from './blog-paths.ts';
import { findContentImage } from './content-image.server.ts';
import { renderFigure } from './figure.server.ts';
import { resolveLink } from './links.server.ts';
import { renderInline, renderMarkdown, type Heading, type References } from './markdown.server.ts';

const sources = import.meta.glob<string>('/content/blog/*/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
});

const dataFiles = import.meta.glob<unknown>('/content/data/*.json', {
  import: 'default',
  eager: true,
});

export interface ArticleSummary {
  id: string;
  slug: string;
  path: string;
  title: string;
  description: string;
  date: string;
  updated: string | null;
  tags: ArticleSource['tags'];
  featured: Badge | null;
  minutes: number;
}

export interface Article extends ArticleSummary {
  searchTitle: string;
  html: string;
  headings: Heading[];
  faq: { q: string; a: string }[];
  hero: { url: string; width: number; height: number } | null;
  /** Paths of the article in every language that has it. */
  twins: Partial<Record<Language, string>>;
}

const wordsPerMinute = 220;

function readLanguage(language: Language): ArticleSource[] {
  const prefix = `/content/blog/${language}/`;
  const articles = Object.entries(sources)
    .filter(([file]) => file.startsWith(prefix))
    .map(([file, source]) => parseArticle(source, file));
  const seen = new Set<string>();
  for (const { id, slug } of articles) {
    if (seen.has(id))
      throw new Error(`${prefix}${slug}.md: another article of this language has the id ${id}`);
    seen.add(id);
  }
  // By the day that the lists show.
  return articles.sort((a, b) => dayOf(b).localeCompare(dayOf(a)) || a.slug.localeCompare(b.slug));
}

function dayOf({ date, updated }: ArticleSource): string {
  return updated ?? date;
}

const byLanguage: Record<Language, ArticleSource[]> = {
  en: readLanguage('en'),
  es: readLanguage('es'),
  pt: readLanguage('pt'),
  de: readLanguage('de'),
};

function summarize(source: ArticleSource, language: Language): ArticleSummary {
  const { id, slug, title, description, date, updated, tags, featured, markdown } = source;
  const minutes = Math.max(1, Math.round(markdown.split(/\s+/).length / wordsPerMinute));
  return {
    id,
    slug,
    path: articlePath(language, slug),
    title,
    description,
    date,
    updated: updated ?? null,
    tags,
    featured: featured ?? null,
    minutes,
  };
}

const summaries = new Map<Language, readonly ArticleSummary[]>();

/** Most recently written or revised first. */
export function listArticles(language: Language): readonly ArticleSummary[] {
  const kept = summaries.get(language);
  if (kept) return kept;
  const list = byLanguage[language].map((source) => summarize(source, language));
  summaries.set(language, list);
  return list;
}

// Cached, because the page, its social image and related pages need the same article.
const rendered = new Map<ArticleSource, Article>();

export function findArticle(language: Language, slug: string): Article | null {
  const source = byLanguage[language].find((article) => article.slug === slug);
  if (!source) return null;
  const article = rendered.get(source) ?? renderArticle(source, language);
  rendered.set(source, article);
  return article;
}

function renderArticle(source: ArticleSource, language: Language): Article {
  const file = `content/blog/${language}/${source.slug}.md`;
  const articlePathOf = (id: string) => {
    const target = byLanguage[language].find((article) => article.id === id);
    return target && articlePath(language, target.slug);
  };
  const references: References = {
    figure: (yaml) =>
      renderFigure(yaml, language, file, (name) => dataFiles[`/content/data/${name}.json`]),
    link: (url) => resolveLink(url, language, file, articlePathOf),
    image: (name) => requireImage(name, file),
  };
  const { html, headings } = renderMarkdown(source.markdown, references);
  const twins = Object.fromEntries(
    languages.flatMap((other) => {
      const twin = byLanguage[other].find((article) => article.id === source.id);
      return twin ? [[other, articlePath(other, twin.slug)]] : [];
    }),
  );
  return {
    ...summarize(source, language),
    searchTitle: source.searchTitle ?? source.title,
    html,
    headings,
    faq: source.faq.map(({ q, a }) => ({ q, a: renderInline(a, references) })),
    hero: source.hero === undefined ? null : requireImage(source.hero, file),
    twins,
  };
}

/** The article for an old address (`…-enhanced`). */
export function findAliased(language: Language, alias: string): string | null {
  const target = byLanguage[language].find((article) => article.aliases.includes(alias));
  return target ? articlePath(language, target.slug) : null;
}

/** Articles with the most common tags, newest first among equals. */
export function relatedTo(
  article: ArticleSummary,
  language: Language,
  count: number,
): ArticleSummary[] {
  const shared = (other: ArticleSummary) =>
    other.tags.filter((tag) => article.tags.includes(tag)).length;
  return listArticles(language)
    .filter((other) => other.id !== article.id)
    .toSorted((a, b) => shared(b) - shared(a))
    .slice(0, count);
}

function requireImage(name: string, file: string) {
  const image = findContentImage(name);
  if (!image) throw new Error(`${file}: content/images/${name} does not exist`);
  return image;
}
