import { Fragment } from 'react';
import { useMatches } from 'react-router';
import { openGraphLocales } from '../pages/language.ts';
import { readingMessages } from '../../i18n/reading-messages.ts';
import { feedPath } from '../content/blog-paths.ts';
import { brand } from '@stillpix/contract/brand';
import { type Head, hasPage, type PageData } from '../pages/page-data.ts';

/**
 * Everything in the head that differs by page. Links load whole documents, so it is written at
 * build time only and needs no script in the browser.
 */
export function PageHead() {
  const found = useMatches().findLast(({ loaderData }) => hasPage(loaderData));
  if (!found || !hasPage(found.loaderData)) return null;
  const { page, head } = found.loaderData;
  return (
    <>
      <title>{page.title}</title>
      <meta name="description" content={page.description} />
      {!head.index && <meta name="robots" content="noindex" />}
      <link rel="canonical" href={head.canonical} />
      <Alternates head={head} />
      <link
        rel="alternate"
        type="application/rss+xml"
        title={readingMessages[page.language].blog.title}
        href={feedPath(page.language)}
      />
      <SocialTags page={page} head={head} />
      {head.jsonLd.map((block) => {
        const json = JSON.stringify(block).replaceAll('<', '\\u003c');
        return (
          <script
            key={json}
            type="application/ld+json"
            dangerouslySetInnerHTML={{ __html: json }}
          />
        );
      })}
    </>
  );
}

function Alternates({ head }: { head: Head }) {
  const fallback = head.alternates.find(({ language }) => language === 'en') ?? head.alternates[0];
  return (
    <>
      {head.alternates.map(({ language, href }) => (
        <link key={language} rel="alternate" hrefLang={language} href={href} />
      ))}
      {fallback && <link rel="alternate" hrefLang="x-default" href={fallback.href} />}
    </>
  );
}

function SocialTags({ page, head }: { page: PageData; head: Head }) {
  const tags: [string, string | undefined][] = [
    ['og:title', page.title],
    ['og:description', page.description],
    ['og:type', head.type],
    ['og:url', head.canonical],
    ['og:site_name', brand.name],
    ['og:locale', openGraphLocales[page.language]],
    ['og:image', head.image],
    ['og:image:width', '1200'],
    ['og:image:height', '630'],
    ['og:image:alt', page.title],
    ['article:published_time', head.published],
    ['article:modified_time', head.modified],
  ];
  return (
    <>
      {tags.map(([property, content]) => (
        <Fragment key={property}>
          {content !== undefined && <meta property={property} content={content} />}
        </Fragment>
      ))}
      <meta name="twitter:card" content="summary_large_image" />
    </>
  );
}
