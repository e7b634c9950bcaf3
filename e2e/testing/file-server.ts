import { createReadStream, existsSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import { extname, join } from 'node:path';

const types: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.wasm': 'application/wasm',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
};

export interface FileServer {
  /** Of the folder, without a slash at its end. */
  address: string;
  /** Every path that was asked for, with how it was answered. */
  answers: { path: string; status: number }[];
  stop(): Promise<void>;
}

/**
 * A folder under a path, as any file server has it: a folder's page behind a slash, 404 for all else,
 * and not a header of ours.
 */
export async function serveFolder(folder: string, root: string): Promise<FileServer> {
  const answers: FileServer['answers'] = [];
  const server: Server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://host').pathname);
    const answer = (status: number, headers: Record<string, string> = {}) => {
      answers.push({ path, status });
      return response.writeHead(status, headers);
    };
    const wanted = join(folder, path.slice(root.length));
    if (request.method !== 'GET' || !path.startsWith(`${root}/`) || !existsSync(wanted)) {
      answer(404).end();
      return;
    }
    const isFolder = statSync(wanted).isDirectory();
    if (isFolder && !path.endsWith('/')) {
      answer(301, { location: `${path}/` }).end();
      return;
    }
    const file = isFolder ? join(wanted, 'index.html') : wanted;
    if (!existsSync(file)) {
      answer(404).end();
      return;
    }
    answer(200, { 'content-type': types[extname(file)] ?? 'application/octet-stream' });
    createReadStream(file).pipe(response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    address: `http://127.0.0.1:${address.port}${root}`,
    answers,
    async stop() {
      if (!server.listening) return;
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
