import type { Element, ElementContent, Root as HtmlRoot } from 'hast';
import type { Root } from 'mdast';
import rehypeStringify from 'rehype-stringify';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';
import { visit } from 'unist-util-visit';

export interface Heading {
  id: string;
  text: string;
}

export interface Rendered {
  html: string;
  /** The second-level headings, for the table of contents. */
  headings: Heading[];
  words: number;
}

/** What a text may refer to. Each function throws for a name that does not exist. */
export interface References {
  /** HTML of a fenced `figure` block. */
  figure: (yaml: string) => string;
  /** Address of `page:…` and `article:…` links. */
  link: (url: string) => string;
  image: (name: string) => { url: string; width: number; height: number };
}

const noReferences: References = {
  figure: () => {
    throw new Error('Figures stand in articles only');
  },
  link: (url) => url,
  image: (name) => {
    throw new Error(`No image ${name} here`);
  },
};

function textOf(node: Element | ElementContent): string {
  if (node.type === 'text') return node.value;
  return 'children' in node ? node.children.map(textOf).join('') : '';
}

/** A table's column headings, which label the box that it scrolls in. */
function namesOf(table: Element): string {
  const names: string[] = [];
  visit(table, 'element', (node) => {
    if (node.tagName === 'th') names.push(textOf(node));
  });
  return names.filter((name) => name !== '').join(', ');
}

function slugOf(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{Diacritic}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}

/** A function and its result type may have the same slug: `thumbnail`, then `thumbnail-2`. */
function firstFree(slug: string, taken: ReadonlySet<string>): string {
  let candidate = slug;
  for (let count = 2; taken.has(candidate); count += 1) candidate = `${slug}-${count}`;
  return candidate;
}

/** Resolves our references to addresses and figures, and rejects raw HTML. */
function resolveReferences({ figure, link, image }: References) {
  return (tree: Root) => {
    visit(tree, (node, index, parent) => {
      if (node.type === 'html') throw new Error(`HTML in Markdown: ${node.value.slice(0, 60)}`);
      if (node.type === 'link') node.url = link(node.url);
      if (node.type === 'code' && node.lang === 'figure' && parent && index !== undefined) {
        parent.children[index] = { type: 'html', value: figure(node.value) };
        return index + 1;
      }
      if (node.type === 'image') {
        if (!node.alt) throw new Error(`The image ${node.url} has no alternative text`);
        const { url, width, height } = image(node.url);
        node.url = url;
        node.data = { hProperties: { width, height, loading: 'lazy', decoding: 'async' } };
      }
      return undefined;
    });
  };
}

/** Keeps a number and its unit on one line. */
function keepUnits(text: string): string {
  return text
    .replaceAll(/(\d) (?=(?:%|[kKMG]B|(?:US)?\$|€)(?!\p{Letter}))/gu, '$1\u00a0')
    .replaceAll(/(US\$|R\$) (?=\d)/g, '$1\u00a0');
}

/** Lets long names break only after an underscore. */
function breakNames(code: Element): void {
  const [first, ...parts] = textOf(code).split(/(?<=_)/);
  code.children = [{ type: 'text', value: first ?? '' }];
  for (const value of parts)
    code.children.push(
      { type: 'element', tagName: 'wbr', properties: {}, children: [] },
      { type: 'text', value },
    );
}

function finishHtml(headings: Heading[]) {
  return (tree: HtmlRoot) => {
    const ids = new Set<string>();
    visit(tree, 'text', (node, _, parent) => {
      const isCode = parent?.type === 'element' && parent.tagName === 'code';
      if (!isCode) node.value = keepUnits(node.value);
    });
    visit(tree, 'element', (node, index, parent) => {
      if (node.tagName === 'h2' || node.tagName === 'h3') {
        const text = textOf(node);
        const id = firstFree(slugOf(text), ids);
        ids.add(id);
        node.properties.id = id;
        if (node.tagName === 'h2') headings.push({ id, text });
      }
      // A picture alone in its paragraph becomes a figure. Its Markdown title is the caption.
      const only = node.children[0];
      if (
        node.tagName === 'p' &&
        node.children.length === 1 &&
        only?.type === 'element' &&
        only.tagName === 'img'
      ) {
        const caption = only.properties.title;
        delete only.properties.title;
        node.tagName = 'figure';
        node.properties.className = ['figure'];
        if (typeof caption === 'string') {
          node.children.push({
            type: 'element',
            tagName: 'figcaption',
            properties: {},
            children: [{ type: 'text', value: caption }],
          });
        }
      }
      if (node.tagName === 'td') {
        visit(node, { tagName: 'code' }, breakNames);
      }
      // The empty corner cell of a table is not a heading.
      if (node.tagName === 'th' && textOf(node) === '') node.tagName = 'td';
      // Long lines scroll sideways, which must be possible by keyboard, too.
      if (node.tagName === 'pre') node.properties.tabIndex = 0;
      if (node.tagName === 'table' && parent && index !== undefined) {
        const scroll: Element = {
          type: 'element',
          tagName: 'div',
          // On a narrow screen it scrolls sideways.
          properties: {
            className: ['scroll'],
            tabIndex: 0,
            role: 'group',
            ariaLabel: namesOf(node),
          },
          children: [node],
        };
        parent.children[index] = scroll;
        return index + 1;
      }
      return undefined;
    });
  };
}

export function renderMarkdown(source: string, references: References = noReferences): Rendered {
  const headings: Heading[] = [];
  const html = unified()
    .use(remarkParse)
    .use(remarkGfm)
    .use(resolveReferences, references)
    .use(remarkRehype, { allowDangerousHtml: true })
    .use(finishHtml, headings)
    .use(rehypeStringify, { allowDangerousHtml: true })
    .processSync(source);
  const words = source.split(/\s+/).filter((word) => /\p{Letter}/u.test(word)).length;
  return { html: String(html), headings, words };
}

/** For single lines (answers, steps): a single paragraph gets no <p>. */
export function renderInline(source: string, references: References): string {
  const html = renderMarkdown(source, references).html.trim();
  const only = /^<p>([\s\S]*)<\/p>$/.exec(html)?.[1];
  return only !== undefined && !only.includes('<p>') ? only : html;
}
