import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Planned } from '../../convert/pipeline.ts';
import { seededRandom } from '../../../testing/mutate.ts';
import type { Reply, Request, Result } from './messages.ts';
import type { StripPart } from '../../strips/parts.ts';
import type { SharedStripTask } from '../../strips/tasks/task.ts';
import { nextJob, WorkerQueue, type Task, type WorkerLike } from './queue.ts';

/** A worker that records what it is sent and answers when the test says so. */
class FakeWorker extends EventTarget {
  received: Request[] = [];
  transferred: Transferable[] = [];
  ended = false;

  postMessage(message: Request, transfer: Transferable[] = []): void {
    // Node cannot clone all kinds of objects that are transferred.
    this.received.push(transfer.length > 0 ? message : structuredClone(message));
    this.transferred.push(...transfer);
  }

  terminate(): void {
    this.ended = true;
  }

  reply(reply: Reply): void {
    this.dispatchEvent(new MessageEvent('message', { data: reply }));
  }

  finish(result: unknown = 'result'): void {
    this.reply({ kind: 'done', id: this.received.at(-1)!.id, result: result as Result });
  }

  crash(message: string): void {
    this.dispatchEvent(Object.assign(new Event('error', { cancelable: true }), { message }));
  }
}

let workers: FakeWorker[];

const makeFrame = () => {
  const close = vi.fn<() => void>();
  return { close, frame: { close } as unknown as VideoFrame };
};

function makeQueue(limit: number): WorkerQueue {
  return new WorkerQueue(() => {
    const worker = new FakeWorker();
    workers.push(worker);
    return worker as unknown as WorkerLike;
  }, limit);
}

function task(name: string, more: Partial<Task> = {}): Task {
  const request = { kind: 'inspect', file: new Blob([]), name, options: {} } as const;
  return { request, seconds: 10, job: nextJob(), ...more };
}

const names = () =>
  workers.flatMap(({ received }) => received.map((request) => 'name' in request && request.name));

