import type { Note } from '@stillpix/engine';
import { expect, test, vi } from 'vitest';
import { maxFileBytes } from '@stillpix/contract/limits';
import { createWatch, nothingYet, type WatchParts } from './watch.ts';

const photo = (name: string, text = 'heic') => new File([text], name, { lastModified: 1 });

/** A result with one file of this name. */
const result = (name: string, notes: Note[] = []) => ({
  files: [{ name, blob: new Blob() }],
  notes,
  width: 8,
  height: 8,
});

const pro = { kind: 'allowed', maxFiles: 20, isPro: true } as const;

function setUp(given: Partial<WatchParts> = {}, takesPresent = false) {
  const folder: File[] = [];
  const saved: string[] = [];
  let state = nothingYet;
  const parts: WatchParts = {
    list: async () => [...folder],
    convert: async ({ name }) => result(`${name}.jpg`),
    save: async (results) => void saved.push(...results.map(({ name }) => name)),
    ask: async () => pro,
    newBatchKey: () => 'key',
    countConverted: vi.fn<WatchParts['countConverted']>(),
    isEntitled: () => false,
    maxFiles: 20,
    onChange: (next) => {
      state = next;
    },
    ...given,
  };
  const look = createWatch(parts, takesPresent);
  const controller = new AbortController();
  return {
    folder,
    saved,
    parts,
    look: () => look(controller.signal),
    stop: () => controller.abort(),
    read: () => state,
  };
}

test('converts what comes, once, and leaves what was there', async () => {
  const { folder, saved, parts, look, read } = setUp();
  folder.push(photo('old.heic'));
  await look();
  folder.push(photo('new.heic'));
  for (let round = 0; round < 4; round += 1) await look();
  expect(saved).toEqual(['new.heic.jpg']);
  expect(read()).toMatchObject({ converted: 1, ended: null });
  expect(parts.countConverted).toHaveBeenCalledExactlyOnceWith(1, 'key');
});

test('takes what is there, too, where that is wanted', async () => {
  const { folder, saved, look } = setUp({}, true);
  folder.push(photo('old.heic'));
  await look();
  await look();
  expect(saved).toEqual(['old.heic.jpg']);
});

test('waits until a file is written to its end', async () => {
  const { folder, saved, look } = setUp();
  await look();
  folder[0] = photo('a.heic', 'h');
  await look();
  folder[0] = photo('a.heic', 'heic');
  await look();
  expect(saved).toEqual([]);
  await look();
  expect(saved).toEqual(['a.heic.jpg']);
});

test.each([
  ['the server says that it is no longer Pro', { ...pro, isPro: false }, false],
  ['the server refuses', { ...pro, kind: 'refused', reason: null, words: '' } as const, true],
  ['there is neither a server nor its signed word', { kind: 'offline' } as const, false],
])('stops when %s', async (_, answer, isEntitled) => {
  const { folder, saved, look, read } = setUp({
    ask: async () => answer,
    isEntitled: () => isEntitled,
  });
  await look();
  folder.push(photo('a.heic'));
  await look();
  await look();
  expect(saved).toEqual([]);
  expect(read().ended).toBe('not-pro');
});

test('goes on without a server by its signed word', async () => {
  const { folder, saved, look } = setUp({
    ask: async () => ({ kind: 'offline' }),
    isEntitled: () => true,
  });
  await look();
  folder.push(photo('a.heic'));
  await look();
  await look();
  expect(saved).toEqual(['a.heic.jpg']);
});

test('tries again when the server has a fault of its own', async () => {
  const ask = vi.fn<WatchParts['ask']>().mockResolvedValue(pro);
  ask.mockResolvedValueOnce({ kind: 'unknown' });
  const { folder, saved, look } = setUp({ ask });
  await look();
  folder.push(photo('a.heic'));
  for (let round = 0; round < 3; round += 1) await look();
  expect(saved).toEqual(['a.heic.jpg']);
});

