import type { Server, ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { serve } from '@hono/node-server';
import { errorCode } from '../error-code.ts';
import { unusable } from '../settings-error.ts';

type Answer = Parameters<typeof serve>[0]['fetch'];

export interface Listener {
  port: number;
  /**
   * Stops accepting connections. Running requests, and those that arrive on an idle connection, are
   * the last of their connection; connections that remain idle are closed soon. Resolves when all
   * are answered. Cuts what is still open after `limit` milliseconds.
   */
  close: (limit: number) => Promise<void>;
}

/**
 * Milliseconds in which a client must send its headers, and its whole request; and for which nothing need move on a
 * connection, while its answer is made or read. No answer takes as long to make.
 */
const patience = { headers: 15_000, request: 30_000, silence: 120_000 };

/**
 * Milliseconds in which an idle connection may still bring one request when the server stops: a
 * proxy may have chosen it a moment before it could know. New connections are soon refused, so it
 * asks elsewhere.
 */
const lastRequestPatience = 500;

/** Rejects with a `SettingsError` if this port or host is not available. */
export function listen(
  fetch: Answer,
  port: number,
  hostname: string,
  { headers, request, silence } = patience,
): Promise<Listener> {
  return new Promise((resolve, reject) => {
    // Disconnects clients that send headers or body very slowly.
    const serverOptions = {
      headersTimeout: headers,
      requestTimeout: request,
      // By default, Node checks only twice a minute.
      connectionsCheckingInterval: Math.min(1000, headers),
    };
    // Without `createServer` in its options, `serve` makes a server of node:http.
    const server = serve({ fetch, port, hostname, serverOptions }, ({ port: taken }) =>
      resolve({ port: taken, close }),
    ) as Server;
    const close = prepareClosing(server);
    server.once('error', (error) => {
      // In use, or below 1024 without permission. Other errors are about the address.
      const isPort = ['EADDRINUSE', 'EACCES'].includes(errorCode(error));
      reject(unusable(isPort ? 'PORT' : 'HOST', error));
    });
    server.maxHeadersCount = 100;
    // Without it, those who ask for large files and read nothing hold their connections for ever, until none is left.
    server.setTimeout(silence);
  });
}

/** In a round of the event loop this short, in milliseconds, hardly anything can arrive. */
const shortRound = 1;

/** A server without a quiet round is closed after this many. */
const maxRounds = 100;

/**
 * Acts after an event loop round in which nothing arrived, according to `countArrivals`. Closing
 * would reset what the system has accepted for us and we have not seen.
 */
function atQuietRound(countArrivals: () => number, act: () => void): void {
  const look = (round: number, arrivals: number, last: number) =>
    setImmediate(() => {
      const now = performance.now();
      const isQuiet = countArrivals() === arrivals && now - last < shortRound;
      if (isQuiet || round === maxRounds) act();
      else look(round + 1, countArrivals(), now);
    });
  look(1, countArrivals(), performance.now());
}

function prepareClosing(server: Server): Listener['close'] {
  const sockets = new Set<Socket>();
  const answers = new Set<ServerResponse>();
  let isClosing = false;
  let isWaitOver = false;
  let arrivals = 0;

  server.on('connection', (socket) => {
    arrivals++;
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  // Before the listener that answers, which may do so at once.
  server.prependListener('request', (_, answer) => {
    arrivals++;
    answers.add(answer);
    if (isClosing) answer.shouldKeepAlive = false;
    answer.once('close', () => {
      answers.delete(answer);
      // This answer may have promised to keep the connection open before the stop was known.
      if (isWaitOver) server.closeIdleConnections();
    });
  });

  const closeWaiting = () => {
    isWaitOver = true;
    server.closeIdleConnections();
    // Node counts a connection that has never sent anything as busy with its headers.
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
  };

  return (limit) =>
    new Promise((resolve) => {
      isClosing = true;
      const waited = setTimeout(
        () => atQuietRound(() => arrivals, closeWaiting),
        Math.min(lastRequestPatience, limit / 2),
      );
      const cut = setTimeout(() => server.closeAllConnections(), limit);
      // Sent as `Connection: close`, so that the client sends no further request on it.
      for (const answer of answers) answer.shouldKeepAlive = false;
      atQuietRound(
        () => arrivals,
        () =>
          // The HTTP server's own `close` would close idle connections at once.
          NetServer.prototype.close.call(server, () => {
            clearTimeout(waited);
            clearTimeout(cut);
            resolve();
          }),
      );
    });
}
