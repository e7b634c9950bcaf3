import { brand } from '@stillpix/contract/brand';
import { sitePrices } from '../i18n/money.ts';
import { edition } from '../site/pages/edition.ts';
import { origin } from '../site/prerender/origin.server.ts';
import { listPublicPages } from '../site/prerender/public-pages.server.ts';
import { textFile } from '../site/prerender/xml.server.ts';

function describePlans(): string {
  if (edition === 'static') return 'Free, without an account.';
  const { first, month, year, tax } = sitePrices('en');
  return `Free: up to 5 files at once, no account. Pro: up to 20 files, quality slider, ZIP download, no ads; ${first} for the first month, then ${month} a month, or ${year} a year. ${tax}`;
}

export function loader() {
  const english = listPublicPages().filter(({ page }) => page.language === 'en');
  const lines = (articles: boolean) =>
    english
      .filter(({ page }) => page.id.startsWith('article:') === articles)
      .map(({ page }) => `- [${page.title}](${origin}${page.path}): ${page.description}`)
      .join('\n');
  return textFile(
    `# ${brand.name}

> An image converter that runs wholly in the visitor's browser: HEIC, HEIF, WebP, PNG, AVIF, TIFF, SVG and others to JPG, JPG to WebP, HEIC to PNG, compression, resizing and cropping. Pictures are not uploaded.

${describePlans()}
The site exists in English, Spanish (/es), Portuguese (/pt) and German (/de).

## Pages

${lines(false)}

## Articles

${lines(true)}
`,
    'text/plain',
  );
}
