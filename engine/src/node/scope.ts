import { parentPort } from 'node:worker_threads';
import { makeCollector } from './garbage.ts';

/** Each strip of a photo comes with the whole file, so this is a few photos. */
const collect = makeCollector(64 * 2 ** 20);

/** Gives a thread of Node the function and the property by which a worker of the web speaks with its page. */
if (!parentPort) throw new Error('This file runs in a thread of its own');
const port = parentPort;
const scope = Object.assign(globalThis, {
  postMessage: (message: unknown, transfer: ArrayBuffer[] = []) =>
    port.postMessage(message, transfer),
  onmessage: null as ((event: { data: unknown }) => void) | null,
});
port.on('message', (data: { file?: Blob }) => {
  collect(data.file?.size ?? 0);
  scope.onmessage?.({ data });
});
