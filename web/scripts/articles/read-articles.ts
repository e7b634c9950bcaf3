import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import matter from 'gray-matter';
import type { Root, RootContent } from 'mdast';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { visit } from 'unist-util-visit';
import { languages, type Language } from '../../src/site/pages/language.ts';
import { parseArticle, type ArticleSource } from '../../src/site/content/article-front-matter.ts';

/** An article as it stands in its file, with the text that people read. */
export interface ReadArticle extends ArticleSource {
  language: Language;
  /** From the workspace's root: `content/blog/en/a-slug.md`. */
  file: string;
  /** What Markdown shows as running text, tables included; no code, addresses or figures. */
  body: string;
  /** Everything with words in it: body, title, description, questions, captions, descriptions of pictures. */
  words: string;
}

export const contentFolder = join(import.meta.dirname, '../../content');

const parser = unified().use(remarkParse).use(remarkGfm);
const blocks = new Set(['paragraph', 'heading', 'tableCell', 'listItem', 'image']);

/** Text of a tree; parts that belong together stay together, blocks end in a line of their own. */
function textOf(tree: Root, extras: boolean): string {
  const parts: string[] = [];
  const take = (node: Root | RootContent): void => {
    if (node.type === 'text') parts.push(node.value);
    else if (node.type === 'image' && extras) parts.push(node.alt ?? '', '\n', node.title ?? '');
    else if (node.type === 'code' && node.lang === 'figure' && extras) {
      const { caption } = matter(`---\n${node.value}\n---\n`).data as { caption?: string };
      parts.push(`${caption ?? ''}\n`);
    } else if ('children' in node) for (const child of node.children) take(child);
    // An autolink's text is its address.
    if (blocks.has(node.type)) parts.push('\n');
  };
  visit(tree, 'link', (link) => {
    const [only] = link.children;
    if (only?.type === 'text' && /^(https?:\/\/|www\.)/.test(only.value)) link.children = [];
  });
  take(tree);
  return parts.join('');
}

/** What Markdown shows as words, descriptions of pictures included. */
export function textOfMarkdown(markdown: string): string {
  return textOf(parser.parse(markdown), true);
}

export function readArticle(source: string, language: Language, file: string): ReadArticle {
  const article = parseArticle(source, file);
  const parse = (markdown: string) => parser.parse(markdown);
  const { title, searchTitle, description, faq, markdown } = article;
  const questions = faq.flatMap(({ q, a }) => [q, textOf(parse(a), true)]);
  const words = [title, searchTitle ?? '', description, ...questions];
  return {
    ...article,
    language,
    file,
    body: textOf(parse(markdown), false),
    words: [...words, textOf(parse(markdown), true)].join('\n'),
  };
}

/** Articles of all languages; files that cannot be read come back as problems. */
export function readAllArticles(): { articles: ReadArticle[]; problems: string[] } {
  const articles: ReadArticle[] = [];
  const problems: string[] = [];
  for (const language of languages) {
    const folder = join(contentFolder, 'blog', language);
    for (const name of existsSync(folder) ? readdirSync(folder).sort() : []) {
      if (!name.endsWith('.md')) continue;
      const file = `content/blog/${language}/${name}`;
      try {
        articles.push(readArticle(readFileSync(join(folder, name), 'utf8'), language, file));
      } catch (error) {
        problems.push(error instanceof Error ? error.message : String(error));
      }
    }
  }
  return { articles, problems };
}

/** The running text as words: runs of letters and digits, small. */
export function listWords(text: string): string[] {
  return text.toLowerCase().match(/[\p{Letter}\p{Mark}\p{Number}]+/gu) ?? [];
}
