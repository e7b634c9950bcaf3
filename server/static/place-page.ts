import { brand } from '@stillpix/contract/brand';
import { pagePolicy } from '../src/http/site-headers.ts';

/** Where the built pages say that they stand. */
const exampleOrigin = `https://${brand.domain}`;

export interface Place {
  /** The address with its folder and no slash at its end; undefined where nobody has said. */
  address: string | undefined;
  /** The folder on its host: '' or '/pictures'. */
  root: string;
  /** Paths of the site's pages, as the build links to them: '/heic-to-jpg'. */
  pages: ReadonlySet<string>;
  /** Pages that are left out: links to them go, too. */
  leftOut: ReadonlySet<string>;
  maxPhotos: number | undefined;
  hasSupport: boolean;
}

/** File servers lead to a page's folder by a slash at its end: asked for so, it costs no redirect. */
function withSlash(path: string, pages: ReadonlySet<string>): string {
  const [, bare = '', rest = ''] = /^([^?#]*)(.*)$/.exec(path) ?? [];
  return pages.has(bare) && bare !== '/' ? `${bare}/${rest}` : path;
}

/** Addresses of the example's origin in any text, such as the site map's. */
export function placeAddresses(text: string, { address, pages }: Place): string {
  if (address === undefined) return text;
  return text.replace(
    new RegExp(`${exampleOrigin.replaceAll('.', '\\.')}([^"'<>\\s)\\\\]*)`, 'g'),
    (_, path: string) => address + withSlash(path === '' ? '/' : path, pages),
  );
}

/** A path of the built site, such as `/heic-to-jpg#faq`, as a browser asks for it. */
export const placePath = (path: string, { root, pages }: Place): string =>
  root + withSlash(path, pages);

/** Tags that name the page's address to others. Without one they would name the example's. */
const addressTags = [
  /<link rel="(?:canonical|alternate)"[^>]*>/g,
  /<meta property="og:(?:url|image(?::\w+)?)"[^>]*>/g,
  /<script type="application\/ld\+json">[\s\S]*?<\/script>/g,
];

const supportAddress = brand.support.replaceAll('.', '\\.');
const supportLink = new RegExp(`<a [^>]*href="mailto:${supportAddress}"[^>]*>[^<]*</a>`, 'g');
const supportMeta = new RegExp(`<meta name="support-address"[^>]*>`);
const supportData = new RegExp(`,"email":"${supportAddress}"`, 'g');

function dropLinks(html: string, leftOut: ReadonlySet<string>): string {
  if (leftOut.size === 0) return html;
  const paths = [...leftOut].join('|');
  return html
    .replace(new RegExp(`<li[^>]*><a [^>]*href="(?:${paths})"[^>]*>[^<]*</a></li>`, 'g'), '')
    .replace(new RegExp(`<a [^>]*href="(?:${paths})(?:#[^"]*)?"[^>]*>([^<]*)</a>`, 'g'), '$1');
}

/** A built page for where it will stand, before the operator's facts are written into it. */
export function placePage(built: string, place: Place): string {
  let html = built;
  if (place.address === undefined) for (const tag of addressTags) html = html.replace(tag, '');
  if (!place.hasSupport) {
    html = html.replace(supportLink, '').replace(supportMeta, '').replace(supportData, '');
  }
  html = dropLinks(html, place.leftOut);
  html = placeAddresses(html, place);
  html = html.replace(/<[a-z][^>]*>/g, (tag) =>
    tag
      .replace(
        /(\s(?:href|src|action|poster)=")(\/(?!\/)[^"]*)/g,
        (_, start: string, path: string) => start + placePath(path, place),
      )
      .replace(/(\ssrcset=")([^"]*)/gi, (_, start: string, list: string) => {
        const candidates = list.split(/,\s*/).map((candidate) => {
          return candidate.startsWith('/') ? placePath(candidate, place) : candidate;
        });
        return start + candidates.join(', ');
      })
      .replace(
        /(\scontent="0;url=)(\/[^"]*)/,
        (_, start: string, path: string) => start + placePath(path, place),
      ),
  );
  return html.replace(/<html\b[^>]*>/, (tag) => {
    const photos = place.maxPhotos === undefined ? '' : ` data-photos="${place.maxPhotos}"`;
    return tag.replace(/>$/, ` data-root="${place.root}"${photos}>`);
  });
}

/**
 * The policy in the page itself, for hosts that send no headers of ours. Who may frame the page only a
 * header can say (CSP Level 3, section 3.3).
 */
export function addPolicy(html: string): string {
  const policy = pagePolicy('/', html)
    .split('; ')
    .filter((directive) => !directive.startsWith('frame-ancestors'))
    .join('; ');
  // After the letters, which browsers look for in the first 1,024 bytes only.
  return html.replace(
    /<head>(?:<meta charset="utf-8"\/?>)?/i,
    (start) => `${start}<meta http-equiv="Content-Security-Policy" content="${policy}">`,
  );
}
