import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** A mail server that takes connections and does with them what `answer` says, which is not much. */
export async function startHungMailServer(answer: (socket: Socket) => void) {
  const sockets = new Set<Socket>();
  const connected = Promise.withResolvers<void>();
  const closed = Promise.withResolvers<void>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.once('close', () => {
      sockets.delete(socket);
      closed.resolve();
    });
    answer(socket);
    connected.resolve();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return {
    port: (server.address() as AddressInfo).port,
    /** When the first connection is there, and when it is gone again. */
    connected: connected.promise,
    closed: closed.promise,
  };
}

/** A greeting without an end: some of it comes often enough for every limit on silence. */
export function greetForEver(socket: Socket): void {
  const timer = setInterval(() => socket.write('220-still here\r\n'), 100);
  socket.once('close', () => clearInterval(timer));
}
