import { useLoaderData, type LoaderFunctionArgs } from 'react-router';
import { useLanguage } from '../i18n/messages.ts';
import { readingMessages } from '../i18n/reading-messages.ts';
import { ArticlePage } from '../site/blog/article-page.tsx';
import { BlogListPage } from '../site/blog/blog-list.tsx';
import { loadReading, type Reading } from '../site/prerender/load-reading.server.ts';
import { TextPage } from '../site/text/text-page.tsx';

export function loader({ url }: LoaderFunctionArgs): Reading {
  return loadReading(url.pathname);
}

export default function ReadingPage() {
  const reading = useLoaderData<Reading>();
  const messages = readingMessages[useLanguage()];
  if (reading.kind === 'blog') return <BlogListPage view={reading.view} />;
  if (reading.kind === 'article') return <ArticlePage view={reading.view} />;
  const { id, content, articles } = reading;
  return <TextPage id={id} content={content} messages={messages} articles={articles} />;
}
