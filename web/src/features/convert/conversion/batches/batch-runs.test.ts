import { expect, test, vi } from 'vitest';
import type { LimitAnswer } from '../batch-limits.ts';
import { allowed, free, setUpConversion, settle } from '../controlled-conversion.ts';

test('hands photos to the engine before the page is drawn anew', async () => {
  let drawings = 0;
  const drawingsBefore: number[] = [];
  const { add, conversion } = setUpConversion({
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

test('asks first, converts side by side what it may, and counts under the key asked with', async () => {
  const { add, conversion, running, questions, counted, finishAll, statuses, held } =
    setUpConversion();
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
  const { add, conversion, running, finishAll, statuses, last } = setUpConversion();
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
  const { add, conversion, running, finishAll, last } = setUpConversion();
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
  const { add, conversion, running, finishAll } = setUpConversion();
  await add('a');
  void conversion.start();
  await finishAll();
  await add('b');
  void conversion.start();
  await settle();
  expect(running.map(({ name }) => name)).toEqual(['b']);
});

test('converts again what was made with other options, and keeps results until new ones are there', async () => {
  const { add, conversion, running, find, finishAll } = setUpConversion();
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
  const { add, conversion, answers, finishAll, statuses, running } = setUpConversion();
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
  const { add, conversion, questions, running, finishAll, statuses } = setUpConversion({
    parallel: 9,
  });
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
  const { add, conversion, questions, answers, running, last } = setUpConversion({ parallel: 9 });
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

test('converts up to the free limit without a network, and counts without a key', async () => {
  const { add, conversion, answers, finishAll, counted, last } = setUpConversion({
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
  const { add, conversion, answers, finishAll, counted, last } = setUpConversion({
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

test('tries a failed photo again only when asked', async () => {
  const { add, conversion, running, finishAll, idOf, statuses } = setUpConversion();
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

test('stops what runs, starts nothing more, and keeps what is done', async () => {
  const { add, conversion, running, statuses, last } = setUpConversion({ parallel: 1 });
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
  const { add, conversion, running } = setUpConversion({ askLimits: () => answers.shift()! });
  await add('a');
  void conversion.start();
  conversion.cancel();
  answer(allowed);
  await settle();
  expect(running).toEqual([]);
  expect(conversion.read().phase).toBe('idle');
});
