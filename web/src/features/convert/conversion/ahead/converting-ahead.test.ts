import type { ConvertResult, JobOptions, NamedConvertOptions } from '@stillpix/engine';
import { expect, test, vi } from 'vitest';
import { createConvertingAhead } from './converting-ahead.ts';

interface Running {
  file: File;
  job: JobOptions;
  finish: (size?: number) => void;
  fail: () => void;
}

const settle = () => new Promise((resolve) => setTimeout(resolve));
const jpeg: NamedConvertOptions = { format: 'jpeg', quality: 92 };
const png: NamedConvertOptions = { format: 'png' };
const [first, second] = ['a', 'b'].map((name) => new File(['x'], name)) as [File, File];
const wish = (file: File, options = jpeg) => ({ file, options });

/** Converting ahead, with an engine and a clock that the test controls. */
function setUp() {
  const running: Running[] = [];
  const clock = { now: 0 };
  const convert = (file: File, _: object, job: JobOptions) =>
    new Promise<ConvertResult>((resolve, reject) => {
      const finish = (size = 1) => resolve({ blob: { size }, file } as never);
      const fail = () => reject(new Error('cut off'));
      running.push({ file, job, finish, fail });
    });
  const ahead = createConvertingAhead(
    convert,
    () => clock.now,
    () => Promise.resolve(),
  );
  return {
    ahead,
    /** Wants these, and waits until work on the first has begun. */
    want: async (wishes: Parameters<typeof ahead.want>[0]) => {
      ahead.want(wishes, Promise.resolve());
      await settle();
    },
    running,
    clock,
    files: () => running.map(({ file }) => file),
    isAborted: (index: number) => running[index]!.job.signal!.aborted,
  };
}

test('converts what is wanted one after the other, each once', async () => {
  const { want, running, files } = setUp();
  await want([wish(first), wish(second)]);
  expect(files()).toEqual([first]);
  running[0]!.finish();
  await settle();
  expect(files()).toEqual([first, second]);
  running[1]!.finish();
  await settle();
  await want([wish(first), wish(second)]);
  expect(files()).toEqual([first, second]);
});

test('gives its result, and says how far it is', async () => {
  const { ahead, want, running } = setUp();
  await want([wish(first)]);
  running[0]!.job.onProgress!(0.4);
  const onProgress = vi.fn<(fraction: number) => void>();
  const result = ahead.convert(first, jpeg, { onProgress });
  running[0]!.job.onProgress!(0.7);
  running[0]!.finish();
  expect(await result).toMatchObject({ file: first });
  expect(onProgress.mock.calls).toEqual([[0.4], [0.7]]);
  expect(running).toHaveLength(1);
});

test('begins nothing more once something is asked for', async () => {
  const { ahead, want, running, files } = setUp();
  await want([wish(first), wish(second)]);
  const result = ahead.convert(first, jpeg, {});
  running[0]!.finish();
  await result;
  expect(files()).toEqual([first]);
});

test('is canceled with the conversion that it has become', async () => {
  const { ahead, want, isAborted } = setUp();
  const stop = new AbortController();
  await want([wish(first)]);
  void ahead.convert(first, jpeg, { signal: stop.signal });
  expect(isAborted(0)).toBe(false);
  stop.abort();
  expect(isAborted(0)).toBe(true);
});

test('gives up what is asked otherwise, and waits until nothing is wanted', async () => {
  const { want, files, isAborted } = setUp();
  await want([wish(first), wish(second)]);
  await want([wish(first, png), wish(second, png)]);
  expect(isAborted(0)).toBe(true);
  expect(files()).toEqual([first]);
  await want([]);
  await want([wish(second)]);
  expect(files()).toEqual([first, second]);
});

test('gives up what is wanted no more, and goes on with the next', async () => {
  const { ahead, want, running, files, isAborted } = setUp();
  await want([wish(first), wish(second)]);
  await want([wish(second)]);
  expect(isAborted(0)).toBe(true);
  expect(files()).toEqual([first, second]);
  void ahead.convert(first, jpeg, {});
  expect(running).toHaveLength(3);
});

test('does not take what was begun with other options, but gives it up', async () => {
  const { ahead, want, running, isAborted } = setUp();
  await want([wish(first)]);
  void ahead.convert(first, png, {});
  expect(running).toHaveLength(2);
  expect(isAborted(0)).toBe(true);
});

test('tries once more what failed before it was asked for', async () => {
  const { ahead, want, running, files } = setUp();
  await want([wish(first), wish(second)]);
  running[0]!.fail();
  await settle();
  expect(files()).toEqual([first, second]);
  const result = ahead.convert(first, jpeg, {});
  running[2]!.finish();
  expect(await result).toMatchObject({ file: first });
});

test('rests where no work is wanted', async () => {
  const { ahead, want, files, isAborted } = setUp();
  await want([wish(first)]);
  ahead.rest();
  expect(isAborted(0)).toBe(true);
  await want([wish(first)]);
  expect(files()).toEqual([first]);
});

test('keeps no more results than there is room for, and goes on when they are taken', async () => {
  const { ahead, want, running, files } = setUp();
  const [third] = [new File(['x'], 'c')];
  const wishes = [wish(first), wish(second), wish(third)];
  await want(wishes);
  running[0]!.finish(60e6);
  await settle();
  running[1]!.finish(60e6);
  await settle();
  expect(files()).toEqual([first, second]);
  await ahead.convert(first, jpeg, {});
  await want(wishes.slice(1));
  expect(files()).toEqual([first, second, third]);
});

test('leaves large files until they are asked for', async () => {
  const { want, files } = setUp();
  const large = new File([new Uint8Array(17e6)], 'large');
  await want([wish(large), wish(second)]);
  expect(files()).toEqual([second]);
});

test('knows what time it took, ended or not', async () => {
  const { ahead, want, running, clock } = setUp();
  await want([wish(first), wish(second)]);
  clock.now = 300;
  running[0]!.finish();
  await settle();
  clock.now = 500;
  expect(ahead.spentOn([wish(first), wish(second)])).toBe(500);
  expect(ahead.spentOn([wish(first)])).toBe(300);
  expect(ahead.spentOn([wish(first, png)])).toBe(0);
});

test('gives way to what the list says, and to its drawing', async () => {
  const convert = vi.fn<() => Promise<ConvertResult>>(() => new Promise(() => {}));
  const known = Promise.withResolvers<void>();
  const drawn = Promise.withResolvers<void>();
  const ahead = createConvertingAhead(
    convert,
    () => 0,
    () => drawn.promise,
  );
  ahead.want([wish(first)], known.promise);
  await settle();
  known.resolve();
  await settle();
  expect(convert).not.toHaveBeenCalled();
  drawn.resolve();
  await settle();
  expect(convert).toHaveBeenCalledOnce();
});
