import type { ConvertResult, JobOptions } from '@stillpix/engine';
import { expect, test } from 'vitest';
import { type BatchEntry, parallelFiles, startBatch } from './batch.ts';

const result = { blob: new Blob(['x']) } as ConvertResult;

/** An engine whose files are all settled by the test. */
function createControlledEngine() {
  const running = new Map<
    string,
    { job: JobOptions; resolve: () => void; reject: (error: Error) => void }
  >();
  return {
    running,
    convert: (file: File, _: object, job: JobOptions) =>
      new Promise<ConvertResult>((resolve, reject) => {
        const end = (settle: () => void) => {
          running.delete(file.name);
          settle();
        };
        running.set(file.name, {
          job,
          resolve: () => end(() => resolve(result)),
          reject: (error) => end(() => reject(error)),
        });
        job.signal?.addEventListener('abort', () => end(() => reject(new Error('aborted'))));
      }),
  };
}

function entriesOf(...names: string[]): BatchEntry[] {
  return names.map((name, index) => ({
    id: name,
    job: index + 1,
    file: new File(['x'], name),
    options: {},
  }));
}

function createLog() {
  const lines: string[] = [];
  return {
    lines,
    events: {
      onStart: ({ id }: BatchEntry) => void lines.push(`start ${id}`),
      onProgress: ({ id }: BatchEntry, fraction: number) => void lines.push(`${id} at ${fraction}`),
      onDone: ({ id }: BatchEntry) => void lines.push(`done ${id}`),
      onFailed: ({ id }: BatchEntry, { code }: { code: string }) =>
        void lines.push(`failed ${id} ${code}`),
      onCanceled: ({ id }: BatchEntry) => void lines.push(`canceled ${id}`),
    },
  };
}

const settled = () => new Promise((resolve) => setTimeout(resolve));

test('converts no more files side by side than it may, and takes the next as one ends', async () => {
  const engine = createControlledEngine();
  const log = createLog();
  const batch = startBatch(entriesOf('a', 'b', 'c'), engine.convert, 2, log.events);
  expect([...engine.running.keys()]).toEqual(['a', 'b']);
  engine.running.get('b')?.resolve();
  await settled();
  expect([...engine.running.keys()]).toEqual(['a', 'c']);
  engine.running.get('a')?.resolve();
  engine.running.get('c')?.resolve();
  await expect(batch.finished).resolves.toBe(3);
});

test('goes on after a file that fails', async () => {
  const engine = createControlledEngine();
  const log = createLog();
  const batch = startBatch(entriesOf('a', 'b'), engine.convert, 1, log.events);
  engine.running.get('a')?.reject(Object.assign(new Error('cut off'), { code: 'corrupt-file' }));
  await settled();
  engine.running.get('b')?.resolve();
  await expect(batch.finished).resolves.toBe(1);
  expect(log.lines).toEqual(['start a', 'failed a corrupt-file', 'start b', 'done b']);
});

test('cancels what runs, and never starts what waits', async () => {
  const engine = createControlledEngine();
  const log = createLog();
  const batch = startBatch(entriesOf('a', 'b', 'c'), engine.convert, 2, log.events);
  batch.cancel();
  await expect(batch.finished).resolves.toBe(0);
  expect(log.lines).toEqual(['start a', 'start b', 'canceled a', 'canceled b']);
});

test('drops a result that arrives after the canceling', async () => {
  const log = createLog();
  const convert = async () => result;
  const batch = startBatch(entriesOf('a'), convert, 1, log.events);
  batch.cancel();
  await batch.finished;
  expect(log.lines).toEqual(['start a', 'canceled a']);
});

test('stops one file while the others go on', async () => {
  const engine = createControlledEngine();
  const log = createLog();
  const batch = startBatch(entriesOf('a', 'b', 'c'), engine.convert, 1, log.events);
  batch.cancelOne('b');
  batch.cancelOne('a');
  await settled();
  expect([...engine.running.keys()]).toEqual(['c']);
  engine.running.get('c')?.resolve();
  await expect(batch.finished).resolves.toBe(1);
  expect(log.lines).not.toContain('start b');
});

test('passes progress on until the file is canceled', async () => {
  const engine = createControlledEngine();
  const log = createLog();
  const batch = startBatch(entriesOf('a'), engine.convert, 1, log.events);
  const { job } = engine.running.get('a') ?? {};
  job?.onProgress?.(0.5);
  batch.cancel();
  job?.onProgress?.(0.9);
  await batch.finished;
  expect(log.lines).toEqual(['start a', 'a at 0.5', 'canceled a']);
});

test.each([
  [undefined, 2],
  [0, 2],
  [1, 1],
  [3, 3],
  [16, 4],
])('runs as many files at once as %s cores allow: %d', (cores, expected) => {
  expect(parallelFiles(cores)).toBe(expected);
});
