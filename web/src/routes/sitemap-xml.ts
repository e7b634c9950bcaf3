import { origin } from '../site/prerender/origin.server.ts';
import { listPublicPages } from '../site/prerender/public-pages.server.ts';
import { escapeXml, textFile } from '../site/prerender/xml.server.ts';

export function loader() {
  const urls = listPublicPages().map(({ page, alternates, modified }) => {
    const links = alternates.map(
      ({ language, href }) =>
        `<xhtml:link rel="alternate" hreflang="${language}" href="${escapeXml(href)}"/>`,
    );
    const changed = modified === null ? '' : `<lastmod>${modified}</lastmod>`;
    return `<url><loc>${escapeXml(origin + page.path)}</loc>${changed}${links.join('')}</url>`;
  });
  return textFile(
    `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n${urls.join('\n')}\n</urlset>\n`,
    'application/xml',
  );
}
