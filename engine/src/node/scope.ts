import { parentPort } from 'node:worker_threads';

/** Gives a thread of Node the two functions by which a worker of the web speaks with its page. */
if (!parentPort) throw new Error('This file runs in a thread of its own');
const port = parentPort;
Object.assign(globalThis, {
  postMessage: (message: unknown, transfer: ArrayBuffer[] = []) =>
    port.postMessage(message, transfer),
  addEventListener(_: 'message', listener: (event: { data: unknown }) => void): void {
    port.on('message', (data) => listener({ data }));
  },
});
