import { createHash } from 'node:crypto';
import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { languages, type Language } from '@stillpix/contract/languages';
import { build, type Plugin } from 'vite';
import { edition } from './src/site/pages/edition.ts';
import type { OfflineFile, OfflineFiles } from './src/service-worker/messages.ts';
import { listOfflinePages, pathOf } from './src/site/pages/pages.ts';

/** Written by the plugin for the step after the build, which removes it: file name to language. */
const chunkLanguages = 'chunk-languages.json';

const messages = /\/src\/i18n\/(en|es|pt|de)\//;

/** Notes which scripts hold the words of one language alone, so that the others are not kept. */
export function noteChunkLanguages(): Plugin {
  return {
    name: 'note-chunk-languages',
    applyToEnvironment: (environment) => environment.name === 'client',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const found: Record<string, string> = {};
        for (const output of Object.values(bundle)) {
          if (output.type !== 'chunk' || output.moduleIds.length === 0) continue;
          const owners = new Set(output.moduleIds.map((id) => messages.exec(id)?.[1] ?? ''));
          const [owner = ''] = owners;
          if (owners.size === 1 && owner !== '') found[`/${output.fileName}`] = owner;
        }
        const source = JSON.stringify(found);
        this.emitFile({ type: 'asset', fileName: chunkLanguages, source });
      },
    },
  };
}

/** Fetched when a picture needs them, or all at once by who wants everything offline. */
const rareCodecs = ['libheif', 'avif_dec', 'jxl_dec', 'brotli_dec_wasm_bg'];

const stem = (path: string) => /\/assets\/(.+)-[\w-]{8}\.wasm$/.exec(path)?.[1];

function isKept(path: string): boolean {
  // Drawn with the page: a language's own letters beyond Latin are fetched from the system.
  return /\.(js|css|wasm)$/.test(path) || /-latin-standard-normal-.*\.woff2$/.test(path);
}

async function measure(client: string, path: string): Promise<OfflineFile & { mark: string }> {
  const folder = join(client, path);
  const isPage = (await stat(folder)).isDirectory();
  const content = await readFile(isPage ? join(folder, 'index.html') : folder);
  const mark = createHash('sha256').update(content).digest('base64url');
  const packed = path.endsWith('.woff2') || path.endsWith('.png');
  return { path, bytes: packed ? content.length : gzipSync(content).length, mark };
}

/** File servers lead to a page by a slash at its end; ours leads away from it. */
const asAsked = (path: string) => (edition === 'served' || path === '/' ? path : `${path}/`);

/** Icons and the like, which the page asks for by fixed names. */
const fixedFiles = ['/icon.svg', '/icon-192.png', '/favicon.ico'];

async function forEachLanguage<T>(
  make: (language: Language) => T | Promise<T>,
): Promise<Record<Language, T>> {
  const entries = languages.map(async (language) => [language, await make(language)] as const);
  return Object.fromEntries(await Promise.all(entries)) as Record<Language, T>;
}

async function listFiles(client: string): Promise<OfflineFiles> {
  const list = join(client, chunkLanguages);
  const languageOf = JSON.parse(await readFile(list, 'utf8')) as Record<string, Language>;
  await rm(list);

  const assets = (await readdir(join(client, 'assets'))).map((name) => `/assets/${name}`);
  const kept = assets.filter(isKept);
  const stems = kept.map(stem);
  for (const name of rareCodecs) {
    if (!stems.includes(name)) throw new Error(`offline-files.ts: the build has no ${name}.wasm`);
  }

  const marks: string[] = [];
  async function measureAll(paths: readonly string[]): Promise<OfflineFile[]> {
    const measured = await Promise.all(paths.map((path) => measure(client, path)));
    marks.push(...measured.map(({ path, mark }) => `${path} ${mark}`));
    return measured.map(({ path, bytes }) => ({ path, bytes }));
  }

  const isCodec = (path: string, names: readonly string[]) => names.includes(stem(path) ?? '');
  const common = kept.filter((path) => !languageOf[path] && !isCodec(path, rareCodecs));
  const listOwn = (language: Language) =>
    measureAll([
      ...listOfflinePages(language).map(asAsked),
      ...kept.filter((path) => languageOf[path] === language),
    ]);
  return {
    common: await measureAll([...fixedFiles, ...common]),
    languages: await forEachLanguage(listOwn),
    codecs: await measureAll(kept.filter((path) => isCodec(path, rareCodecs))),
    missing: await forEachLanguage((language) => asAsked(pathOf('offline', language))),
    version: createHash('sha256').update(marks.sort().join('\n')).digest('hex').slice(0, 12),
  };
}

/**
 * Writes /service-worker.js once all pages are there: it names every file that works offline. One
 * script without modules, which Firefox takes for service workers only since 2026.
 */
export async function writeServiceWorker(client: string): Promise<void> {
  const files = await listFiles(client);
  await build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    root: import.meta.dirname,
    define: { offlineFiles: JSON.stringify(files) },
    build: {
      outDir: client,
      emptyOutDir: false,
      lib: {
        entry: join(import.meta.dirname, 'src/service-worker/main.ts'),
        formats: ['iife'],
        name: 'serviceWorker',
        fileName: () => 'service-worker.js',
      },
    },
  });
}
