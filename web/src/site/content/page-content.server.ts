import { operatorPlace, unsetFact } from '@stillpix/contract/operator';
import type { Language } from '../pages/language.ts';
import { listArticles } from './articles.server.ts';
import { fillDeveloperParts } from './developers-page.server.ts';
import { findContentImage } from './content-image.server.ts';
import { resolveLink } from './links.server.ts';
import { renderInline, renderMarkdown, type Heading, type References } from './markdown.server.ts';
import { parsePage } from './page-front-matter.ts';
import type { PageId } from '../pages/pages.ts';
import { addShippedPackages } from './licenses-page.server.ts';

/**
 * A question with its answer in HTML. `group` is a heading above this and the following questions.
 */
export interface AnsweredQuestion {
  q: string;
  a: string;
  group?: string | undefined;
}

export interface PageContent {
  title: string;
  description: string;
  heading: string;
  lede: string;
  facts: { name: string; value: string }[];
  steps: { title: string; text: string }[];
  faq: AnsweredQuestion[];
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

/** The server writes the operator into built pages. In development there is none. */
function leaveUnset(source: string, language: Language): string {
  return source.replace(operatorPlace, (_, fact: string) =>
    unsetFact(fact, `OPERATOR_${fact.replaceAll('-', '_')}`, language),
  );
}

export function readPageContent(id: PageId, language: Language): PageContent {
  const file = `/content/pages/${language}/${id}.md`;
  const source = sources[file];
  if (source === undefined) throw new Error(`${file} is missing`);
  const { markdown, ...data } = parsePage(
    import.meta.env.DEV ? leaveUnset(source, language) : source,
    file,
    language,
  );
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
  const { html, headings } = renderMarkdown(fillDeveloperParts(markdown), references);
  return {
    ...data,
    lede: renderInline(data.lede, references),
    steps: data.steps.map((step) => ({
      title: step.title,
      text: renderInline(step.text, references),
    })),
    faq: data.faq.map((question) => ({ ...question, a: renderInline(question.a, references) })),
    body: id === 'licenses' ? addShippedPackages(html) : html,
    headings,
  };
}