beforeEach(() => {
  workers = [];
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

describe('the queue', () => {
  test('starts workers as tasks come, never more than allowed, and uses them again', async () => {
    const queue = makeQueue(2);
    const results = [queue.run(task('a')), queue.run(task('b')), queue.run(task('c'))];
    expect(workers).toHaveLength(2);
    expect(names()).toEqual(['a', 'b']);
    workers[1]!.finish('b is done');
    expect(names()).toEqual(['a', 'b', 'c']);
    workers[0]!.finish('a is done');
    workers[1]!.finish('c is done');
    expect(await Promise.all(results)).toEqual(['a is done', 'b is done', 'c is done']);
    expect(workers).toHaveLength(2);
  });

  test('passes codecs on to all workers, and the last word on each to those that start later', () => {
    const queue = makeQueue(2);
    void queue.run(task('a'));
    queue.passOn({ kind: 'module', name: 'raster', module: 'coming' });
    queue.passOn({ kind: 'module', name: 'raster', module: null });
    void queue.run(task('b'));
    const [early, late] = workers.map(({ received }) =>
      received.map((message) => ('module' in message ? message.module : message.kind)),
    );
    expect(early).toEqual(['inspect', 'coming', null]);
    expect(late).toEqual([null, 'inspect']);
  });

  test('leaves workers alone that have nothing to do', async () => {
    const queue = makeQueue(1);
    const run = queue.run(task('a'));
    workers[0]!.finish();
    await run;
    await vi.advanceTimersByTimeAsync(60 * 60 * 1000);
    expect(workers[0]!.ended).toBe(false);
  });

  test('never uses a number twice, so that a late answer settles nothing else', async () => {
    const queue = makeQueue(1);
    const first = queue.run(task('a'));
    const { id } = workers[0]!.received[0]!;
    workers[0]!.finish('first');
    await first;
    const second = queue.run(task('b'));
    workers[0]!.reply({ kind: 'done', id, result: 'late' as unknown as Result });
    workers[0]!.finish('second');
    expect(await second).toBe('second');
    expect(new Set(workers[0]!.received.map((request) => request.id)).size).toBe(2);
  });

  test('passes progress on to the task it belongs to', async () => {
    const queue = makeQueue(1);
    const onProgress = vi.fn<(fraction: number) => void>();
    const run = queue.run(task('a', { onProgress }));
    workers[0]!.reply({ kind: 'progress', id: workers[0]!.received[0]!.id, fraction: 0.5 });
    workers[0]!.finish();
    await run;
    expect(onProgress.mock.calls).toEqual([[0.5]]);
  });
});

describe('a task that others may share', () => {
  const idle = () =>
    workers.flatMap(({ received }) => received.map(({ idleOthers }) => idleOthers));

  test('is told how many other workers have nothing to do', () => {
    const queue = makeQueue(2);
    for (const name of ['a', 'b', 'c', 'd']) void queue.run(task(name));
    workers[0]!.finish();
    workers[1]!.finish();
    workers[0]!.finish();
    void queue.run(task('e'));
    workers[0]!.finish();
    workers[1]!.finish();
    void queue.run(task('f'));
    // By worker: `a` can count on a worker that is yet to start, `f` on one that has finished.
    expect(names()).toEqual(['a', 'c', 'e', 'f', 'b', 'd']);
    expect(idle()).toEqual([1, 0, 0, 1, 0, 0]);
  });

  test('gives its parts to who asked for them, and no more once it is canceled', async () => {
    const queue = makeQueue(1);
    const stop = new AbortController();
    const parts: number[] = [];
    const onPart = ({ index }: StripPart<SharedStripTask>) => void parts.push(index);
    const run = queue.run(task('a', { onPart, signal: stop.signal, short: true }));
    const { id } = workers[0]!.received[0]!;
    const send = (index: number) =>
      workers[0]!.reply({ kind: 'part', id, part: { index } as StripPart });
    send(3);
    stop.abort();
    send(4);
    await expect(run).rejects.toMatchObject({ code: 'canceled' });
    expect(parts).toEqual([3]);
  });

  test('is given what belongs to it without a copy', () => {
    const queue = makeQueue(1);
    const buffer = new ArrayBuffer(8);
    void queue.run(task('a', { transfer: [buffer] }));
    expect(workers[0]!.transferred).toEqual([buffer]);
  });

  test('is given a frame that comes later, behind its request', async () => {
    const queue = makeQueue(2);
    const { frame } = makeFrame();
    const begun = { take: () => Promise.resolve(frame) };
    const run = queue.run(task('a', { begun }));
    void queue.run(task('b'));
    await vi.waitUntil(() => workers[0]!.transferred.includes(frame));
    expect(workers[0]!.received.map(({ kind }) => kind)).toEqual(['inspect', 'frame']);
    expect(new Set(workers[0]!.received.map(({ id }) => id)).size).toBe(1);
    expect(workers[1]!.received.map(({ kind }) => kind)).toEqual(['inspect']);
    workers[0]!.finish();
    await run;
  });

  test.each([
    ['done', () => workers[0]!.finish()],
    ['failed by a crash', () => workers[0]!.crash('trap')],
    ['canceled', (stop: AbortController) => stop.abort()],
  ])('and is %s before that comes, which is then closed', async (_, end) => {
    const queue = makeQueue(1);
    const { close, frame } = makeFrame();
    const taken = Promise.withResolvers<VideoFrame>();
    const stop = new AbortController();
    const begun = { take: () => taken.promise };
    const run = queue.run(task('a', { begun, signal: stop.signal })).catch(() => {});
    end(stop);
    await run;
    taken.resolve(frame);
    await vi.waitUntil(() => close.mock.calls.length > 0);
    expect(workers[0]!.transferred).toEqual([]);
  });
});

describe('when a worker fails', () => {
  test('its own task fails, and the next one gets a new worker', async () => {
    const queue = makeQueue(1);
    const lost = queue.run(task('a'));
    const next = queue.run(task('b'));
    workers[0]!.crash('unreachable executed');
    await expect(lost).rejects.toMatchObject({ name: 'EngineError', code: 'worker-crashed' });
    expect(workers[0]!.ended).toBe(true);
    workers[1]!.finish('b is done');
    expect(await next).toBe('b is done');
  });

  test('a script that does not arrive is told apart from a crash', async () => {
    const run = makeQueue(1).run(task('a'));
    workers[0]!.crash('');
    await expect(run).rejects.toMatchObject({ code: 'code-not-loaded' });
  });

  test('a page that forbids workers gets an error for each task', async () => {
    const queue = new WorkerQueue(() => {
      throw new DOMException('no', 'SecurityError');
    }, 2);
    queue.warmUp(2);
    const runs = [queue.run(task('a')), queue.run(task('b'))];
    for (const run of runs) await expect(run).rejects.toMatchObject({ code: 'code-not-loaded' });
  });

  test('an error it reports keeps its code and what it names', async () => {
    const run = makeQueue(1).run(task('a'));
    const { id } = workers[0]!.received[0]!;
    const failure = {
      code: 'unsupported-feature',
      message: 'no',
      feature: 'vvc-item',
      fits: undefined,
    } as const;
    workers[0]!.reply({ kind: 'failed', id, failure });
    await expect(run).rejects.toMatchObject({
      name: 'EngineError',
      code: 'unsupported-feature',
      feature: 'vvc-item',
    });
    expect(workers[0]!.ended).toBe(false);
  });

  describe('one that could not load code', () => {
    const failure = {
      code: 'code-not-loaded',
      message: 'no',
      feature: undefined,
      fits: undefined,
    } as const;
    const fail = (worker: (typeof workers)[number]): void =>
      worker.reply({ kind: 'failed', id: worker.received[0]!.id, failure });

    test('is replaced, because it would never ask for it again, and its task tried once more', async () => {
      const run = makeQueue(1).run(task('a'));
      fail(workers[0]!);
      expect(workers[0]!.ended).toBe(true);
      workers[1]!.finish('a is done');
      expect(await run).toBe('a is done');
    });

    test('fails the task at once where others have parts of it', async () => {
      const part = { index: 0 } as StripPart;
      const onPart = vi.fn<(part: StripPart<SharedStripTask>) => void>();
      const queue = makeQueue(1);
      const whole = queue.run(task('a', { onPart }));
      fail(workers[0]!);
      workers[1]!.finish('a is done');
      expect(await whole).toBe('a is done');
      const shared = queue.run(task('b', { onPart }));
      workers[1]!.reply({ kind: 'part', id: workers[1]!.received[1]!.id, part });
      workers[1]!.reply({ kind: 'failed', id: workers[1]!.received[1]!.id, failure });
      await expect(shared).rejects.toMatchObject({ code: 'code-not-loaded' });
      expect(onPart.mock.calls).toEqual([[part]]);
    });

    test('fails the task when another cannot either, and lets the next one go on', async () => {
      const queue = makeQueue(1);
      const run = queue.run(task('a'));
      const next = queue.run(task('b'));
      fail(workers[0]!);
      fail(workers[1]!);
      await expect(run).rejects.toMatchObject({ code: 'code-not-loaded' });
      workers[2]!.finish('b is done');
      expect(await next).toBe('b is done');
    });

    test('does not bring a task back that was canceled meanwhile', async () => {
      const controller = new AbortController();
      const run = makeQueue(1).run({ ...task('a'), signal: controller.signal });
      fail(workers[0]!);
      controller.abort();
      await expect(run).rejects.toMatchObject({ code: 'canceled' });
      expect(workers[1]!.ended).toBe(true);
    });
  });

  test('silence ends in a timeout, unless the worker asks for longer', async () => {
    const queue = makeQueue(1);
    const silent = queue.run(task('a'));
    const [outcome] = await Promise.allSettled([silent, vi.advanceTimersByTimeAsync(10_000)]);
    expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'timed-out' } });
    expect(workers[0]!.ended).toBe(true);

    const slow = queue.run(task('b'));
    const { id } = workers[1]!.received[0]!;
    workers[1]!.reply({ kind: 'deadline', id, seconds: 60 });
    await vi.advanceTimersByTimeAsync(50_000);
    workers[1]!.finish('slow but done');
    expect(await slow).toBe('slow but done');
  });
});

