import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { OperatorFacts } from './operator-facts.ts';

export type Encoding = 'br' | 'gzip' | 'identity';

export interface SiteFile {
  /** Path from the root of the site, with slashes, without a leading one. */
  name: string;
  type: string;
  etag: string;
  compressible: boolean;
  body(encoding: Encoding): Promise<Uint8Array<ArrayBuffer>>;
}

/** Media types by file extension. */
export const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.data': 'text/x-script; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
  '.rss': 'application/rss+xml; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.wasm': 'application/wasm',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.gif': 'image/gif',
  '.ico': 'image/x-icon',
  '.heic': 'image/heic',
  '.woff2': 'font/woff2',
  '.woff': 'font/woff',
  '.pdf': 'application/pdf',
  '.mp4': 'video/mp4',
};

const brotli = promisify(brotliCompress);
const gz = promisify(gzip);

/**
 * All files of the built site by name. Only files listed here are served, so no invented path
 * reaches the disk. Contents and their compressed forms are read on first use and cached: the whole
 * site has a few dozen megabytes.
 */
export async function listSiteFiles(
  root: string,
  facts: OperatorFacts,
): Promise<Map<string, SiteFile>> {
  const files = new Map<string, SiteFile>();
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const name = relative(root, path).split(sep).join('/');
    // Dot files are private, except those that RFC 8615 publishes.
    if (name.split('/').some((part) => part.startsWith('.') && part !== '.well-known')) continue;
    files.set(name, await createSiteFile(path, name, facts));
  }
  return files;
}

/** Files that may contain operator facts. Scripts and styles are the same for everybody. */
const hasFacts = (name: string) => /\.(?:html|txt|xml|webmanifest)$/.test(name);

export const typeOf = (name: string) =>
  types[extname(name).toLowerCase()] ?? 'application/octet-stream';

async function createSiteFile(path: string, name: string, facts: OperatorFacts): Promise<SiteFile> {
  const { size, mtimeMs } = await stat(path);
  const type = typeOf(name);
  const compressible = /^text\/|json|javascript|xml|wasm/.test(type) && size > 500;
  const kept = new Map<Encoding, Promise<Uint8Array<ArrayBuffer>>>();

  async function make(encoding: Encoding): Promise<Uint8Array<ArrayBuffer>> {
    if (encoding === 'identity') {
      if (!hasFacts(name)) return new Uint8Array(await readFile(path));
      return new TextEncoder().encode(facts.fill(await readFile(path, 'utf8'), name));
    }
    const plain = await body('identity');
    if (encoding === 'gzip') return new Uint8Array(await gz(plain, { level: 9 }));
    // Quality 11 takes seconds per megabyte; 9 costs 2 % more bytes and a tenth of the time.
    const quality = plain.byteLength < 100_000 ? 11 : 9;
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_SIZE_HINT]: plain.byteLength,
    };
    return new Uint8Array(await brotli(plain, { params }));
  }

  function body(encoding: Encoding): Promise<Uint8Array<ArrayBuffer>> {
    let made = kept.get(encoding);
    if (made === undefined) {
      made = make(encoding);
      kept.set(encoding, made);
      made.catch(() => kept.delete(encoding));
    }
    return made;
  }

  const mark = createHash('sha256')
    .update(`${name}:${size}:${mtimeMs}:${hasFacts(name) ? facts.digest : ''}`)
    .digest('base64url')
    .slice(0, 22);
  return { name, type, etag: mark, compressible, body };
}

/** The smallest encoding that the visitor's `Accept-Encoding` (RFC 9110, section 12.5.3) allows. */
export function chooseEncoding(header: string | undefined): Encoding {
  const refused = /\b(br|gzip)\s*;\s*q=0(?:\.0*)?\s*(?:,|$)/g;
  const offered = (header ?? '').toLowerCase().replace(refused, '');
  if (/\bbr\b/.test(offered)) return 'br';
  return /\bgzip\b/.test(offered) ? 'gzip' : 'identity';
}
