import {
  hasKeptList,
  keptBeside,
  keptListFolder,
  markKeptList,
  removeKeptList,
  removeKeptLists,
  removeUnsorted,
} from '../../../site/browser/kept-list.ts';
import type { Conversion } from '../conversion/conversion.ts';
import type { ConversionState } from '../conversion/store.ts';
import type { ToolKind } from '../tools.ts';
import { takeHandedOver } from './handover.ts';
import { readList, type SavedList, listBytes, writeList } from './list-files.ts';
import { openListFolder } from './list-folder.ts';

/**
 * Bytes of photos and results of all tools together. The oldest lists are deleted to make room.
 */
export const maxKeptBytes = 500_000_000;

/** Milliseconds without a change before the list is written. */
const pause = 500;

/** Milliseconds within which a reloaded tab has its list again, even on a slow device. */
const reloading = 10_000;

type OpenFolder = ReturnType<typeof openListFolder>;

/** One per page: it remembers which photos are in the folder already. */
let folder: Promise<OpenFolder> | null = null;
let cameBack = false;

async function openAll(): Promise<FileSystemDirectoryHandle> {
  const root = await navigator.storage.getDirectory();
  return root.getDirectoryHandle(keptListFolder, { create: true });
}

function openFolder(tool: ToolKind): Promise<OpenFolder> {
  folder ??= openAll()
    .then((all) => all.getDirectoryHandle(tool, { create: true }))
    .then((directory) => openListFolder(directory));
  return folder;
}

/** Only one tab at a time owns a tool's list. */
const lockOf = (tool: string) => `${keptListFolder} ${tool}`;

/** Whether this page began with a kept list. */
export function hasComeBack(): boolean {
  return cameBack;
}

/**
 * Takes what another page has left for this one: at a change of language, or because lists are
 * kept.
 */
export async function takeOver(tool: ToolKind): Promise<SavedList | null> {
  const handed = await takeHandedOver();
  if (handed !== null || !hasKeptList(tool, Date.now())) return handed;
  try {
    // A list that another tab has open stays with that tab.
    return await navigator.locks.request(lockOf(tool), { ifAvailable: true }, async (lock) => {
      if (lock === null) return null;
      const list = await readList(await openFolder(tool)).catch(takeOldList);
      cameBack = true;
      return list;
    });
  } catch {
    await inTurn(() => remove(tool));
    return null;
  }
}

/**
 * Older versions of the site kept one list, in the folder that now contains those of the tools.
 */
async function takeOldList(): Promise<SavedList> {
  try {
    return await readList(openListFolder(await openAll()));
  } finally {
    await removeUnsorted();
  }
}

/**
 * Writes and deletions run one after another. Otherwise a write in progress could restore what was
 * deleted.
 */
let latest: Promise<unknown> = Promise.resolve();

function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  const done = latest.then(work);
  latest = done.catch(() => null);
  return done;
}

async function remove(tool: ToolKind): Promise<void> {
  folder = null;
  await removeKeptList(tool);
}

/** Deletes the kept lists of all tools, after any write in progress. */
export function dropKeptList(): Promise<void> {
  return inTurn(async () => {
    folder = null;
    await removeKeptLists();
  });
}

/**
 * `elsewhere`: another tab keeps its own list of this tool. `no-room`: lists of other tools that
 * are open in tabs leave none.
 */
export type Keeping = 'kept' | 'writing' | 'elsewhere' | 'too-big' | 'no-room' | 'failed';

/**
 * Keeps the list after each change, until the returned function is called. Only one tab at a time
 * does; others wait until it is closed.
 */
