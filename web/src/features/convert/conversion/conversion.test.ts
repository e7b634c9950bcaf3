import type { ConvertOptions, ConvertResult, Inspection, JobOptions } from '@stillpix/engine';
import { describe, expect, test, vi } from 'vitest';
import { defaultOptions } from '../tools.ts';
import type { LimitAnswer } from './batch-limits.ts';
import { type ConversionParts, createConversion } from './conversion.ts';
import type { ConversionEvent } from './events.ts';
import { statusOf } from './photos.ts';

interface Running {
  name: string;
  options: ConvertOptions;
  finish: (size?: number, notes?: ConvertResult['notes']) => void;
  fail: () => void;
}

const free = { maxFiles: 5, isPro: false };
const allowed: LimitAnswer = { kind: 'allowed', ...free };

/** A conversion whose engine and server are controlled by the test. */
function setUp(parts: Partial<ConversionParts> = {}, tool: 'convert' | 'resize-crop' = 'convert') {
  const running: Running[] = [];
  const questions: object[] = [];
  const counted: [number, string | null][] = [];
  const answers: LimitAnswer[] = [];
  let held = 0;
  let released = 0;
  const conversion = createConversion(tool, defaultOptions(tool), {
    convert: (file: File, options: ConvertOptions, job: JobOptions) =>
      new Promise<ConvertResult>((resolve, reject) => {
        const run: Running = {
          name: file.name,
          options,
          finish: (size = 10, notes = []) =>
            end(() => {
              const blob = new Blob([new Uint8Array(size)]);
              resolve({ blob, width: 4, height: 3, notes } as never);
            }),
          fail: () =>
            end(() => reject(Object.assign(new Error('cut off'), { code: 'corrupt-file' }))),
        };
        const end = (settle: () => void) => {
          running.splice(running.indexOf(run), 1);
          settle();
        };
        running.push(run);
        job.signal?.addEventListener('abort', () => end(() => reject(new Error('aborted'))));
      }),
    headStart: { want() {}, rest() {}, spentOn: () => 0 },
    inspect: async () => ({ width: 40, height: 30 }) as Inspection,
    readMovie: async () => null,
    recodeVideo: async () => new File([], 'none.mp4'),
    askLimits: async (question) => {
      questions.push(question);
      return answers.shift() ?? allowed;
    },
    newBatchKey: () => 'a-key',
    freeMaxFiles: 5,
    offlineMaxFiles: async () => 5,
    countConverted: (...count) => void counted.push(count),
    rememberOptions: () => {},
    holdThumbnails() {
      held += 1;
      return () => (held -= 1);
    },
    releaseEngine: () => (released += 1),
    parallel: 2,
    now: () => 0,
    ...parts,
  });
  const events: ConversionEvent[] = [];
  conversion.listen((event) => events.push(event));
  const add = (...names: string[]) => conversion.add(names.map((name) => new File(['x'], name)));
  const idOf = (name: string) =>
    conversion.read().photos.find(({ file }) => file.name === name)?.id ?? '';
  const find = (name: string) => conversion.read().photos.find(({ file }) => file.name === name);
  const last = <K extends ConversionEvent['kind']>(kind: K) =>
    events.findLast((event): event is ConversionEvent & { kind: K } => event.kind === kind);
  /** Completes everything that runs and follows, until nothing is left. */
  async function finishAll(size?: number): Promise<void> {
    await settle();
    while (running.length > 0) {
      running[0]?.finish(size);
      await settle();
    }
  }
  return {
    conversion,
    running,
    questions,
    counted,
    answers,
    events,
    add,
    idOf,
    find,
    last,
    finishAll,
    held: () => held,
    released: () => released,
    names: () => conversion.read().photos.map(({ file }) => file.name),
    statuses: () => conversion.read().photos.map(statusOf),
  };
}

/** Long enough for everything that waits only for promises. */
const settle = () => new Promise((resolve) => setTimeout(resolve));

