import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { choicesKey } from '../../../site/browser/choices.ts';
import type { Conversion } from '../conversion/conversion.ts';
import { createConversionStore } from '../conversion/store.ts';
import { defaultOptions, type ToolKind } from '../tools.ts';

type Entry = Blob | Folder;

/** A folder of the origin private file system, in memory. */
class Folder {
  readonly kind = 'directory';
  readonly held = new Map<string, Entry>();

  async getDirectoryHandle(name: string, options?: { create: boolean }): Promise<Folder> {
    let found = this.held.get(name);
    if (found === undefined && options?.create) {
      found = new Folder();
      this.held.set(name, found);
    }
    if (!(found instanceof Folder)) throw new DOMException(name, 'NotFoundError');
    return found;
  }

  async getFileHandle(name: string, options?: { create: boolean }) {
    if (!this.held.has(name)) {
      if (!options?.create) throw new DOMException(name, 'NotFoundError');
      this.held.set(name, new Blob());
    }
    return {
      getFile: async () => this.held.get(name) as Blob,
      createWritable: async () => {
        const parts: Uint8Array<ArrayBuffer>[] = [];
        return new WritableStream<Uint8Array<ArrayBuffer>>({
          write: (part) => void parts.push(part),
          close: () => void this.held.set(name, new Blob(parts)),
        });
      },
    };
  }

  async removeEntry(name: string, options?: { recursive: boolean }): Promise<void> {
    const found = this.held.get(name);
    if (found === undefined) throw new DOMException(name, 'NotFoundError');
    if (found instanceof Folder && found.held.size > 0 && !options?.recursive)
      throw new DOMException(name, 'InvalidModificationError');
    this.held.delete(name);
  }

  async *keys() {
    yield* this.held.keys();
  }

  async *entries() {
    for (const [name, entry] of this.held) {
      yield [name, { kind: entry instanceof Folder ? 'directory' : 'file' }] as const;
    }
  }
}

let disk: Folder;
let stored: Map<string, string>;
let stop: (() => void) | null = null;
/** Locks held by another tab, with promises for their release. */
const heldElsewhere = new Map<string, Promise<void>>();

function holdLock(name: string): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  heldElsewhere.set(name, promise);
  return () => {
    heldElsewhere.delete(name);
    resolve();
  };
}

beforeEach(() => {
  disk = new Folder();
  stored = new Map([[choicesKey, JSON.stringify({ table: true })]]);
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  });
  vi.stubGlobal('sessionStorage', { getItem: () => null, removeItem: () => {} });
  vi.stubGlobal('navigator', {
    storage: { getDirectory: async () => disk },
    locks: {
      async request(
        name: string,
        { ifAvailable }: { ifAvailable?: boolean },
        act: (lock: object | null) => unknown,
      ) {
        if (ifAvailable && heldElsewhere.has(name)) return act(null);
        await heldElsewhere.get(name);
        return act({});
      },
      query: async () => ({ held: [...heldElsewhere.keys()].map((name) => ({ name })) }),
    },
  });
});

afterEach(() => {
  stop?.();
  stop = null;
  heldElsewhere.clear();
  vi.unstubAllGlobals();
});

/** Opens a page of this tool anew: with what it took over, and its list being kept. */
async function openPage(tool: ToolKind) {
  stop?.();
  vi.resetModules();
  const { takeOver, keepList, dropKeptList } = await import('./kept-list.ts');
  const list = await takeOver(tool);
  const store = createConversionStore(defaultOptions(tool));
  if (list !== null) store.update({ photos: list.photos });
  const reports: string[] = [];
  stop = keepList(store as unknown as Conversion, tool, (keeping) => reports.push(keeping));
  const drop = (...names: string[]) =>
    store.change({
      type: 'add',
      files: names.map((name) => ({ id: name, file: new File([name], name) })),
    });
  const whenKept = () => vi.waitFor(() => expect(reports.at(-1)).toBe('kept'), { timeout: 5000 });
  return {
    store,
    drop,
    reports,
    whenKept,
    dropKeptList,
    names: () => store.read().photos.map(({ file }) => file.name),
  };
}

test('keeps the list of each tool, whatever another tool keeps', async () => {
  const first = await openPage('convert');
  first.drop('a.heic', 'b.heic');
  await first.whenKept();
  const other = await openPage('compress');
  expect(other.names()).toEqual([]);
  other.drop('c.jpg');
  await other.whenKept();
  expect((await openPage('convert')).names()).toEqual(['a.heic', 'b.heic']);
  expect((await openPage('compress')).names()).toEqual(['c.jpg']);
});

test('deletes a list as soon as it is cleared, and not that of another tool', async () => {
  const other = await openPage('compress');
  other.drop('c.jpg');
  await other.whenKept();
  const { store, drop, whenKept } = await openPage('convert');
  drop('a.heic');
  await whenKept();
  const before = store.read().photos;
  // No pause, because the page may be closed at once: time stands still.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  store.update({ photos: [], canUndoClear: true });
  // `expect.poll` would let it go on.
  while ((await keptTools()).includes('convert')) await new Promise(setImmediate);
  vi.useRealTimers();
  expect((await openPage('convert')).names()).toEqual([]);
  expect((await openPage('compress')).names()).toEqual(['c.jpg']);
  expect(before).toHaveLength(1);
});

