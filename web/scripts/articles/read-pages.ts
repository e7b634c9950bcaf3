import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { languages, type Language } from '../../src/site/pages/language.ts';
import { resolveLink } from '../../src/site/content/links.server.ts';
import { renderInline, renderMarkdown } from '../../src/site/content/markdown.server.ts';
import { parsePage } from '../../src/site/content/page-front-matter.ts';
import { contentFolder, textOfMarkdown, type ReadArticle } from './read-articles.ts';

export interface ReadPage {
  language: Language;
  /** From the workspace's root: `content/pages/en/faq.md`. */
  file: string;
  /** Everything with words in it. */
  words: string;
}

/** Pages of all languages, with what is wrong in those that cannot be read or link to nothing. */
export function readAllPages(articles: readonly ReadArticle[]): {
  pages: ReadPage[];
  problems: string[];
} {
  const pages: ReadPage[] = [];
  const problems: string[] = [];
  for (const language of languages) {
    const known = new Set(articles.filter((a) => a.language === language).map(({ id }) => id));
    for (const name of readdirSync(join(contentFolder, 'pages', language)).sort()) {
      const file = `content/pages/${language}/${name}`;
      const source = readFileSync(join(contentFolder, 'pages', language, name), 'utf8');
      try {
        pages.push({ language, file, words: readWords(source, file, language, known) });
      } catch (error) {
        problems.push(error instanceof Error ? error.message : String(error));
      }
    }
  }
  return { pages, problems };
}

function readWords(
  source: string,
  file: string,
  language: Language,
  articles: ReadonlySet<string>,
): string {
  const { markdown, ...data } = parsePage(source, file, language);
  const { title, description, heading, lede, facts, steps, faq } = data;
  const inline = [lede, ...steps.map(({ text }) => text), ...faq.map(({ a }) => a)];
  const link = (url: string) =>
    resolveLink(url, language, file, (id) => (articles.has(id) ? '/' : undefined));
  const references = { figure: refuse, link, image: refuse };
  renderMarkdown(markdown, references);
  for (const text of inline) renderInline(text, references);
  return [
    title,
    description,
    heading,
    ...facts.flatMap(({ name, value }) => [name, value]),
    ...steps.map((step) => step.title),
    ...faq.map(({ q }) => q),
    ...inline.map(textOfMarkdown),
    textOfMarkdown(markdown),
  ].join('\n');
}

function refuse(): never {
  throw new Error('pages show no figures and pictures');
}