test('takes photos after others could not be taken', async () => {
  const askLimits = vi.fn<ConversionParts['askLimits']>().mockResolvedValue(allowed);
  askLimits.mockRejectedValueOnce(new Error('broken'));
  const { add, names } = setUp({ askLimits });
  await expect(add('a.heic')).rejects.toThrow('broken');
  await add('b.heic');
  expect(names()).toEqual(['b.heic']);
});

test('hands photos to the engine before the page is drawn anew', async () => {
  let drawings = 0;
  const drawingsBefore: number[] = [];
  const { add, conversion } = setUp({
    convert: () => {
      drawingsBefore.push(drawings);
      return new Promise(() => {});
    },
  });
  await add('a.heic', 'b.heic');
  await settle();
  conversion.subscribe(() => drawings++);
  void conversion.start();
  await settle();
  expect(drawingsBefore).toEqual([0, 0]);
  expect(drawings).toBe(0);
  await vi.waitFor(() => expect(drawings).toBe(1));
});

describe('adding photos', () => {
  test('asks with all that is not converted yet, and takes them in', async () => {
    const { add, questions, statuses, last } = setUp();
    await add('a.heic', 'b.heic');
    await add('c.heic');
    expect(questions).toEqual([
      { action: 'upload', fileCount: 2 },
      { action: 'upload', fileCount: 3 },
    ]);
    expect(statuses()).toEqual(['pending', 'pending', 'pending']);
    expect(last('added')).toMatchObject({ count: 1, total: 3, isFirst: false });
  });

  test('takes in as many as the limit allows, and lets the others wait in order', async () => {
    const { add, conversion, last, names } = setUp();
    await add('1', '2', '3', '4');
    await add('5', '6', '7');
    expect(names()).toEqual(['1', '2', '3', '4', '5']);
    expect(conversion.read().waiting.map(({ file }) => file.name)).toEqual(['6', '7']);
    expect(last('too-many')).toMatchObject({ picked: 3, taken: 1, waiting: 2, isPro: false });
    expect(last('too-many')).toMatchObject({ maxFiles: 5, hadWaiting: false });
    await add('8');
    expect(last('too-many')).toMatchObject({ picked: 1, taken: 0, waiting: 3, hadWaiting: true });
    expect(conversion.read().waiting.map(({ file }) => file.name)).toEqual(['6', '7', '8']);
  });

  test.each<[string, (table: ReturnType<typeof setUp>) => unknown]>([
    ['one is taken off', ({ conversion, idOf }) => conversion.remove(idOf('1'))],
    ['Pro begins', ({ conversion }) => conversion.setAllowance({ isPro: true, maxFiles: 20 })],
  ])('takes in who waits when %s', async (_, makeRoom) => {
    const table = setUp();
    await table.add('1', '2', '3', '4', '5', '6');
    makeRoom(table);
    expect(table.names()).toContain('6');
    expect(table.conversion.read().waiting).toEqual([]);
    expect(table.last('admitted')).toMatchObject({ count: 1, waiting: 0 });
  });

  test('takes in who waits as soon as a batch is done', async () => {
    const { add, conversion, finishAll, statuses } = setUp();
    await add('1', '2', '3', '4', '5', '6');
    void conversion.start();
    await finishAll();
    expect(statuses()).toEqual([...Array(5).fill('success'), 'pending']);
  });

  test('takes back that those who wait are not wanted', async () => {
    const { add, conversion, finishAll, names } = setUp();
    await add('1', '2', '3', '4', '5', '6', '7');
    const undo = conversion.dropWaiting();
    expect(conversion.read().waiting).toEqual([]);
    void conversion.start();
    await finishAll();
    undo();
    expect(names()).toEqual(['1', '2', '3', '4', '5', '6', '7']);
  });

  test('goes by the limit that the server names', async () => {
    const { add, conversion, answers } = setUp();
    answers.push({ kind: 'allowed', maxFiles: 20, isPro: true });
    await add('1', '2', '3', '4', '5', '6');
    expect(conversion.read().photos).toHaveLength(6);
  });

  test('says why the server refuses', async () => {
    const { add, conversion, answers, last } = setUp();
    answers.push({ kind: 'refused', reason: 'daily-limit', words: 'No', ...free });
    await add('a.heic');
    expect(conversion.read().photos).toEqual([]);
    expect(conversion.read().waiting).toHaveLength(1);
    expect(last('refused')).toMatchObject({ action: 'add', reason: 'daily-limit' });
  });

  test('goes by the last known limit when the server has no answer', async () => {
    const { add, conversion, answers, last } = setUp();
    answers.push({ kind: 'unknown' }, { kind: 'unknown' });
    await add('1', '2', '3');
    expect(conversion.read().photos).toHaveLength(3);
    await add('4', '5', '6');
    expect(last('too-many')).toMatchObject({ maxFiles: 5, waiting: 1 });
  });

  test('keeps the order in which photos came, however long the server takes', async () => {
    let answerFirst: (limits: LimitAnswer) => void = () => {};
    const answers = [
      new Promise<LimitAnswer>((resolve) => (answerFirst = resolve)),
      Promise.resolve(allowed),
    ];
    const { add, conversion } = setUp({ askLimits: () => answers.shift()! });
    const both = [add('first'), add('second')];
    await settle();
    answerFirst(allowed);
    await Promise.all(both);
    expect(conversion.read().photos.map(({ file }) => file.name)).toEqual(['first', 'second']);
  });

  test('reads the size of each photo', async () => {
    const { add, find } = setUp();
    await add('a.heic');
    await settle();
    expect(find('a.heic')?.dimensions).toEqual({ width: 40, height: 30 });
  });
});