export function keepList(
  conversion: Conversion,
  tool: ToolKind,
  report: (keeping: Keeping) => void,
): () => void {
  const ended = new AbortController();
  const { signal } = ended;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let written: unknown[] | null = null;
  let isWaiting = false;
  const tell = (keeping: Keeping): void => {
    if (!signal.aborted) report(keeping);
  };

  async function write(): Promise<void> {
    const state = conversion.read();
    if (signal.aborted || !isAtRest(state)) return;
    const shape = shapeOf(state);
    if (written !== null && shape.every((part, index) => part === written?.[index])) return;
    written = shape;
    const keeping = await writeState(state, tool);
    tell(keeping);
    if (keeping === 'no-room') waitForRoom().catch(() => null);
  }

  /** Writes again once a tab that takes up room is closed, not merely reloaded. */
  async function waitForRoom(): Promise<void> {
    if (isWaiting) return;
    isWaiting = true;
    const open = await findOpenBeside(tool);
    const closed = open.map(({ tool: other }) =>
      navigator.locks.request(lockOf(other), { signal }, () => {}),
    );
    if (closed.length > 0) await Promise.race(closed);
    await new Promise((resolve) => setTimeout(resolve, reloading));
    isWaiting = false;
    written = null;
    if (!signal.aborted) schedule();
  }

  function writeNow(): void {
    inTurn(write).catch(() => tell('failed'));
  }

  function schedule(): void {
    clearTimeout(timer);
    timer = setTimeout(writeNow, pause);
  }

  async function hold(): Promise<void> {
    await navigator.locks.request(lockOf(tool), { ifAvailable: true }, (lock) => {
      if (lock === null) tell('elsewhere');
    });
    await navigator.locks.request(lockOf(tool), { signal }, async () => {
      const unsubscribe = conversion.subscribe(() => {
        tell('writing');
        if (!isEmpty(conversion.read())) return schedule();
        // A cleared list must be deleted at once, because the page may be closed any time.
        clearTimeout(timer);
        writeNow();
      });
      schedule();
      await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
      unsubscribe();
      clearTimeout(timer);
      await latest;
    });
  }

  hold().catch(() => tell('failed'));
  return () => ended.abort();
}

/** Nothing is written while a result is about to be finished. */
function isAtRest(state: ConversionState): boolean {
  return state.phase === 'idle' || isEmpty(state);
}

function isEmpty({ photos, waiting }: ConversionState): boolean {
  return photos.length + waiting.length === 0;
}

function shapeOf({ photos, waiting, options }: ConversionState): unknown[] {
  return [photos, waiting, options];
}

async function writeState(state: ConversionState, tool: ToolKind): Promise<Keeping> {
  const { photos, options } = state;
  const waiting = state.waiting.map(({ file }) => file);
  if (isEmpty(state)) {
    await remove(tool);
    return 'kept';
  }
  const list: SavedList = { photos, waiting, options, isCleared: false };
  const bytes = listBytes(list);
  if (bytes > maxKeptBytes || !(await makeRoom(tool, bytes))) {
    await remove(tool);
    return bytes > maxKeptBytes ? 'too-big' : 'no-room';
  }
  const open = await openFolder(tool);
  await writeList(open, list);
  markKeptList(tool, Date.now(), bytes);
  await open.removeUnindexed();
  return 'kept';
}

/** Lists of other tools that are open in tabs. */
async function findOpenBeside(tool: ToolKind): Promise<ReturnType<typeof keptBeside>> {
  const { held = [] } = await navigator.locks.query();
  const names = new Set(held.map(({ name }) => name));
  return keptBeside(tool).filter(({ tool: other }) => names.has(lockOf(other)));
}

/**
 * Deletes the oldest lists of other tools until there is room for this many bytes. Returns false,
 * deleting nothing, if lists open in other tabs leave no room.
 */
async function makeRoom(tool: ToolKind, bytes: number): Promise<boolean> {
  const open = await findOpenBeside(tool);
  const room = maxKeptBytes - bytes;
  if (sumBytes(open) > room) return false;
  for (const { tool: other } of keptBeside(tool)) {
    if (sumBytes(keptBeside(tool)) <= room) break;
    await navigator.locks.request(lockOf(other), { ifAvailable: true }, async (lock) => {
      if (lock !== null) await removeKeptList(other);
    });
  }
  return sumBytes(keptBeside(tool)) <= room;
}

function sumBytes(lists: readonly { bytes: number }[]): number {
  return lists.reduce((sum, { bytes }) => sum + bytes, 0);
}
