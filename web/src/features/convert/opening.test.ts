import { expect, test, vi } from 'vitest';
import { createOpening } from './opening.ts';

type Load = Parameters<typeof createOpening>[1];

function setUp(isCleared = false) {
  const added: string[] = [];
  const conversion = {
    add: (files: File[]) => added.push(...files.map(({ name }) => name)),
    restore: () => added.push('the list of the page before'),
    clear: () => added.splice(0),
  };
  const createBrowserConversion = vi.fn<() => typeof conversion>(() => conversion);
  const module = {
    default: () => null,
    createBrowserConversion,
    takeOver: async () => ({ photos: [], isCleared }),
  };
  return { added, createBrowserConversion, module: module as unknown as Awaited<ReturnType<Load>> };
}

const settle = () => new Promise((resolve) => setTimeout(resolve));

test('fetches nothing until a file comes, and makes one conversion for all that come', async () => {
  const { added, createBrowserConversion, module } = setUp();
  const load = vi.fn<Load>(async () => module);
  const opening = createOpening('convert', load);
  expect(load).not.toHaveBeenCalled();
  opening.add([new File(['x'], 'a')]);
  expect(opening.read().state).toBe('loading');
  opening.add([new File(['x'], 'b')]);
  await settle();
  opening.add([new File(['x'], 'c')]);
  await settle();
  expect(opening.read().state).toBe('open');
  expect(added).toEqual(['a', 'b', 'c']);
  expect(load).toHaveBeenCalledOnce();
  expect(createBrowserConversion).toHaveBeenCalledOnce();
});

test('opens at once with what is there already', async () => {
  const { added, module } = setUp();
  const load = vi.fn<Load>(async () => module);
  const states: string[] = [];
  const opening = createOpening('convert', load, () => module);
  opening.subscribe(() => states.push(opening.read().state));
  opening.add([new File(['x'], 'a')]);
  expect(states).toEqual(['open']);
  await settle();
  expect(added).toEqual(['a']);
  expect(load).not.toHaveBeenCalled();
});

test('says that it failed when the code cannot be fetched', async () => {
  const opening = createOpening('convert', () => Promise.reject(new Error('no network')));
  opening.add([new File(['x'], 'a')]);
  await settle();
  expect(opening.read().state).toBe('failed');
});

test('lays out what the page before has handed over, before what is added', async () => {
  const { added, module } = setUp();
  const opening = createOpening('convert', async () => module);
  opening.takeOver();
  await settle();
  opening.add([new File(['x'], 'a')]);
  await settle();
  expect(added).toEqual(['the list of the page before', 'a']);
});

test('takes it off again where it was cleared there, so that it can be undone here', async () => {
  const { added, module } = setUp(true);
  const opening = createOpening('convert', async () => module);
  opening.takeOver();
  await settle();
  expect(added).toEqual([]);
});

test('lays it out before the workspace is there to be drawn', async () => {
  const { added, module } = setUp();
  const opening = createOpening('convert', async () => module);
  const addedWhenOpen: string[][] = [];
  opening.subscribe(() => {
    if (opening.read().state === 'open') addedWhenOpen.push([...added]);
  });
  opening.takeOver();
  await settle();
  expect(addedWhenOpen).toEqual([['the list of the page before']]);
});

test('opens without it where it cannot be read', async () => {
  const { added, module } = setUp();
  const broken = { ...module, takeOver: () => Promise.reject(new Error('no such file')) };
  const opening = createOpening('convert', async () => broken);
  opening.takeOver();
  opening.add([new File(['x'], 'a')]);
  await settle();
  expect(opening.read().state).toBe('open');
  expect(added).toEqual(['a']);
});