describe('converting', () => {
  test('asks first, converts side by side what it may, and counts under the key asked with', async () => {
    const { add, conversion, running, questions, counted, finishAll, statuses, held } = setUp();
    await add('a', 'b', 'c');
    const ended = conversion.start();
    expect(conversion.read().phase).toBe('checking');
    await settle();
    expect(questions.at(-1)).toEqual({
      action: 'convert',
      fileCount: 3,
      conversionKey: 'a-key',
    });
    expect(conversion.read().phase).toBe('converting');
    expect(running.map(({ name }) => name)).toEqual(['a', 'b']);
    expect(held()).toBe(1);
    await finishAll();
    await ended;
    expect(statuses()).toEqual(['success', 'success', 'success']);
    expect(conversion.read()).toMatchObject({ phase: 'idle', run: { converted: 3, failed: 0 } });
    expect(counted).toEqual([[3, 'a-key']]);
    expect(held()).toBe(0);
  });

  test('goes on after a photo that fails, and says so at the end', async () => {
    const { add, conversion, running, finishAll, statuses, last } = setUp();
    await add('a', 'b');
    void conversion.start();
    await settle();
    running[0]?.fail();
    await finishAll();
    expect(statuses()).toEqual(['error', 'success']);
    expect(last('photo-failed')).toMatchObject({ name: 'a', failure: { code: 'corrupt-file' } });
    expect(last('finished')).toMatchObject({ converted: 1, failed: 1 });
  });

  test('says at the end how many missed what was asked for', async () => {
    const { add, conversion, running, finishAll, last } = setUp();
    await add('a', 'b', 'c');
    void conversion.start();
    await settle();
    running[0]?.finish(10, ['target-not-reached']);
    await finishAll();
    expect(last('finished')).toMatchObject({
      converted: 3,
      failed: 0,
      shortfalls: { missed: 1, incomplete: 0 },
    });
  });

  test('converts only what has no result of these options', async () => {
    const { add, conversion, running, finishAll } = setUp();
    await add('a');
    void conversion.start();
    await finishAll();
    await add('b');
    void conversion.start();
    await settle();
    expect(running.map(({ name }) => name)).toEqual(['b']);
  });

  test('converts again what was made with other options, and keeps results until new ones are there', async () => {
    const { add, conversion, running, find, finishAll } = setUp();
    await add('a');
    void conversion.start();
    await finishAll(10);
    expect(conversion.needsConversion(find('a')!)).toBe(false);
    conversion.setOptions({ ...conversion.read().options, quality: 70 });
    expect(conversion.needsConversion(find('a')!)).toBe(true);
    void conversion.start();
    await settle();
    expect(running[0]?.options.quality).toBe(70);
    expect(find('a')?.result?.converted.blob.size).toBe(10);
    await finishAll(7);
    expect(find('a')?.result?.converted.blob.size).toBe(7);
    expect(conversion.needsConversion(find('a')!)).toBe(false);
  });

  test.each<[string, LimitAnswer]>([
    ['refuses', { kind: 'refused', reason: 'too-many-files', words: '', ...free }],
    ['cannot be asked', { kind: 'unknown' }],
  ])('keeps every result when the server %s', async (_, answer) => {
    const { add, conversion, answers, finishAll, statuses, running } = setUp();
    await add('a', 'b');
    void conversion.start();
    await finishAll();
    conversion.setOptions({ ...conversion.read().options, quality: 70 });
    answers.push(answer);
    await conversion.start();
    expect(running).toEqual([]);
    expect(statuses()).toEqual(['success', 'success']);
    expect(conversion.read().phase).toBe('idle');
  });

  test('asks for no more than the limit allows at once, and leaves the others as they are', async () => {
    const { add, conversion, questions, running, finishAll, statuses } = setUp({ parallel: 9 });
    for (const batch of [
      ['1', '2', '3', '4', '5'],
      ['6', '7', '8'],
    ]) {
      await add(...batch);
      void conversion.start();
      await finishAll();
    }
    conversion.setOptions({ ...conversion.read().options, quality: 70 });
    expect(conversion.countToConvert()).toEqual({ now: 5, all: 8 });
    void conversion.start();
    await settle();
    expect(questions.at(-1)).toMatchObject({ action: 'convert', fileCount: 5 });
    expect(running).toHaveLength(5);
    await finishAll();
    expect(statuses()).toEqual(Array(8).fill('success'));
    expect(conversion.countToConvert()).toEqual({ now: 3, all: 3 });
  });

  test('asks once more for fewer when less is allowed than it thought', async () => {
    const { add, conversion, questions, answers, running, last } = setUp({ parallel: 9 });
    conversion.setAllowance({ isPro: true, maxFiles: 20 });
    answers.push({ kind: 'allowed', isPro: true, maxFiles: 20 });
    await add('1', '2', '3', '4', '5', '6', '7');
    answers.push({ kind: 'refused', reason: 'too-many-files', words: '', ...free }, allowed);
    void conversion.start();
    await settle();
    expect(questions.at(-1)).toMatchObject({ action: 'convert', fileCount: 5 });
    expect(running).toHaveLength(5);
    expect(last('fewer-allowed')).toMatchObject({ maxFiles: 5 });
  });

  test('converts a photo with settings of its own, and the others with those of the panel', async () => {
    const { add, conversion, running, idOf } = setUp();
    await add('a', 'b');
    conversion.changeOwnOptions(idOf('b'), { output: 'png' });
    void conversion.start();
    await settle();
    expect(running.map(({ options }) => options.format)).toEqual(['jpeg', 'png']);
  });

  test('keeps what a photo has of its own when more of it changes, until it is as with all', async () => {
    const { add, conversion, idOf } = setUp();
    await add('a');
    const own = () => conversion.read().photos[0]?.own;
    conversion.changeOwnOptions(idOf('a'), { metadata: 'without-location' });
    conversion.changeOwnOptions(idOf('a'), { quality: 85 });
    expect(own()).toEqual({ metadata: 'without-location', quality: 85 });
    conversion.changeOwnOptions(idOf('a'), { quality: conversion.read().options.quality });
    expect(own()).toEqual({ metadata: 'without-location' });
    conversion.changeOwnOptions(idOf('a'), { metadata: 'keep' });
    expect(own()).toBeNull();
  });

  test('converts up to the free limit without a network, and counts without a key', async () => {
    const { add, conversion, answers, finishAll, counted, last } = setUp({
      offlineMaxFiles: async () => 1,
    });
    await add('a', 'b');
    answers.push({ kind: 'offline' });
    void conversion.start();
    await finishAll();
    expect(last('offline')).toMatchObject({ maxFiles: 1 });
    expect(counted).toEqual([[1, null]]);
  });

  test('converts up to what the signed word says without a network, and then has nothing to tell', async () => {
    const { add, conversion, answers, finishAll, counted, last } = setUp({
      offlineMaxFiles: async () => 20,
    });
    conversion.setAllowance({ isPro: true, maxFiles: 20 });
    answers.push({ kind: 'offline' }, { kind: 'offline' });
    await add('a', 'b', 'c', 'd', 'e', 'f');
    void conversion.start();
    await finishAll();
    expect(counted).toEqual([[6, null]]);
    expect(last('offline')).toBeUndefined();
  });

  test('does not call a result old for a setting that means nothing for it', async () => {
    const { add, conversion, finishAll, idOf } = setUp();
    await add('lossy', 'lossless');
    conversion.changeOwnOptions(idOf('lossless'), { output: 'png' });
    void conversion.start();
    await finishAll();
    conversion.setOptions({ ...conversion.read().options, quality: 70, background: '#000000' });
    const { photos } = conversion.read();
    expect(photos.map(conversion.needsConversion)).toEqual([true, false]);
  });

  test('tries a failed photo again only when asked', async () => {
    const { add, conversion, running, finishAll, idOf, statuses } = setUp();
    await add('a');
    void conversion.start();
    await settle();
    running[0]?.fail();
    await settle();
    await conversion.start();
    expect(running).toEqual([]);
    void conversion.retry(idOf('a'));
    await finishAll();
    expect(statuses()).toEqual(['success']);
  });

  test('applies no quality that only Pro may set, and applies it as soon as it is Pro', () => {
    const { conversion } = setUp();
    conversion.setOptions({ ...conversion.read().options, quality: 77 });
    expect(conversion.read().options.quality).toBe(92);
    conversion.setAllowance({ isPro: true, maxFiles: 20 });
    expect(conversion.read().options.quality).toBe(77);
  });

  test('cuts a crop in pixels, once the size of the photo is known', async () => {
    const { add, conversion, running, idOf } = setUp({}, 'resize-crop');
    await add('a');
    conversion.crop([idOf('a')], { x: 0.5, y: 0.5, width: 0.5, height: 0.5 });
    void conversion.start();
    await settle();
    expect(running[0]?.options.crop).toEqual({ x: 20, y: 15, width: 20, height: 15 });
  });
});