test('keeps a list again whose clearing is undone', async () => {
  const { store, drop, whenKept } = await openPage('convert');
  drop('a.heic');
  await whenKept();
  const { photos } = store.read();
  store.update({ photos: [], canUndoClear: true });
  await expect.poll(keptTools).toEqual([]);
  store.update({ photos, canUndoClear: false });
  await whenKept();
  expect((await openPage('convert')).names()).toEqual(['a.heic']);
});

test('leaves nothing behind where nothing is to be kept any more', async () => {
  const first = await openPage('convert');
  first.drop('a.heic');
  await first.whenKept();
  const other = await openPage('compress');
  other.drop('c.jpg');
  await other.whenKept();
  stop?.();
  await other.dropKeptList();
  expect([...disk.held.keys()]).toEqual([]);
  expect([...stored.keys()]).toEqual([choicesKey]);
});

async function keptTools(): Promise<string[]> {
  return [...(await disk.getDirectoryHandle('stillpix-kept-table')).held.keys()];
}

/** Sets the stored sizes of the lists, in bytes, oldest first. */
function noteSizes(sizes: Record<string, number>): void {
  const now = Date.now() - 1000;
  const notes = Object.entries(sizes).map(([tool, bytes], index) => [
    tool,
    { at: now + index, bytes },
  ]);
  stored.set('stillpix_kept_table', JSON.stringify(Object.fromEntries(notes)));
}

test('keeps the list in use and deletes the oldest of other tools where there is no room for all', async () => {
  for (const tool of ['convert', 'jpg-to-webp', 'compress'] as const) {
    const page = await openPage(tool);
    page.drop(`${tool}.heic`);
    await page.whenKept();
  }
  stop?.();
  noteSizes({ 'jpg-to-webp': 300_000_000, convert: 200_000_000, compress: 1 });
  const page = await openPage('compress');
  page.drop('c.jpg');
  await page.whenKept();
  expect((await openPage('convert')).names()).toEqual(['convert.heic']);
  expect((await openPage('jpg-to-webp')).names()).toEqual([]);
  expect((await openPage('compress')).names()).toEqual(['compress.heic', 'c.jpg']);
});

test('deletes no list for one that is too big by itself', async () => {
  const first = await openPage('convert');
  first.drop('a.heic');
  await first.whenKept();
  const other = await openPage('compress');
  const file = new File([], 'c.jpg');
  Object.defineProperty(file, 'size', { value: 500_000_001 });
  other.store.change({ type: 'add', files: [{ id: 'c', file }] });
  await vi.waitFor(() => expect(other.reports.at(-1)).toBe('too-big'), { timeout: 5000 });
  expect((await openPage('convert')).names()).toEqual(['a.heic']);
});

/**
 * A list that another tab has open leaves no room for this one. From then on, the test controls
 * timers.
 */
async function openWithoutRoom() {
  const first = await openPage('convert');
  first.drop('a.heic');
  await first.whenKept();
  stop?.();
  noteSizes({ convert: 499_999_999 });
  const closeTab = holdLock('stillpix-kept-table convert');
  const other = await openPage('compress');
  other.drop('c.jpg');
  await vi.waitFor(() => expect(other.reports.at(-1)).toBe('no-room'), { timeout: 5000 });
  expect(await keptTools()).toEqual(['convert']);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  return { other, closeTab };
}

test('takes no list from a tab that has it open, and its place once that is closed', async () => {
  const { other, closeTab } = await openWithoutRoom();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await keptTools()).toEqual(['convert']);
  closeTab();
  await vi.advanceTimersByTimeAsync(60_000);
  await other.whenKept();
  expect(await keptTools()).toEqual(['compress']);
});

test('takes no list from a tab that is loaded anew', async () => {
  const { other, closeTab } = await openWithoutRoom();
  closeTab();
  await vi.advanceTimersByTimeAsync(8000);
  holdLock('stillpix-kept-table convert');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await keptTools()).toEqual(['convert']);
  expect(other.reports.at(-1)).toBe('no-room');
});

/** Keeps a list with one photo as an older version of the site did. */
async function keepAsBefore(at: number): Promise<Folder> {
  const first = await openPage('convert');
  first.drop('a.heic');
  await first.whenKept();
  stop?.();
  const all = await disk.getDirectoryHandle('stillpix-kept-table');
  for (const [name, entry] of (await all.getDirectoryHandle('convert')).held) {
    all.held.set(name, entry);
  }
  all.held.delete('convert');
  stored.set('stillpix_kept_table', JSON.stringify({ tool: 'convert', at }));
  return all;
}

test('deletes what an older version of the site has kept once it is too old', async () => {
  const all = await keepAsBefore(0);
  const other = await openPage('compress');
  other.drop('c.jpg');
  await other.whenKept();
  const { removeOldLists } = await import('../../../site/browser/kept-list.ts');
  await removeOldLists(Date.now());
  expect([...all.held.keys()]).toEqual(['compress']);
});

test('still finds what an older version of the site has kept', async () => {
  const all = await keepAsBefore(Date.now());
  expect((await openPage('compress')).names()).toEqual([]);
  const back = await openPage('convert');
  expect(back.names()).toEqual(['a.heic']);
  back.drop('b.heic');
  await back.whenKept();
  expect([...all.held.keys()]).toEqual(['convert']);
  expect((await openPage('convert')).names()).toEqual(['a.heic', 'b.heic']);
});
