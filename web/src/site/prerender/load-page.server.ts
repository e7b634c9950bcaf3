import { frameMessages } from '../../i18n/frame-messages.ts';
import { languages } from '../pages/language.ts';
import { describePage, findAddress } from '../pages/describe-page.ts';
import { origin } from './origin.server.ts';
import { readPageContent, type PageContent } from '../content/page-content.server.ts';
import type { Head, PageData } from '../pages/page-data.ts';
import { pageOf, type PageId } from '../pages/pages.ts';
import { socialImagePath } from '../pages/social-image-path.ts';
import { structuredData } from './structured-data.server.ts';

export interface LoadedPage {
  page: PageData;
  head: Head;
  content: PageContent;
}

/** The content of a page of the table, read from its Markdown at build time. */
export function loadPage(path: string): LoadedPage & { id: PageId } {
  const address = findAddress(path);
  if (!address) throw new Response('Not found', { status: 404 });
  const { id, language } = address;
  const content = readPageContent(id, language);
  const page = describePage(id, language, { ...content, names: frameMessages[language].pages });
  const head = describeHead(page, {
    index: !pageOf(id).private,
    type: 'website',
    jsonLd: structuredData(id, page, content),
  });
  return { id, page, head, content };
}

interface HeadOptions {
  index: boolean;
  type: Head['type'];
  jsonLd: object[];
  published?: string;
  modified?: string;
}

export function describeHead(page: PageData, options: HeadOptions): Head {
  const alternates = languages.flatMap((language) => {
    const path = page.alternates[language];
    return path === undefined ? [] : [{ language, href: origin + path }];
  });
  return {
    origin,
    canonical: origin + page.path,
    alternates,
    image: origin + socialImagePath(page.path),
    ...options,
  };
}