describe('canceling', () => {
  test('stops what runs, starts nothing more, and keeps what is done', async () => {
    const { add, conversion, running, statuses, last } = setUp({ parallel: 1 });
    await add('a', 'b', 'c');
    void conversion.start();
    await settle();
    running[0]?.finish();
    await settle();
    conversion.cancel();
    await settle();
    expect(running).toEqual([]);
    expect(statuses()).toEqual(['success', 'pending', 'pending']);
    expect(conversion.read()).toMatchObject({ phase: 'idle', run: { converted: 1 } });
    expect(last('canceled')).toBeDefined();
    expect(last('finished')).toBeUndefined();
  });

  test('makes an answer about limits void that comes after it', async () => {
    let answer: (limits: LimitAnswer) => void = () => {};
    const answers = [
      Promise.resolve(allowed),
      new Promise<LimitAnswer>((resolve) => (answer = resolve)),
    ];
    const { add, conversion, running } = setUp({ askLimits: () => answers.shift()! });
    await add('a');
    void conversion.start();
    conversion.cancel();
    answer(allowed);
    await settle();
    expect(running).toEqual([]);
    expect(conversion.read().phase).toBe('idle');
  });

  test('stops a photo that is removed, and no other', async () => {
    const { add, conversion, running, idOf, finishAll, statuses } = setUp();
    await add('a', 'b');
    void conversion.start();
    await settle();
    conversion.remove(idOf('a'));
    await settle();
    expect(running.map(({ name }) => name)).toEqual(['b']);
    await finishAll();
    expect(statuses()).toEqual(['success']);
  });

  test('brings a removed photo back where it was, with its settings and its result', async () => {
    const { add, conversion, finishAll, idOf, names, statuses } = setUp();
    await add('a', 'b', 'c');
    conversion.changeOwnOptions(idOf('b'), { quality: 70 });
    void conversion.start();
    await finishAll();
    const before = conversion.read().photos;
    const putBack = conversion.remove(idOf('b'));
    expect(names()).toEqual(['a', 'c']);
    putBack();
    expect(conversion.read().photos).toEqual(before);
    expect(statuses()).toEqual(['success', 'success', 'success']);
  });

  test('brings a photo back that was removed while it was converted, to be converted', async () => {
    const { add, conversion, finishAll, idOf, statuses } = setUp();
    await add('a', 'b');
    void conversion.start();
    await settle();
    const putBack = conversion.remove(idOf('b'));
    conversion.clear();
    putBack();
    expect(statuses()).toEqual(['pending']);
    void conversion.start();
    await finishAll();
    expect(statuses()).toEqual(['success']);
  });

  test('leaves nothing on the table after Clear, even while photos convert', async () => {
    const { add, conversion, running } = setUp();
    await add('a');
    void conversion.start();
    await settle();
    conversion.clear();
    await settle();
    expect(running).toEqual([]);
    expect(conversion.read()).toMatchObject({ photos: [], phase: 'idle', run: null });
  });

  test('brings everything back when Clear is undone in time', async () => {
    const { add, conversion, finishAll, statuses } = setUp();
    await add('1', '2', '3', '4', '5', '6');
    void conversion.start();
    await finishAll();
    await add('7', '8', '9', '10', '11');
    conversion.clear();
    expect(conversion.read()).toMatchObject({ photos: [], waiting: [], canUndoClear: true });
    conversion.undoClear();
    expect(conversion.read()).toMatchObject({ canUndoClear: false, run: { converted: 5 } });
    expect(statuses()).toEqual([...Array(5).fill('success'), ...Array(5).fill('pending')]);
    expect(conversion.read().waiting).toHaveLength(1);
  });

  test('reads the headers that came while their photos were off the table', async () => {
    const { add, conversion } = setUp();
    const added = add('1');
    await vi.waitFor(() => expect(conversion.read().photos).toHaveLength(1));
    conversion.clear();
    await added;
    await settle();
    conversion.undoClear();
    await settle();
    expect(conversion.read().photos[0]?.dimensions).toEqual({ width: 40, height: 30 });
  });

  test('forgets what was cleared after ten seconds, and when new photos come', async () => {
    vi.useFakeTimers();
    const { add, conversion } = setUp();
    await add('1');
    conversion.clear();
    vi.advanceTimersByTime(9_999);
    expect(conversion.read().canUndoClear).toBe(true);
    vi.advanceTimersByTime(1);
    expect(conversion.read().canUndoClear).toBe(false);
    conversion.undoClear();
    expect(conversion.read().photos).toEqual([]);
    vi.useRealTimers();
    await add('2');
    conversion.clear();
    await add('3');
    conversion.undoClear();
    expect(conversion.read().photos.map(({ file }) => file.name)).toEqual(['3']);
  });

  test('takes only those off that are saved', async () => {
    const { add, conversion, finishAll, names } = setUp();
    await add('a', 'b', 'c');
    void conversion.start();
    await finishAll();
    conversion.markSaved(conversion.read().photos.slice(1, 2));
    conversion.clearSaved();
    expect(names()).toEqual(['a', 'c']);
  });

  test('keeps a result that took the place of one while that was being saved', async () => {
    const { add, conversion, finishAll, names } = setUp();
    await add('a', 'b');
    void conversion.start();
    await finishAll();
    const beingSaved = conversion.read().photos;
    conversion.changeOwnOptions(beingSaved[0]?.id ?? '', { metadata: 'without-location' });
    void conversion.start();
    await finishAll();
    conversion.markSaved(beingSaved);
    conversion.clearSaved();
    expect(names()).toEqual(['a']);
  });

  test('lets the engine go when the page leaves, and starts anew with what comes after', async () => {
    const { add, conversion, released, find } = setUp();
    conversion.dispose();
    expect(released()).toBe(1);
    await add('a');
    await settle();
    expect(find('a')?.dimensions).not.toBeNull();
  });
});

