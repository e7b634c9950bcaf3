import { z } from 'zod';
import type { Language } from '../pages/language.ts';
import { listArticles } from './articles.server.ts';
import { findContentImage } from './content-image.server.ts';
import { resolveLink } from './links.server.ts';
import { renderInline, renderMarkdown, type Heading, type References } from './markdown.server.ts';
import type { PageId } from '../pages/pages.ts';
import { addShippedPackages } from './licenses-page.server.ts';
import { readSource } from './references.ts';

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
  headings: Heading[];
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
  const { data, content } = readSource(source, file, language);
  const checked = frontMatter.safeParse(data);
  if (!checked.success) throw new Error(`${file}: ${z.prettifyError(checked.error)}`);
  const references: References = {
    figure: () => {
      throw new Error(`${file}: figures stand in articles only`);
    },
    link: (url) =>
      resolveLink(
        url,
        language,
        file,
        (articleId) => listArticles(language).find((article) => article.id === articleId)?.path,
      ),
    image: (name) => {
      const image = findContentImage(name);
      if (!image) throw new Error(`${file}: content/images/${name} does not exist`);
      return image;
    },
  };
  const { html, headings } = renderMarkdown(content, references);
  return {
    ...checked.data,
    lede: renderInline(checked.data.lede, references),
    steps: checked.data.steps.map((step) => ({
      title: step.title,
      text: renderInline(step.text, references),
    })),
    faq: checked.data.faq.map(({ q, a }) => ({ q, a: renderInline(a, references) })),
    body: id === 'licenses' ? addShippedPackages(html) : html,
    headings,
  };
}
