import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { serve } from '@hono/node-server';
import { errorCode } from '../error-code.ts';
import { unusable } from '../settings-error.ts';

type Answer = Parameters<typeof serve>[0]['fetch'];

export interface Listener {
  port: number;
  /**
   * No new connections, idle ones are closed, and requests under way are the last of theirs. Resolves
   * when all are answered; what is still open after `limit` milliseconds is cut.
   */
  close: (limit: number) => Promise<void>;
}

/** How long a client may take, in milliseconds, to send its headers and its whole request. */
const patience = { headers: 15_000, request: 30_000 };

/** Rejects with a `SettingsError` where this port or this host is not to be had. */
export function listen(
  fetch: Answer,
  port: number,
  hostname: string,
  { headers, request } = patience,
): Promise<Listener> {
  return new Promise((resolve, reject) => {
    // A client that sends its headers or body drop by drop is let go.
    const serverOptions = {
      headersTimeout: headers,
      requestTimeout: request,
      // By itself Node looks only twice a minute.
      connectionsCheckingInterval: Math.min(1000, headers),
    };
    // Without `createServer` in its options, `serve` makes a server of node:http.
    const server = serve({ fetch, port, hostname, serverOptions }, ({ port: taken }) =>
      resolve({ port: taken, close }),
    ) as Server;
    const close = prepareClosing(server);
    server.once('error', (error) => {
      // In use, or below 1024 without the right to it; all else is said against the address.
      const isPort = ['EADDRINUSE', 'EACCES'].includes(errorCode(error));
      reject(unusable(isPort ? 'PORT' : 'HOST', error));
    });
    server.maxHeadersCount = 100;
  });
}

function prepareClosing(server: Server): Listener['close'] {
  const sockets = new Set<Socket>();
  const answers = new Set<ServerResponse>();
  let isClosing = false;

  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  // Before the listener that answers, which may do so at once.
  server.prependListener('request', (_, answer) => {
    answers.add(answer);
    if (isClosing) answer.shouldKeepAlive = false;
    answer.once('close', () => {
      answers.delete(answer);
      // This one may have promised to stay open before the end was known.
      if (isClosing) server.closeIdleConnections();
    });
  });

  return (limit) =>
    new Promise((resolve) => {
      isClosing = true;
      const cut = setTimeout(() => server.closeAllConnections(), limit);
      server.close(() => {
        clearTimeout(cut);
        resolve();
      });
      // Written as `Connection: close`, so that the client sends no further request that way.
      for (const answer of answers) answer.shouldKeepAlive = false;
      server.closeIdleConnections();
      // Node counts a connection that has never said anything as busy with its headers.
      for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
    });
}