test('tells the first who listens what has happened before', async () => {
  const { conversion, add } = setUp();
  const silent = createConversion('convert', defaultOptions('convert'), {
    askLimits: async () => allowed,
    inspect: async () => null,
    headStart: { want() {} },
  } as unknown as ConversionParts);
  await silent.add([new File(['x'], 'a')]);
  const heard: string[] = [];
  silent.listen(({ kind }) => heard.push(kind));
  expect(heard).toEqual(['added']);
  await add('a');
  const late: string[] = [];
  conversion.listen(({ kind }) => late.push(kind));
  expect(late).toEqual([]);
});

describe('what is converted ahead', () => {
  /** Records the names of wanted photos, and how often work is paused. */
  function setUpAhead(tool?: 'resize-crop', parts: Partial<ConversionParts> = {}) {
    let wanted: string[] = [];
    const rest = vi.fn<() => void>();
    const want: ConversionParts['headStart']['want'] = (wishes) => {
      wanted = wishes.map(({ file }) => file.name);
    };
    const headStart = { want, rest, spentOn: () => 700 };
    const table = setUp({ headStart, now: () => 1000, ...parts }, tool);
    return { ...table, rest, wanted: () => wanted };
  }

  test('is what may be converted at once, as it is on the table', async () => {
    const { add, conversion, wanted, idOf } = setUpAhead();
    await add('1', '2', '3', '4', '5', '6');
    expect(wanted()).toEqual(['1', '2', '3', '4', '5']);
    conversion.crop([idOf('2')], { x: 0, y: 0, width: 0.5, height: 0.5 });
    expect(wanted()).toEqual(['1', '3', '4', '5']);
    conversion.clear();
    expect(wanted()).toEqual([]);
  });

  test('is nothing that was converted before', async () => {
    const { add, conversion, wanted, finishAll } = setUpAhead();
    await add('1');
    void conversion.start();
    await finishAll();
    await add('2');
    conversion.setOptions({ ...conversion.read().options, output: 'png' });
    expect(wanted()).toEqual(['2']);
  });

  test('is nothing where sizes are still to be chosen', async () => {
    const { add, wanted } = setUpAhead('resize-crop');
    await add('1');
    expect(wanted()).toEqual([]);
  });

  test('is nothing while movies may belong to the photos', async () => {
    let join = () => {};
    const { add, wanted, statuses } = setUpAhead(undefined, {
      readMovie: () => new Promise((resolve) => (join = () => resolve(null))),
    });
    const added = add('1.heic', '1.mov');
    await settle();
    expect(statuses()).toEqual(['pending']);
    expect(wanted()).toEqual([]);
    join();
    await added;
    await vi.waitFor(() => expect(wanted()).toEqual(['1.heic']));
  });

  test('counts in how long a conversion took', async () => {
    const { add, conversion, finishAll } = setUpAhead();
    await add('1');
    void conversion.start();
    await finishAll();
    expect(conversion.read().run).toMatchObject({ startedAt: 300, endedAt: 1000 });
  });

  test.each(['cancel', 'dispose'] as const)('rests after %s', async (end) => {
    const { add, conversion, rest } = setUpAhead();
    await add('1');
    void conversion.start();
    await settle();
    conversion[end]();
    expect(rest).toHaveBeenCalledOnce();
  });
});
