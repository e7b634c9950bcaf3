import rehypeStringify from 'rehype-stringify';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';

const processor = unified().use(remarkParse).use(remarkGfm).use(remarkRehype).use(rehypeStringify);

export function renderMarkdown(source: string): string {
  return String(processor.processSync(source));
}

/** For single lines (answers, steps): no paragraph around them when there is only one. */
export function renderInline(source: string): string {
  const html = renderMarkdown(source).trim();
  const only = /^<p>([\s\S]*)<\/p>$/.exec(html)?.[1];
  return only !== undefined && !only.includes('<p>') ? only : html;
}
