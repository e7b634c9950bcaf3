import type { MetaDescriptor } from 'react-router';
import { locales } from '../i18n/language.ts';
import { brand } from './brand.ts';
import type { Head, PageData } from './page-data.ts';

/** A route's `meta` export: everything in the head that differs by page. */
export function pageMeta({
  loaderData,
}: {
  loaderData?: { page: PageData; head: Head } | undefined;
}): MetaDescriptor[] {
  if (!loaderData) return [];
  const { page, head } = loaderData;
  const fallback = head.alternates.find(({ language }) => language === 'en') ?? head.alternates[0];
  const times = [
    ['article:published_time', head.published],
    ['article:modified_time', head.modified],
  ] as const;
  return [
    { title: page.title },
    { name: 'description', content: page.description },
    ...(head.index ? [] : [{ name: 'robots', content: 'noindex' }]),
    { tagName: 'link', rel: 'canonical', href: head.canonical },
    ...head.alternates.map(({ language, href }) => ({
      tagName: 'link' as const,
      rel: 'alternate',
      hrefLang: language,
      href,
    })),
    ...(fallback
      ? [{ tagName: 'link' as const, rel: 'alternate', hrefLang: 'x-default', href: fallback.href }]
      : []),
    { property: 'og:title', content: page.title },
    { property: 'og:description', content: page.description },
    { property: 'og:type', content: head.type },
    { property: 'og:url', content: head.canonical },
    { property: 'og:site_name', content: brand.name },
    { property: 'og:locale', content: locales[page.language].replace('-', '_') },
    { property: 'og:image', content: head.image },
    { property: 'og:image:width', content: '1200' },
    { property: 'og:image:height', content: '630' },
    { property: 'og:image:alt', content: page.title },
    { name: 'twitter:card', content: 'summary_large_image' },
    ...times.flatMap(([property, content]) =>
      content === undefined ? [] : [{ property, content }],
    ),
    ...head.jsonLd.map((block) => ({ 'script:ld+json': block })),
  ];
}
