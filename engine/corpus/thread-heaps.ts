import { setTimeout as delay } from 'node:timers/promises';
import type { CDPSession, Page } from '@playwright/test';

/** `Runtime.getHeapUsage` of the DevTools protocol, in bytes. */
interface HeapUsage {
  usedSize: number;
  embedderHeapUsedSize: number;
  /** Array buffers; WebAssembly memories are not among them. */
  backingStorageSize: number;
}

type Method = 'HeapProfiler.collectGarbage' | 'Runtime.getHeapUsage';

/** What a worker answers; without `result` the command failed. */
interface Answer {
  id?: number;
  result?: unknown;
}

/** A worker that is busy does not answer until it is done. */
const patienceMs = 30_000;

/**
 * Reads what a page and each of its workers hold in their heaps and array buffers. Workers are reached
 * by messages through the page's session, the only way that Playwright's sessions leave.
 */
export class ThreadHeaps {
  readonly #session: CDPSession;
  readonly #workers = new Set<string>();
  readonly #asked = new Map<number, { worker: string; settle: (answer: Answer) => void }>();
  #lastId = 0;

  static async of(page: Page): Promise<ThreadHeaps> {
    const heaps = new ThreadHeaps(await page.context().newCDPSession(page));
    const now = { autoAttach: true, waitForDebuggerOnStart: false, flatten: false };
    await heaps.#session.send('Target.setAutoAttach', now);
    return heaps;
  }

  private constructor(session: CDPSession) {
    this.#session = session;
    session.on('Target.attachedToTarget', ({ sessionId, targetInfo }) => {
      if (targetInfo.type === 'worker') this.#workers.add(sessionId);
    });
    session.on('Target.detachedFromTarget', ({ sessionId }) => {
      this.#workers.delete(sessionId);
      for (const { worker, settle } of this.#asked.values()) if (worker === sessionId) settle({});
    });
    session.on('Target.receivedMessageFromTarget', ({ message }) => {
      const answer = JSON.parse(message) as Answer;
      if (answer.id !== undefined) this.#asked.get(answer.id)?.settle(answer);
    });
  }

  /** Bytes in use by thread, after its garbage is collected. A worker keeps its name while it lives. */
  async read(): Promise<Map<string, number>> {
    const heaps = new Map<string, number>();
    heaps.set('page', (await this.#weigh((method) => this.#session.send(method))) ?? 0);
    for (const worker of [...this.#workers]) {
      const bytes = await this.#weigh((method) => this.#ask(worker, method));
      if (bytes !== null) heaps.set(worker, bytes);
    }
    return heaps;
  }

  async #weigh(ask: (method: Method) => Promise<unknown>): Promise<number | null> {
    // What the first round finalizes is only given back by the second.
    await ask('HeapProfiler.collectGarbage');
    await ask('HeapProfiler.collectGarbage');
    const usage = (await ask('Runtime.getHeapUsage')) as HeapUsage | undefined;
    return usage ? usage.usedSize + usage.embedderHeapUsedSize + usage.backingStorageSize : null;
  }

  /** `undefined` when the worker is gone. */
  async #ask(sessionId: string, method: Method): Promise<unknown> {
    const id = ++this.#lastId;
    const late = new AbortController();
    const answered = new Promise<Answer>((settle) =>
      this.#asked.set(id, { worker: sessionId, settle }),
    );
    try {
      const message = JSON.stringify({ id, method });
      await this.#session.send('Target.sendMessageToTarget', { sessionId, message });
      const none = delay(patienceMs, {}, { signal: late.signal }).catch(() => ({}));
      return (await Promise.race<Answer>([answered, none])).result;
    } catch {
      return undefined;
    } finally {
      late.abort();
      this.#asked.delete(id);
    }
  }
}
