import { expect, test, vi } from 'vitest';
import { setUpConversion, settle } from './controlled-conversion.ts';

test('stops a photo that is removed, and no other', async () => {
  const { add, conversion, running, idOf, finishAll, statuses } = setUpConversion();
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
  const { add, conversion, finishAll, idOf, names, statuses } = setUpConversion();
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
  const { add, conversion, finishAll, idOf, statuses } = setUpConversion();
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

test('leaves nothing in the list after Clear, even while photos convert', async () => {
  const { add, conversion, running } = setUpConversion();
  await add('a');
  void conversion.start();
  await settle();
  conversion.clear();
  await settle();
  expect(running).toEqual([]);
  expect(conversion.read()).toMatchObject({ photos: [], phase: 'idle', run: null });
});

test('brings everything back when Clear is undone in time', async () => {
  const { add, conversion, finishAll, statuses } = setUpConversion();
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

test('forgets what was cleared after ten seconds, and when new photos come', async () => {
  vi.useFakeTimers();
  const { add, conversion } = setUpConversion();
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
  const { add, conversion, finishAll, names } = setUpConversion();
  await add('a', 'b', 'c');
  void conversion.start();
  await finishAll();
  conversion.markSaved(conversion.read().photos.slice(1, 2));
  conversion.clearSaved();
  expect(names()).toEqual(['a', 'c']);
});

test('keeps a result that took the place of one while that was being saved', async () => {
  const { add, conversion, finishAll, names } = setUpConversion();
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
