import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { imageSize } from 'image-size';
import { renderFigure } from '../../src/site/content/figure.server.ts';
import { resolveLink } from '../../src/site/content/links.server.ts';
import {
  renderInline,
  renderMarkdown,
  type References,
} from '../../src/site/content/markdown.server.ts';
import { articlePath } from '../../src/site/content/blog-paths.ts';
import { contentFolder, listWords, type ReadArticle } from './read-articles.ts';

/** Below, a question is hardly answered; above, it is better two articles. */
const length = { min: 700, max: 2000 };
const imageBytes = 200_000;
const gramSize = 5;
const maxShared = 0.2;
const featuredCount = 3;

function readData(name: string): unknown {
  const file = join(contentFolder, 'data', `${name}.json`);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

function readImage(name: string) {
  const file = join(contentFolder, 'images', name);
  if (!existsSync(file)) throw new Error(`content/images/${name} does not exist`);
  if (statSync(file).size > imageBytes)
    throw new Error(`content/images/${name} is bigger than ${imageBytes / 1000} kB`);
  const { width, height } = imageSize(readFileSync(file));
  return { url: `/${name}`, width, height };
}

/** Renders as the build does, but goes on after a mistake, so that all are told at once. */
function render(article: ReadArticle, others: readonly ReadArticle[]) {
  const problems: string[] = [];
  const attempt = <T>(run: () => T, instead: T): T => {
    try {
      return run();
    } catch (error) {
      problems.push((error as Error).message.replace(`${article.file}: `, ''));
      return instead;
    }
  };
  const links: string[] = [];
  const articlePathOf = (id: string) => {
    const target = others.find((other) => other.id === id && other.language === article.language);
    if (target) links.push(id);
    return target && articlePath(article.language, target.slug);
  };
  const references: References = {
    figure: (yaml) =>
      attempt(() => renderFigure(yaml, article.language, article.file, readData), ''),
    link: (url) =>
      attempt(() => resolveLink(url, article.language, article.file, articlePathOf), '#'),
    image: (name) => attempt(() => readImage(name), { url: '', width: 1, height: 1 }),
  };
  const html = attempt(() => renderMarkdown(article.markdown, references).html, '');
  for (const { a } of article.faq) attempt(() => renderInline(a, references), '');
  if (article.hero !== undefined) references.image(article.hero);
  return { html, links, problems };
}

/** Headings that skip a level or share an anchor, and links to anchors that are not there. */
export function findHeadingProblems(html: string): string[] {
  const problems: string[] = [];
  const ids: string[] = [];
  let level = 1;
  for (const [, digit = '', , id] of html.matchAll(/<h([1-6])( id="([^"]*)")?/g)) {
    const next = Number(digit);
    if (next === 1) problems.push('the title is the only heading of the first level');
    else if (next > level + 1) problems.push(`a heading of level ${next} follows level ${level}`);
    level = next;
    if (id === undefined) continue;
    if (ids.includes(id)) problems.push(`two headings have the anchor #${id}`);
    ids.push(id);
  }
  for (const [, anchor = ''] of html.matchAll(/href="#(?!user-content)([^"]+)"/g))
    if (!ids.includes(decodeURIComponent(anchor)))
      problems.push(`no heading has the anchor #${anchor}`);
  return problems;
}

export function findImageProblems(html: string): string[] {
  return [...html.matchAll(/<img [^>]*>/g)].flatMap(([tag]) =>
    ['alt', 'width', 'height']
      .filter((name) => !new RegExp(` ${name}="[^"]+"`).test(tag))
      .map((name) => `an image has no ${name}: ${tag.slice(0, 80)}`),
  );
}

/** A quantity with a unit that only a measurement can give. */
const measured = /(\d+(?:[.,]\d+)?)\s?(?:[kM]B|KB|dB|ms|%)/gu;

/** Results typed into a figure's caption: in a figure, every measured number is one of its data file. */
export function findTypedResults(markdown: string): string[] {
  return [...markdown.matchAll(/```figure\n([\s\S]*?)```/g)].flatMap(([, block = '']) => {
    const name = /^data:\s*(\S+)/m.exec(block)?.[1] ?? '';
    const caption = /^caption:(.*)$/m.exec(block)?.[1] ?? '';
    const values = [...JSON.stringify(readData(name) ?? null).matchAll(/:(-?\d+(?:\.\d+)?)/g)];
    const known = new Set(values.map(([, value]) => Number(value)));
    return [...caption.matchAll(measured)]
      .filter(([, number = '']) => !known.has(Number(number.replace(',', '.'))))
      .map(([text]) => `the caption says ${text}, which ${name}.json does not hold`);
  });
}

function gramsOf(text: string): Set<string> {
  const words = listWords(text);
  const last = words.length - gramSize;
  return new Set(
    Array.from({ length: Math.max(0, last + 1) }, (_, index) =>
      words.slice(index, index + gramSize).join(' '),
    ),
  );
}

function overlap(a: Set<string>, b: Set<string>): number {
  const [fewer, more] = a.size < b.size ? [a, b] : [b, a];
  return fewer.size === 0 ? 0 : [...fewer].filter((gram) => more.has(gram)).length / fewer.size;
}

/** How much of the shorter text stands in the other too, in runs of five words: 0 to 1. */
export function sharedPart(a: string, b: string): number {
  return overlap(gramsOf(a), gramsOf(b));
}

function findRepetition(articles: readonly ReadArticle[]): string[] {
  const grams = articles.map(({ body }) => gramsOf(body));
  return articles.flatMap((article, index) =>
    articles.slice(index + 1).flatMap((other, distance) => {
      if (other.language !== article.language) return [];
      const part = overlap(grams[index]!, grams[index + 1 + distance]!);
      return part <= maxShared
        ? []
        : [`${article.file}: shares ${Math.round(part * 100)} % of its text with ${other.file}`];
    }),
  );
}

function findSharedWords(articles: readonly ReadArticle[]): string[] {
  const problems: string[] = [];
  for (const field of ['title', 'description', 'id'] as const) {
    const seen = new Map<string, string>();
    for (const article of articles) {
      const key = `${article.language} ${article[field]}`;
      const first = seen.get(key);
      if (first !== undefined) problems.push(`${article.file}: has the ${field} of ${first}`);
      else seen.set(key, article.file);
    }
  }
  const names = new Set(articles.map(({ language, slug }) => `${language}/${slug}`));
  for (const { file, language, aliases } of articles)
    for (const alias of aliases) {
      const name = `${language}/${alias}`;
      if (names.has(name)) problems.push(`${file}: the alias ${alias} is taken`);
      names.add(name);
    }
  return problems;
}

/** What is wrong with articles, each in a line that begins with the file. Spelling is another check. */
export function findProblems(articles: readonly ReadArticle[]): string[] {
  const linked = new Set<string>();
  const own = articles.flatMap((article) => {
    const { html, links, problems } = render(article, articles);
    for (const id of links) if (id !== article.id) linked.add(`${article.language} ${id}`);
    const count = listWords(article.body).length;
    if (count < length.min || count > length.max)
      problems.push(`has ${count} words; ${length.min} to ${length.max} are wanted`);
    if (new Set(links).size < 2) problems.push('links to fewer than two other articles');
    if (!/\(page:/.test(article.markdown)) problems.push('links to no tool or page of ours');
    problems.push(...findHeadingProblems(html), ...findImageProblems(html));
    problems.push(...findTypedResults(article.markdown));
    if (/<script|<iframe|\son\w+="/i.test(html)) problems.push('holds a script');
    return problems.map((problem) => `${article.file}: ${problem}`);
  });
  const lonely = articles
    .filter(({ language, id }) => !linked.has(`${language} ${id}`))
    .map(({ file }) => `${file}: no other article links to it`);
  const byLanguage = Map.groupBy(articles, ({ language }) => language);
  const featured = [...byLanguage].flatMap(([language, list]) => {
    const count = list.filter((article) => article.featured).length;
    return count === featuredCount
      ? []
      : [`content/blog/${language}: ${count} articles are featured; ${featuredCount} are wanted`];
  });
  return [
    ...own,
    ...lonely,
    ...featured,
    ...findSharedWords(articles),
    ...findRepetition(articles),
  ];
}