function planFor(...tasks: string[]): Planned {
  return { kind: 'planned', planned: { plan: { tasks } } } as unknown as Planned;
}

describe('canceling', () => {
  test('a task that has planned, and goes on with something short, is let finish', async () => {
    const queue = makeQueue(1);
    const stop = new AbortController();
    const onPlanned = vi.fn<(planned: Planned) => void>();
    const run = queue.run(task('a', { onPlanned, signal: stop.signal }));
    const { id } = workers[0]!.received[0]!;
    const planned = planFor('first', 'second');
    workers[0]!.reply({ kind: 'planned', id, planned });
    expect(onPlanned.mock.calls).toEqual([[planned]]);
    stop.abort();
    await expect(run).rejects.toMatchObject({ code: 'canceled' });
    expect(workers[0]!.ended).toBe(false);
  });

  test('one that goes on with the only strip of its plan ends its worker at once', async () => {
    const stop = new AbortController();
    const run = makeQueue(1).run(task('a', { signal: stop.signal }));
    const { id } = workers[0]!.received[0]!;
    workers[0]!.reply({ kind: 'planned', id, planned: planFor('all of it') });
    stop.abort();
    await expect(run).rejects.toMatchObject({ code: 'canceled' });
    expect(workers[0]!.ended).toBe(true);
  });

  test('a running task ends its worker at once, and another takes over', async () => {
    const queue = makeQueue(1);
    const controller = new AbortController();
    const running = queue.run(task('a', { signal: controller.signal }));
    const next = queue.run(task('b'));
    controller.abort();
    await expect(running).rejects.toMatchObject({ code: 'canceled' });
    expect(workers[0]!.ended).toBe(true);
    workers[1]!.finish('b is done');
    expect(await next).toBe('b is done');
  });

  test('a waiting task is never sent', async () => {
    const queue = makeQueue(1);
    const controller = new AbortController();
    const first = queue.run(task('a'));
    const waiting = queue.run(task('b', { signal: controller.signal }));
    controller.abort();
    await expect(waiting).rejects.toMatchObject({ code: 'canceled' });
    workers[0]!.finish();
    await first;
    expect(names()).toEqual(['a']);
  });

  test('before the start is refused at once', async () => {
    const run = makeQueue(1).run(task('a', { signal: AbortSignal.abort() }));
    await expect(run).rejects.toMatchObject({ code: 'canceled' });
    expect(workers).toHaveLength(0);
  });

  test('everything settles all tasks, running and waiting, and later ones too', async () => {
    const queue = makeQueue(1);
    const runs = [queue.run(task('a')), queue.run(task('b'))];
    queue.destroy();
    for (const run of runs) await expect(run).rejects.toMatchObject({ code: 'canceled' });
    await expect(queue.run(task('c'))).rejects.toMatchObject({ code: 'canceled' });
    expect(workers.every(({ ended }) => ended)).toBe(true);
  });
});

