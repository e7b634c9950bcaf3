import type { LoaderFunctionArgs } from 'react-router';
import { languageOfPath } from '../site/pages/language.ts';
import { readingMessages } from '../i18n/reading-messages.ts';
import { listArticles } from '../site/content/articles.server.ts';
import { feedPath } from '../site/content/blog-paths.ts';
import { origin } from '../site/prerender/origin.server.ts';
import { pathOf } from '../site/pages/pages.ts';
import { escapeXml, textFile } from '../site/prerender/xml.server.ts';

export function loader({ url }: LoaderFunctionArgs) {
  const language = languageOfPath(url.pathname);
  const { blog } = readingMessages[language];
  const items = listArticles(language).map(
    (article) =>
      `<item><title>${escapeXml(article.title)}</title><link>${origin}${article.path}</link><guid>${origin}${article.path}</guid><pubDate>${new Date(article.date).toUTCString()}</pubDate><description>${escapeXml(article.description)}</description></item>`,
  );
  return textFile(
    `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>
<title>${escapeXml(blog.title)}</title><link>${origin}${pathOf('blog', language)}</link><description>${escapeXml(blog.description)}</description><language>${language}</language>
<atom:link href="${origin}${feedPath(language)}" rel="self" type="application/rss+xml"/>
${items.join('\n')}
</channel></rss>
`,
    'application/rss+xml',
  );
}
