import type { Server } from 'node:http';
import { serve } from '@hono/node-server';
import { errorCode } from '../error-code.ts';
import { unusable } from '../settings.ts';

type Answer = Parameters<typeof serve>[0]['fetch'];

/** Rejects with a `SettingsError` where this port or this host is not to be had. */
export function listen(fetch: Answer, port: number, hostname: string): Promise<Server> {
  return new Promise((resolve, reject) => {
    // Without `createServer` in its options, `serve` makes a server of node:http.
    const server = serve({ fetch, port, hostname }, () => resolve(server)) as Server;
    server.once('error', (error) => {
      // In use, or below 1024 without the right to it; all else is said against the address.
      const isPort = ['EADDRINUSE', 'EACCES'].includes(errorCode(error));
      reject(unusable(isPort ? 'PORT' : 'HOST', error));
    });
    // A client that sends its headers or body drop by drop is let go.
    server.headersTimeout = 15_000;
    server.requestTimeout = 30_000;
    server.maxHeadersCount = 100;
  });
}

/** New connections are refused, requests under way finish; after `limit` milliseconds they are cut. */
export function closeGracefully(server: Server, limit: number): Promise<void> {
  return new Promise((resolve) => {
    const cut = setTimeout(() => server.closeAllConnections(), limit);
    server.close(() => {
      clearTimeout(cut);
      resolve();
    });
    server.closeIdleConnections();
  });
}
