import { parentPort } from 'node:worker_threads';
import { makeCollector } from './garbage.ts';

/** Each strip of a photo comes with the whole file, so this is a few photos. */
const collect = makeCollector(64 * 2 ** 20);

/** Gives a thread of Node the two functions by which a worker of the web speaks with its page. */
if (!parentPort) throw new Error('This file runs in a thread of its own');
const port = parentPort;
Object.assign(globalThis, {
  postMessage: (message: unknown, transfer: ArrayBuffer[] = []) =>
    port.postMessage(message, transfer),
  addEventListener(_: 'message', listener: (event: { data: unknown }) => void): void {
    port.on('message', (data: { file?: Blob }) => {
      collect(data.file?.size ?? 0);
      listener({ data });
    });
  },
});
