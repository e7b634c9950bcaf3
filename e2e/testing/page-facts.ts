import { expect, type APIRequestContext } from '@playwright/test';

/** What a page says of itself in its HTML. */
export interface PageFacts {
  path: string;
  language: string | undefined;
  title: string;
  description: string;
  canonical: string;
  alternates: { language: string; href: string }[];
  headings: number;
  links: string[];
  structured: string[];
  scripts: number;
  hidden: boolean;
}

function decode(text: string): string {
  return text
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}

/** What the HTML says as it is sent, before any script runs. */
export function readFacts(path: string, html: string): PageFacts {
  const first = (pattern: RegExp) => decode(pattern.exec(html)?.[1] ?? '');
  const pathOf = (href: string) => new URL(decode(href), 'http://here').pathname;
  return {
    path,
    language: /<html lang="([^"]+)"/.exec(html)?.[1],
    title: first(/<title>([^<]*)<\/title>/),
    description: first(/<meta name="description" content="([^"]*)"/),
    canonical: pathOf(first(/<link rel="canonical" href="([^"]*)"/)),
    alternates: [...html.matchAll(/<link rel="alternate" hrefLang="([^"]+)" href="([^"]+)"/gi)].map(
      ([, language = '', href = '']) => ({ language, href: pathOf(href) }),
    ),
    headings: html.match(/<h1[\s>]/g)?.length ?? 0,
    links: [...html.matchAll(/<a [^>]*?href="(\/[^"#?]*)/g)].map(([, href = '']) => decode(href)),
    structured: [
      ...html.matchAll(/<script type="application\/ld\+json">([\s\S]*?)<\/script>/g),
    ].map(([, json = '']) => json),
    scripts: html.match(/<script[^>]*type="module"/g)?.length ?? 0,
    hidden: html.includes('<meta name="robots" content="noindex"'),
  };
}

export async function readPage(request: APIRequestContext, path: string): Promise<PageFacts> {
  const response = await request.get(path);
  expect(response.status(), path).toBe(200);
  return readFacts(path, await response.text());
}

/** The paths of all pages for search engines. */
export async function listSitemap(request: APIRequestContext): Promise<string[]> {
  const xml = await (await request.get('/sitemap.xml')).text();
  return [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, href = '']) => new URL(href).pathname);
}
