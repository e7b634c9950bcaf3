import { beforeEach, describe, expect, it, vi } from 'vitest';
import { EngineError } from './errors.ts';
import type { Finding, Lesson, Reply, Request, Result } from './messages.ts';
import { nextJob, WorkerQueue, type Task, type WorkerLike } from './worker-queue.ts';

/** A worker whose answers the test gives. */
class FakeWorker implements WorkerLike {
  readonly received: (Request | Lesson)[] = [];
  ended = false;
  private readonly listeners: Record<string, ((event: never) => void)[]> = {};

  postMessage(message: Request | Lesson): void {
    this.received.push(message);
  }

  terminate(): void {
    this.ended = true;
  }

  addEventListener(type: string, listener: (event: never) => void): void {
    (this.listeners[type] ??= []).push(listener);
  }

  say(data: Reply | Finding): void {
    for (const listener of this.listeners.message ?? []) listener({ data } as never);
  }

  crash(): void {
    for (const listener of this.listeners.error ?? []) {
      listener({ message: 'out of memory', preventDefault() {} } as never);
    }
  }

  get last(): Request {
    return this.received.at(-1) as Request;
  }

  finish(): void {
    const result: Result = [];
    this.say({ kind: 'done', id: this.last.id, result });
  }
}

let workers: FakeWorker[];
let queue: WorkerQueue;

function openQueue(limit: number): void {
  workers = [];
  queue = new WorkerQueue(() => {
    const worker = new FakeWorker();
    workers.push(worker);
    return worker;
  }, limit);
}

const file = new Blob(['file']);

function strip(job: number, name: string, more: Partial<Task> = {}): Promise<Result> {
  // The name travels where the test can see it; the queue does not look into strips.
  const task = { name } as never;
  return queue.run({
    request: { kind: 'strip', file, task },
    seconds: 10,
    job,
    short: true,
    ...more,
  });
}

function nameOf(worker: FakeWorker | undefined): string | null {
  const request = worker?.last;
  return request?.kind === 'strip' ? (request.task as unknown as { name: string }).name : null;
}

/** Lets the only worker finish all its tasks and says in which order they came. */
async function drain(): Promise<string[]> {
  const order: string[] = [];
  const [worker] = workers;
  let seen = -1;
  while (worker!.last.id !== seen) {
    seen = worker!.last.id;
    order.push(nameOf(worker)!);
    worker!.finish();
    await Promise.resolve();
  }
  return order;
}

beforeEach(() => openQueue(1));

const cancelled = expect.objectContaining({ code: 'cancelled' });

describe('the order of work', () => {
  it('finishes files in the order they came, strips asked for later included', async () => {
    const [a, b] = [nextJob(), nextJob()];
    void strip(a, 'plan a');
    void strip(b, 'plan b');
    void strip(a, 'a1');
    void strip(a, 'a2');
    expect(await drain()).toEqual(['plan a', 'a1', 'a2', 'plan b']);
  });

  it('lets others in between the strips of a file that has very many', async () => {
    const [long, short] = [nextJob(), nextJob()];
    for (let i = 0; i < 20; i++) void strip(long, `long ${i}`);
    void strip(short, 'short 0');
    void strip(short, 'short 1');
    const order = await drain();
    expect(order.length).toBe(22);
    expect(order.indexOf('short 1')).toBeLessThan(6);
    expect(order.filter((name) => name.startsWith('long')).length).toBe(20);
  });

  it('takes what somebody waits for first', async () => {
    const job = nextJob();
    void strip(job, 'first');
    void strip(job, 'second');
    void strip(0, 'urgent');
    expect(await drain()).toEqual(['first', 'urgent', 'second']);
  });

  it('gives every worker something to do', () => {
    openQueue(3);
    const job = nextJob();
    for (let i = 0; i < 5; i++) void strip(job, `strip ${i}`);
    expect(workers.map(nameOf)).toEqual(['strip 0', 'strip 1', 'strip 2']);
    workers[1]!.finish();
    expect(nameOf(workers[1])).toBe('strip 3');
  });
});