describe('a short task that is canceled', () => {
  test('settles at once, and its worker is kept when it soon answers', async () => {
    const queue = makeQueue(1);
    const controller = new AbortController();
    const onProgress = vi.fn<(fraction: number) => void>();
    const running = queue.run(task('a', { short: true, signal: controller.signal, onProgress }));
    controller.abort();
    controller.abort();
    await expect(running).rejects.toMatchObject({ code: 'canceled' });
    const { id } = workers[0]!.received[0]!;
    workers[0]!.reply({ kind: 'progress', id, fraction: 0.9 });
    const next = queue.run(task('b'));
    expect(names()).toEqual(['a']);
    workers[0]!.finish();
    expect(names()).toEqual(['a', 'b']);
    workers[0]!.finish('b is done');
    expect(await next).toBe('b is done');
    expect(onProgress).not.toHaveBeenCalled();
    expect(workers).toHaveLength(1);
  });

  test('loses its worker soon, however much time that asks for', async () => {
    const queue = makeQueue(1);
    const controller = new AbortController();
    const running = queue.run(task('a', { short: true, signal: controller.signal }));
    const next = queue.run(task('b'));
    controller.abort();
    await expect(running).rejects.toMatchObject({ code: 'canceled' });
    workers[0]!.reply({ kind: 'deadline', id: workers[0]!.received[0]!.id, seconds: 60 });
    await vi.advanceTimersByTimeAsync(300);
    expect(workers[0]!.ended).toBe(true);
    workers[1]!.finish('b is done');
    expect(await next).toBe('b is done');
  });
});

