import { expect, test, vi } from 'vitest';
import type { LimitAnswer } from '../batch-limits.ts';
import { allowed, free, setUpConversion, settle } from '../controlled-conversion.ts';
import type { ConversionParts } from '../conversion.ts';

test('takes photos after others could not be taken', async () => {
  const askLimits = vi.fn<ConversionParts['askLimits']>().mockResolvedValue(allowed);
  askLimits.mockRejectedValueOnce(new Error('broken'));
  const { add, names } = setUpConversion({ askLimits });
  await expect(add('a.heic')).rejects.toThrow('broken');
  await add('b.heic');
  expect(names()).toEqual(['b.heic']);
});

test('asks with all that is not converted yet, and takes them in', async () => {
  const { add, questions, statuses, last } = setUpConversion();
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
  const { add, conversion, last, names } = setUpConversion();
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

test.each<[string, (list: ReturnType<typeof setUpConversion>) => unknown]>([
  ['one is taken off', ({ conversion, idOf }) => conversion.remove(idOf('1'))],
  ['Pro begins', ({ conversion }) => conversion.setAllowance({ isPro: true, maxFiles: 20 })],
])('takes in who waits when %s', async (_, makeRoom) => {
  const list = setUpConversion();
  await list.add('1', '2', '3', '4', '5', '6');
  makeRoom(list);
  expect(list.names()).toContain('6');
  expect(list.conversion.read().waiting).toEqual([]);
  expect(list.last('admitted')).toMatchObject({ count: 1, waiting: 0 });
});

test('takes in who waits as soon as a batch is done', async () => {
  const { add, conversion, finishAll, statuses } = setUpConversion();
  await add('1', '2', '3', '4', '5', '6');
  void conversion.start();
  await finishAll();
  expect(statuses()).toEqual([...Array(5).fill('success'), 'pending']);
});

test('takes back that those who wait are not wanted', async () => {
  const { add, conversion, finishAll, names } = setUpConversion();
  await add('1', '2', '3', '4', '5', '6', '7');
  const undo = conversion.dropWaiting();
  expect(conversion.read().waiting).toEqual([]);
  void conversion.start();
  await finishAll();
  undo();
  expect(names()).toEqual(['1', '2', '3', '4', '5', '6', '7']);
});

test('goes by the limit that the server names', async () => {
  const { add, conversion, answers } = setUpConversion();
  answers.push({ kind: 'allowed', maxFiles: 20, isPro: true });
  await add('1', '2', '3', '4', '5', '6');
  expect(conversion.read().photos).toHaveLength(6);
});

test('says why the server refuses', async () => {
  const { add, conversion, answers, last } = setUpConversion();
  answers.push({ kind: 'refused', reason: 'daily-limit', words: 'No', ...free });
  await add('a.heic');
  expect(conversion.read().photos).toEqual([]);
  expect(conversion.read().waiting).toHaveLength(1);
  expect(last('refused')).toMatchObject({ action: 'add', reason: 'daily-limit' });
});

test('goes by the last known limit when the server has no answer', async () => {
  const { add, conversion, answers, last } = setUpConversion();
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
  const { add, conversion } = setUpConversion({ askLimits: () => answers.shift()! });
  const both = [add('first'), add('second')];
  await settle();
  answerFirst(allowed);
  await Promise.all(both);
  expect(conversion.read().photos.map(({ file }) => file.name)).toEqual(['first', 'second']);
});

test('reads the size of each photo', async () => {
  const { add, find } = setUpConversion();
  await add('a.heic');
  await settle();
  expect(find('a.heic')?.dimensions).toEqual({ width: 40, height: 30 });
});

test('reads the headers that came while their photos were not in the list', async () => {
  const { add, conversion } = setUpConversion();
  const added = add('1');
  await vi.waitFor(() => expect(conversion.read().photos).toHaveLength(1));
  conversion.clear();
  await added;
  await settle();
  conversion.undoClear();
  await settle();
  expect(conversion.read().photos[0]?.dimensions).toEqual({ width: 40, height: 30 });
});