describe('cancelling', () => {
  it('drops what waits and settles at once', async () => {
    const stop = new AbortController();
    const job = nextJob();
    const first = strip(job, 'first');
    const waiting = strip(job, 'waiting', { signal: stop.signal });
    stop.abort();
    await expect(waiting).rejects.toEqual(cancelled);
    workers[0]!.finish();
    await first;
    expect(workers[0]!.received.length).toBe(1);
  });

  it('lets a short task end by itself and keeps its worker', async () => {
    const stop = new AbortController();
    const running = strip(nextJob(), 'running', { signal: stop.signal });
    const next = strip(nextJob(), 'next');
    stop.abort();
    await expect(running).rejects.toEqual(cancelled);
    workers[0]!.finish();
    expect(nameOf(workers[0])).toBe('next');
    workers[0]!.finish();
    await next;
    expect(workers.length).toBe(1);
  });

  it('ends the worker of a cancelled short task that does not come to its end', async () => {
    vi.useFakeTimers();
    try {
      const stop = new AbortController();
      const running = strip(nextJob(), 'running', { signal: stop.signal });
      const next = strip(nextJob(), 'next');
      stop.abort();
      await expect(running).rejects.toEqual(cancelled);
      vi.advanceTimersByTime(1000);
      expect(workers[0]!.ended).toBe(true);
      expect(nameOf(workers[1])).toBe('next');
      workers[1]!.finish();
      await next;
    } finally {
      vi.useRealTimers();
    }
  });

  it('ends the worker of a long task at once', async () => {
    const stop = new AbortController();
    const running = strip(nextJob(), 'running', { signal: stop.signal, short: false });
    stop.abort();
    await expect(running).rejects.toEqual(cancelled);
    expect(workers[0]!.ended).toBe(true);
  });
});

describe('trouble', () => {
  it('fails the task of a crashed worker only, and goes on with a new one', async () => {
    const job = nextJob();
    const lost = strip(job, 'lost');
    const next = strip(job, 'next');
    workers[0]!.crash();
    await expect(lost).rejects.toEqual(expect.objectContaining({ code: 'worker-crashed' }));
    workers[1]!.finish();
    await next;
  });

  it('gives up a worker that does not answer in time', async () => {
    vi.useFakeTimers();
    try {
      const late = strip(nextJob(), 'late', { seconds: 5 });
      workers[0]!.say({ kind: 'deadline', id: workers[0]!.last.id, seconds: 8 });
      vi.advanceTimersByTime(7000);
      expect(workers[0]!.ended).toBe(false);
      vi.advanceTimersByTime(2000);
      await expect(late).rejects.toEqual(expect.objectContaining({ code: 'timed-out' }));
    } finally {
      vi.useRealTimers();
    }
  });

  it('rejects everything with EngineErrors when it is destroyed', async () => {
    const job = nextJob();
    const all = [strip(job, 'running'), strip(job, 'waiting')];
    queue.destroy();
    for (const task of all) await expect(task).rejects.toBeInstanceOf(EngineError);
    await expect(strip(job, 'late')).rejects.toEqual(cancelled);
  });
});

it('tells the other workers, and later ones, what one finds out about a video decoder', () => {
  const known: Record<string, Finding['verdict']> = {};
  const store = {
    known,
    add: (codec: string, verdict: Finding['verdict']) => (known[codec] = verdict),
  };
  workers = [];
  const spawn = (): WorkerLike => {
    workers.push(new FakeWorker());
    return workers.at(-1)!;
  };
  queue = new WorkerQueue(spawn, 3, store);
  queue.warmUp(2);
  workers[0]!.say({ kind: 'finding', codec: 'av01', verdict: 'trusted' });
  const lesson = { kind: 'learn', verdicts: { av01: 'trusted' } };
  expect(workers[0]!.received).toEqual([]);
  expect(workers[1]!.received).toEqual([lesson]);
  queue.warmUp(3);
  expect(workers[2]!.received).toEqual([lesson]);
});
