import { Worker } from 'node:worker_threads';
import type { Reply, TrustMessage } from '../run/workers/messages.ts';
import type { WorkerLike } from '../run/workers/queue.ts';

type Listener = (event: never) => void;

/**
 * A thread of Node that looks like a worker of the web. It keeps the process alive only while it has
 * something to do, so that a program ends although its pool was never destroyed.
 */
export class ThreadWorker implements WorkerLike {
  readonly #thread = new Worker(new URL('./thread.ts', import.meta.url), {
    // What the program itself was started with, loaders and inspectors, is not for its threads.
    execArgv: [],
    // Samples lie in memories of WebAssembly and in buffers; V8 would take tens of megabytes for small objects.
    resourceLimits: { maxYoungGenerationSizeMb: 6 },
  });

  readonly #listeners = new Map<string, Listener[]>();
  #ended = false;

  constructor() {
    this.#thread.on('message', (data: Reply | TrustMessage) => {
      if (data.kind === 'done' || data.kind === 'failed') this.#thread.unref();
      this.#tell('message', { data });
    });
    this.#thread.on('messageerror', () => this.#tell('messageerror', {}));
    this.#thread.on('error', ({ message }: Error) => this.#crash(message));
    this.#thread.on('exit', (code) => this.#crash(`The thread ended with ${code}`));
    // Listening to messages counts as a reason to stay.
    this.#thread.unref();
  }

  postMessage(...[message, transfer = []]: Parameters<WorkerLike['postMessage']>): void {
    this.#thread.postMessage(message, transfer as ArrayBuffer[]);
    if ('id' in message) this.#thread.ref();
  }

  terminate(): void {
    this.#ended = true;
    void this.#thread.terminate();
  }

  addEventListener(type: string, listener: Listener): void {
    this.#listeners.set(type, [...(this.#listeners.get(type) ?? []), listener]);
  }

  #crash(message: string): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#tell('error', { message, preventDefault: () => {} });
  }

  #tell(type: string, event: object): void {
    for (const listener of this.#listeners.get(type) ?? []) listener(event as never);
  }
}