describe('jobs', () => {
  /** The order in which one worker runs the tasks. */
  async function orderOf(queue: WorkerQueue, tasks: Task[]): Promise<string[]> {
    const runs = tasks.map((each) => queue.run(each));
    for (const _ of runs) workers[0]!.finish();
    await Promise.all(runs);
    return names().map(String);
  }

  const tasksOf = (name: string, count: number) => {
    const job = nextJob();
    return Array.from({ length: count }, () => task(name, { job }));
  };

  test('of few tasks are done one after the other', async () => {
    const tasks = ['a', 'b', 'c'].flatMap((name) => tasksOf(name, 3));
    expect((await orderOf(makeQueue(1), tasks)).join('')).toBe('aaabbbccc');
  });

  test('behind long ones are let in between, however many long ones there are', async () => {
    const tasks = ['a', 'b'].flatMap((name) => tasksOf(name, 20));
    const order = await orderOf(makeQueue(1), [...tasks, ...tasksOf('c', 2)]);
    expect(order.lastIndexOf('c')).toBeLessThan(10);
    expect(order.slice(0, 8)).toContain('b');
    // The first job keeps half of the worker's time.
    expect(order.slice(0, 10).filter((name) => name === 'a').length).toBeGreaterThanOrEqual(5);
    expect(order.lastIndexOf('a')).toBeLessThan(order.lastIndexOf('b'));
  });

  test('of which somebody waits for the answer go first', async () => {
    const tasks = tasksOf('a', 3);
    const urgent = task('now', { job: 0 });
    expect(await orderOf(makeQueue(1), [...tasks, urgent])).toEqual(['a', 'now', 'a', 'a']);
  });
});

describe('whatever happens', () => {
  test('each task settles once, and nothing is heard of it afterwards', async () => {
    for (let seed = 1; seed <= 60; seed++) {
      const random = seededRandom(seed);
      const pick = (count: number) => Math.floor(random() * count);
      const limit = 1 + pick(3);
      const queue = makeQueue(limit);
      const own: FakeWorker[] = (workers = []);
      const late: string[] = [];
      const endings: string[] = [];
      const controllers: AbortController[] = [];
      const runs: Promise<unknown>[] = [];
      const start = () => {
        const name = `${seed}.${runs.length}`;
        const controller = new AbortController();
        let settled = false;
        const onProgress = () => void (settled && late.push(name));
        const { signal } = controller;
        const job = pick(4) === 0 ? 0 : nextJob();
        const run = queue.run(task(name, { short: pick(2) === 0, signal, onProgress, job }));
        controllers.push(controller);
        const ended = (ending: string) => {
          settled = true;
          endings.push(ending);
        };
        runs.push(
          run.then(
            () => ended('done'),
            (error: { code: string }) => ended(error.code),
          ),
        );
      };
      const actions: ((worker: FakeWorker, id: number) => void)[] = [
        start,
        start,
        (worker) => worker.finish(),
        (worker, id) => worker.reply({ kind: 'progress', id, fraction: random() }),
        (worker, id) => worker.reply({ kind: 'deadline', id, seconds: pick(90) }),
        (worker, id) => {
          const failure = {
            code: 'corrupt-file',
            message: '',
            feature: undefined,
            fits: undefined,
          } as const;
          worker.reply({ kind: 'failed', id, failure });
        },
        (worker) => worker.crash(pick(2) === 0 ? '' : 'unreachable'),
        () => controllers[pick(controllers.length)]?.abort(),
        () => vi.advanceTimersByTime(pick(12_000)),
      ];
      for (let step = 0; step < 80; step++) {
        const worker = own[pick(own.length)];
        const id = worker?.received.at(-1)?.id;
        if (!worker || id === undefined) start();
        else actions[pick(actions.length)]!(worker, id - pick(2));
        await Promise.resolve();
        expect(own.filter(({ ended }) => !ended).length).toBeLessThanOrEqual(limit);
      }
      if (pick(2) === 0) queue.destroy();
      else await vi.advanceTimersByTimeAsync(60 * 60 * 1000);
      await Promise.all(runs);
      expect(endings).toHaveLength(runs.length);
      expect(late).toEqual([]);
    }
  });
});

test('hands on what a worker has fetched, whether or not it has a task', () => {
  const heard: unknown[] = [];
  const worker = new FakeWorker();
  const spawn = () => worker as unknown as WorkerLike;
  const queue = new WorkerQueue(spawn, 1, null, (requests) => heard.push(...requests));
  queue.warmUp(1);
  const requests = [{ url: 'https://here.example/heic.js', initiator: 'script' }];
  worker.dispatchEvent(new MessageEvent('message', { data: { kind: 'requests', requests } }));
  expect(heard).toEqual(requests);
});
