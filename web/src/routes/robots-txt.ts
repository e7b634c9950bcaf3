import { origin } from '../site/prerender/origin.server.ts';
import { textFile } from '../site/prerender/xml.server.ts';

export function loader() {
  return textFile(
    `User-agent: *\nDisallow: /api/\nDisallow: /auth/\n\nSitemap: ${origin}/sitemap.xml\n`,
    'text/plain',
  );
}
