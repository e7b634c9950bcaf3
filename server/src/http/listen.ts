import type { Server, ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { serve } from '@hono/node-server';
import { errorCode } from '../error-code.ts';
import { unusable } from '../settings-error.ts';

type Answer = Parameters<typeof serve>[0]['fetch'];

export interface Listener {
  port: number;
  /**
   * No new connections; requests under way, and those that come on a connection that waits, are the last
   * of theirs; connections that go on waiting are closed soon. Resolves when all are answered; what is
   * still open after `limit` milliseconds is cut.
   */
  close: (limit: number) => Promise<void>;
}

/** How long a client may take, in milliseconds, to send its headers and its whole request. */
const patience = { headers: 15_000, request: 30_000 };

/**
 * So long, in milliseconds, a connection that waits may bring one more request when the server ends: a
 * proxy may have chosen it a moment before it could know. Soon it is refused a new one and asks elsewhere.
 */
const lastRequestPatience = 500;

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

/** A round of the event loop this short, in milliseconds, leaves hardly a moment for more to arrive. */
const shortRound = 1;

/** A server that never has a quiet round is closed after so many. */
const maxRounds = 100;

/**
 * Acts after a round of the event loop that has found nothing to read or to accept, as `countArrivals`
 * tells: what the system has taken for us and we have not seen would be reset by closing.
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
      // This one may have promised to stay open before the end was known.
      if (isWaitOver) server.closeIdleConnections();
    });
  });

  const closeWaiting = () => {
    isWaitOver = true;
    server.closeIdleConnections();
    // Node counts a connection that has never said anything as busy with its headers.
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
      // Written as `Connection: close`, so that the client sends no further request that way.
      for (const answer of answers) answer.shouldKeepAlive = false;
      atQuietRound(
        () => arrivals,
        () =>
          // The HTTP server's own would close what waits at once.
          NetServer.prototype.close.call(server, () => {
            clearTimeout(waited);
            clearTimeout(cut);
            resolve();
          }),
      );
    });
}
