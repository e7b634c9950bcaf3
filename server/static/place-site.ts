import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { brand } from '@stillpix/contract/brand';
import { writeSecurityText } from '../src/operations/security-text.ts';
import { createFacts } from '../src/site/operator-facts.ts';
import { writeHostFiles } from './host-files.ts';
import { addPolicy, type Place, placeAddresses, placePage, placePath } from './place-page.ts';
import { serviceFacts, type StaticSettings } from './settings.ts';

interface Folders {
  /** The static edition as it was built. */
  built: string;
  /** The pictures for social networks, which the served edition has as well; none where it is not there. */
  socialImages: string;
  /** Made anew. The site itself is its folder `site`. */
  out: string;
}

export interface PlacedSite {
  files: number;
  /** Paths that were left out, because nobody has said who runs the site. */
  leftOut: string[];
}

function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort();
}

const pathOf = (name: string) => `/${name.replace(/(?:^|\/)index\.html$/, '')}`;

/** Says who runs the site: without a name and an address there is nothing to say. */
const isImprint = (html: string) => html.includes('{OPERATOR-NAME}');

/** Files of nothing but addresses. */
const needsAddress = (name: string) =>
  /(?:^|\/)(?:sitemap|feed)\.xml$/.test(name) || name === 'llms.txt';

/** Puts the built static edition where it will stand: its address, its folder, its operator. */
export function placeSite(folders: Folders, settings: StaticSettings): PlacedSite {
  const { built, out } = folders;
  const names = listFiles(built);
  const htmlNames = names.filter((name) => name.endsWith('.html'));
  const address = settings.PUBLIC_URL;
  const hasOperator =
    settings.OPERATOR_NAME !== undefined && settings.OPERATOR_ADDRESS !== undefined;
  const unsaid = hasOperator
    ? []
    : htmlNames.filter((name) => isImprint(readFileSync(join(built, name), 'utf8')));
  const place: Place = {
    address,
    root: address === undefined ? '' : new URL(address).pathname.replace(/\/$/, ''),
    pages: new Set(htmlNames.map(pathOf)),
    leftOut: new Set(unsaid.map(pathOf)),
    maxPhotos: settings.MAX_PHOTOS,
    hasSupport: settings.SUPPORT_EMAIL !== brand.support,
  };
  const facts = createFacts({ ...serviceFacts, ...settings }, undefined);
  const site = join(out, 'site');
  requireOwnFolder(out);
  rmSync(out, { recursive: true, force: true });
  const write = (name: string, content: string) => {
    mkdirSync(dirname(join(site, name)), { recursive: true });
    writeFileSync(join(site, name), content);
  };

  const pages: string[] = [];
  for (const name of names) {
    if (unsaid.includes(name) || (address === undefined && needsAddress(name))) continue;
    const read = () => readFileSync(join(built, name), 'utf8');
    if (name.endsWith('.html')) {
      const html = addPolicy(facts.fill(placePage(read(), place), name));
      pages.push(html);
      write(name, html);
    } else if (name === 'robots.txt') write(name, placeRobots(read(), place));
    else if (/\.(?:xml|txt)$/.test(name)) {
      write(name, facts.fill(placeAddresses(dropEntries(read(), place), place), name));
    } else if (name.endsWith('.webmanifest')) write(name, placeManifest(read(), place));
    else if (name === 'service-worker.js') write(name, renewVersion(read(), settings));
    else {
      mkdirSync(dirname(join(site, name)), { recursive: true });
      cpSync(join(built, name), join(site, name));
    }
  }
  // The name under which most hosts look for it.
  cpSync(join(site, '404', 'index.html'), join(site, '404.html'));
  if (address !== undefined) {
    copySocialImages(folders.socialImages, site, place);
    if (place.root === '' && place.hasSupport) writeSecurity(address, settings, write);
  }
  writeHostFiles({ out, root: place.root, address, pages, names: listFiles(site) });
  return { files: listFiles(site).length, leftOut: [...place.leftOut] };
}

const ownEntries = ['site', 'nginx.conf', 'Caddyfile'];

/** Throws where something else lies in the folder, which making it anew would delete. */
function requireOwnFolder(out: string): void {
  const others = existsSync(out)
    ? readdirSync(out).filter((name) => !ownEntries.includes(name))
    : [];
  if (others.length === 0) return;
  throw new Error(
    `${out} holds other files (${others.slice(0, 3).join(', ')}), which would be deleted. Choose a new folder with --out.`,
  );
}

function placeRobots(text: string, place: Place): string {
  const own = text
    .replace(/^Disallow: .*\n/gm, '')
    .replace('User-agent: *\n', 'User-agent: *\nDisallow:\n');
  return place.address === undefined
    ? own.replace(/^\nSitemap: .*\n/m, '')
    : placeAddresses(own, place);
}

/** The entries of pages that are left out, in the site map and in the list for language models. */
function dropEntries(text: string, { leftOut }: Place): string {
  const drop = (entry: string, path: string) => (leftOut.has(path) ? '' : entry);
  return text
    .replace(/<url><loc>https:\/\/[^/<]+([^<]*)<\/loc>.*?<\/url>\n?/g, drop)
    .replace(/^- \[[^\]]*\]\(https:\/\/[^/)]+([^)]*)\).*\n/gm, drop);
}

function placeManifest(text: string, place: Place): string {
  return JSON.stringify(
    JSON.parse(text, (key, value: unknown) =>
      typeof value === 'string' && value.startsWith('/') && key !== 'type'
        ? placePath(value, place)
        : value,
    ),
  );
}

/** Browsers keep pages by the version in the service worker: other settings are another version. */
function renewVersion(script: string, settings: StaticSettings): string {
  const pattern = /(version:\s*["'`])([\da-f]{12})(["'`])/g;
  if ([...script.matchAll(pattern)].length !== 1) {
    throw new Error('The service worker does not name its version once');
  }
  return script.replace(pattern, (_, start: string, version: string, end: string) => {
    const own = createHash('sha256').update(version + JSON.stringify(settings));
    return start + own.digest('hex').slice(0, 12) + end;
  });
}

function copySocialImages(from: string, site: string, { pages, leftOut }: Place): void {
  if (!existsSync(from)) return;
  for (const path of pages) {
    const name = `${path === '/' ? 'index' : path.slice(1)}.png`;
    if (leftOut.has(path) || !existsSync(join(from, name))) continue;
    mkdirSync(dirname(join(site, 'og', name)), { recursive: true });
    cpSync(join(from, name), join(site, 'og', name));
  }
}

function writeSecurity(
  address: string,
  settings: StaticSettings,
  write: (name: string, content: string) => void,
): void {
  const text = writeSecurityText({ publicUrl: address, supportEmail: settings.SUPPORT_EMAIL });
  // There is no form to write in.
  write('.well-known/security.txt', text.replace(/^Contact: http.*\n/m, ''));
}
