import { createReadStream } from 'node:fs';
import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { basename, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { chromium, type Browser, type Page } from '@playwright/test';
import { build } from 'vite';
import { browserFlags, findBrowser } from '../../scripts/setup.mjs';
import { cacheFolder, corpusFolder } from '../testing/folders.ts';
import { codecPlugins, workerChunks } from '../scripts/package/worker-build.ts';

const pageFolder = fileURLToPath(new URL('page', import.meta.url));
/** One for each process: two runs at once must not serve each other's builds. */
const builtFolder = join(cacheFolder, 'laboratory', String(process.pid));

export const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.wasm': 'application/wasm',
  '.json': 'application/json',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** Bundles the page as a site would: a production build, hashed assets, workers as modules. */
async function buildPage(): Promise<void> {
  await build({
    root: pageFolder,
    base: '/',
    configFile: false,
    logLevel: 'error',
    // As the site builds it (web/vite.config.ts).
    worker: {
      format: 'es',
      plugins: () => codecPlugins,
      rolldownOptions: { output: { codeSplitting: workerChunks } },
    },
    // The peers are megabytes each: that is what is being measured, not a mistake.
    build: {
      outDir: builtFolder,
      emptyOutDir: true,
      target: 'esnext',
      chunkSizeWarningLimit: 5000,
      assetsInlineLimit: 0,
    },
  });
}

/** One answer that was sent, with the sizes it would have had when compressed. */
export interface Served {
  path: string;
  bytes: number;
  gzip: number;
  brotli: number;
}

interface Sent {
  path: string;
  body: Buffer;
}

interface ServerOptions {
  /** Folders whose files are served, by the first segment of the path. */
  folders: Record<string, string>;
  resultFolder: string;
  served: Sent[];
  /** Our own code is refused, as when the line is down; files are still served. */
  offline: boolean;
}

async function receive(request: IncomingMessage, path: string): Promise<void> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  await writeFile(path, Buffer.concat(parts));
}

function measure({ path, body }: Sent): Served {
  const gzip = gzipSync(body, { level: 9 }).length;
  return { path, bytes: body.length, gzip, brotli: brotliCompressSync(body).length };
}

async function answer(request: IncomingMessage, response: ServerResponse, options: ServerOptions) {
  const path = decodeURIComponent(new URL(request.url ?? '/', 'http://localhost').pathname);
  const [, first = '', ...rest] = path.split('/');
  if (request.method === 'POST' && first === 'results') {
    await receive(request, join(options.resultFolder, basename(path)));
    response.writeHead(204).end();
    return;
  }
  const folder = options.folders[first];
  if (options.offline && !folder) {
    request.socket.destroy();
    return;
  }
  const file = folder
    ? join(folder, rest.join('/'))
    : join(builtFolder, path === '/' ? 'index.html' : path);
  const { size } = await stat(file);
  const type = types[extname(file)] ?? 'application/octet-stream';
  // As the site says of files whose names change with them: two workers fetch their script once.
  const cached = path.startsWith('/assets/') && {
    'cache-control': 'public, max-age=31536000, immutable',
  };
  response.writeHead(200, { 'content-type': type, 'content-length': size, ...cached });
  if (folder) createReadStream(file).pipe(response);
  else {
    const body = await readFile(file);
    options.served.push({ path, body });
    response.end(body);
  }
}

function listen(options: ServerOptions, port: number): Promise<Server> {
  const server = createServer((request, response) => {
    answer(request, response, options).catch(() => {
      if (!response.headersSent) response.writeHead(404);
      response.end();
    });
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve(server));
  });
}

export interface Harness {
  address: string;
  browser: Browser;
  /** A page of its own in a context of its own: nothing cached, nothing compiled. */
  freshPage(): Promise<Page>;
  /** Our own code that was sent since the last call. */
  takeServed(): Served[];
  /** While offline, code that a page has not yet loaded does not arrive. */
  setOffline(offline: boolean): void;
  close(): Promise<void>;
}

/**
 * Builds the laboratory page, serves it on the loopback interface and starts Chromium.
 * `LABORATORY_PORT` fixes the port; otherwise the system chooses a free one.
 */
export async function openHarness(
  options: { folders?: Record<string, string>; resultFolder?: string; flags?: string[] } = {},
): Promise<Harness> {
  const executablePath = await findBrowser();
  if (!executablePath)
    throw new Error('No Chromium found. Install one, or name it in CHROMIUM_PATH.');
  await buildPage();
  const resultFolder = options.resultFolder ?? join(cacheFolder, 'results');
  await mkdir(resultFolder, { recursive: true });
  const served: Sent[] = [];
  const folders = { corpus: corpusFolder, ...options.folders };
  const port = Number(process.env.LABORATORY_PORT ?? 0);
  const serving: ServerOptions = { folders, resultFolder, served, offline: false };
  // Compressing takes seconds: no page should wait for it, and a file sent again is still the same.
  const measured = new Map<string, Served>();
  const measureOnce = (sent: Sent): Served => {
    const known = measured.get(sent.path) ?? measure(sent);
    measured.set(sent.path, known);
    return known;
  };
  const server = await listen(serving, port);
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new Error('the server has no port');
  const address = `http://127.0.0.1:${bound.port}`;
  const args = [...browserFlags, ...(options.flags ?? [])];
  const browser = await chromium.launch({ executablePath, args });
  return {
    address,
    browser,
    async freshPage() {
      const context = await browser.newContext();
      const page = await context.newPage();
      page.setDefaultTimeout(0);
      await page.goto(address);
      await page.waitForFunction(() => 'laboratory' in globalThis);
      return page;
    },
    takeServed: () => served.splice(0).map(measureOnce),
    setOffline: (offline) => void (serving.offline = offline),
    async close() {
      await browser.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await rm(builtFolder, { recursive: true, force: true });
    },
  };
}
