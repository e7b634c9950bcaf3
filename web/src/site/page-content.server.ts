import matter from 'gray-matter';
import { z } from 'zod';
import type { Language } from '../i18n/language.ts';
import { renderInline, renderMarkdown } from './markdown.server.ts';
import type { PageId } from './pages.ts';

const frontMatter = z.strictObject({
  /** For search results: 15 to 65 characters. */
  title: z.string().min(10).max(65),
  /** For search results: 70 to 165 characters. */
  description: z.string().min(70).max(165),
  heading: z.string(),
  lede: z.string(),
  /** A table for those who skim: short facts in the margin. */
  facts: z.array(z.strictObject({ name: z.string(), value: z.string() })).default([]),
  steps: z.array(z.strictObject({ title: z.string(), text: z.string() })).default([]),
  faq: z.array(z.strictObject({ q: z.string(), a: z.string() })).default([]),
  /** Day on which the text was last true, shown on legal pages. */
  updated: z.iso.date().optional(),
});

export interface PageContent {
  title: string;
  description: string;
  heading: string;
  lede: string;
  facts: { name: string; value: string }[];
  steps: { title: string; text: string }[];
  faq: { q: string; a: string }[];
  updated?: string | undefined;
  /** HTML of the text below. */
  body: string;
}

const sources = import.meta.glob<string>('/content/pages/*/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
});

export function readPageContent(id: PageId, language: Language): PageContent {
  const file = `/content/pages/${language}/${id}.md`;
  const source = sources[file];
  if (source === undefined) throw new Error(`${file} is missing`);
  const { data, content } = matter(source);
  const checked = frontMatter.safeParse(data);
  if (!checked.success) throw new Error(`${file}: ${z.prettifyError(checked.error)}`);
  return {
    ...checked.data,
    steps: checked.data.steps.map((step) => ({ title: step.title, text: renderInline(step.text) })),
    faq: checked.data.faq.map(({ q, a }) => ({ q, a: renderInline(a) })),
    body: renderMarkdown(content),
  };
}
