import { origin } from '../site/origin.server.ts';
import { textFile } from '../site/xml.server.ts';

export function loader() {
  return textFile(
    `User-agent: *\nDisallow: /api/\nDisallow: /auth/\n\nSitemap: ${origin}/sitemap.xml\n`,
    'text/plain',
  );
}