test('names a file that fails, does not try it again, and goes on with the others', async () => {
  const { folder, saved, look, read } = setUp({
    async convert({ name }) {
      if (name === 'bad.heic') throw Object.assign(new Error('cut'), { code: 'corrupt-file' });
      return result('good.jpg');
    },
  });
  await look();
  folder.push(photo('bad.heic'), photo('good.heic'));
  for (let round = 0; round < 3; round += 1) await look();
  expect(saved).toEqual(['good.jpg']);
  expect(read().reports).toMatchObject([
    { name: 'bad.heic', kind: 'failed', failure: { code: 'corrupt-file' } },
  ]);
});

test('says what a result lacks, and what is only good to know once for all photos', async () => {
  const { folder, look, read } = setUp({
    convert: async ({ name }) =>
      result(name, [name.startsWith('cut') ? 'partly-missing' : 'gain-map-removed']),
  });
  await look();
  folder.push(photo('cut.heic'), photo('a.heic'), photo('b.heic'), photo('cut-too.heic'));
  for (let round = 0; round < 2; round += 1) await look();
  expect(read().converted).toBe(4);
  expect(read().reports.map(({ name }) => name)).toEqual(['cut-too.heic', 'b.heic', 'cut.heic']);
});

test('names a photo that is too large, once, and does not ask the server about it', async () => {
  const { folder, saved, parts, look, read } = setUp({ ask: vi.fn<WatchParts['ask']>() });
  await look();
  folder.push(new File([new Uint8Array(maxFileBytes + 1)], 'large.heic', { lastModified: 1 }));
  for (let round = 0; round < 4; round += 1) await look();
  expect(read().reports).toMatchObject([
    { name: 'large.heic', kind: 'refused', refusal: 'too-large' },
  ]);
  expect(saved).toEqual([]);
  expect(parts.ask).not.toHaveBeenCalled();
});

test.each(['list', 'ask', 'convert', 'save'] as const)(
  'has nothing to tell once it is stopped, whatever comes of what runs (%s)',
  async (part) => {
    const onChange = vi.fn<WatchParts['onChange']>();
    const { folder, saved, look, stop } = setUp(
      {
        onChange,
        async [part]() {
          stop();
          throw new Error('aborted');
        },
      },
      true,
    );
    folder.push(photo('a.heic'), photo('b.heic'));
    await look();
    await look();
    expect(onChange).not.toHaveBeenCalled();
    expect(saved).toEqual([]);
  },
);

test('saves no result that crossed the stopping on its way', async () => {
  const onChange = vi.fn<WatchParts['onChange']>();
  const { folder, saved, look, stop } = setUp(
    {
      onChange,
      async convert({ name }) {
        stop();
        return result(name);
      },
    },
    true,
  );
  folder.push(photo('a.heic'));
  await look();
  await look();
  expect(saved).toEqual([]);
  expect(onChange).not.toHaveBeenCalled();
});

test('asks for no more photos at once than the server allows', async () => {
  const ask = vi.fn<WatchParts['ask']>().mockResolvedValue(pro);
  const { folder, saved, look } = setUp({ ask, maxFiles: 2 });
  await look();
  folder.push(photo('a.heic'), photo('b.heic'), photo('c.heic'));
  for (let round = 0; round < 3; round += 1) await look();
  expect(ask.mock.calls.map(([count]) => count)).toEqual([2, 1]);
  expect(saved).toHaveLength(3);
});

test.each(['list', 'save'] as const)('stops when the folder is gone (%s)', async (part) => {
  const { folder, look, read } = setUp({}, true);
  const broken = setUp(
    { list: async () => folder, [part]: () => Promise.reject(new Error('gone')) },
    true,
  );
  folder.push(photo('a.heic'));
  await look();
  await broken.look();
  await broken.look();
  expect(read().ended).toBeNull();
  expect(broken.read().ended).toBe('folder-gone');
});
