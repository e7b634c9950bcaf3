import { brand } from '@stillpix/contract/brand';
import { readChoices } from './choices.ts';

/**
 * In local storage: which tools have a list, when it was last written, and its size. Stored names say
 * `table`, as the page does.
 */
export const keptListKey = `${brand.slug}_kept_table`;

/** In the origin private file system, with a folder for each tool. */
export const keptListFolder = `${brand.slug}-kept-table`;

/** A list is deleted if its visitor has not come back within this time, in milliseconds. */
const maxAge = 7 * 24 * 3600 * 1000;

interface Kept {
  /** Milliseconds since 1970. */
  at: number;
  /** 0 if an older version of the site has written it. */
  bytes: number;
}

type KeptLists = Readonly<Record<string, Kept>>;

/** Older versions of the site kept the list of a single tool. */
type Stored = KeptLists | { tool: string; at: number };

function readLists(): KeptLists {
  try {
    const stored = JSON.parse(localStorage.getItem(keptListKey) ?? '{}') as Stored;
    if (typeof stored.tool === 'string')
      return { [stored.tool]: { at: Number(stored.at), bytes: 0 } };
    return Object.fromEntries(
      Object.entries(stored as KeptLists).filter(
        ([, { at, bytes }]) => typeof at === 'number' && typeof bytes === 'number',
      ),
    );
  } catch {
    // Storage is off, or contains something else.
    return {};
  }
}

function writeLists(lists: KeptLists): void {
  if (Object.keys(lists).length === 0) localStorage.removeItem(keptListKey);
  else localStorage.setItem(keptListKey, JSON.stringify(lists));
}

function isWanted(): boolean {
  try {
    return readChoices(localStorage).table;
  } catch {
    return false;
  }
}

/** Whether a list of this tool is kept. */
export function hasKeptList(tool: string, now: number): boolean {
  const kept = readLists()[tool];
  return kept !== undefined && now - kept.at < maxAge && isWanted();
}

/** Lists kept for other tools, oldest first. */
export function keptBeside(tool: string): { tool: string; bytes: number }[] {
  return Object.entries(readLists())
    .filter(([other]) => other !== tool)
    .sort(([, a], [, b]) => a.at - b.at)
    .map(([other, { bytes }]) => ({ tool: other, bytes }));
}

export function markKeptList(tool: string, now: number, bytes: number): void {
  writeLists({ ...readLists(), [tool]: { at: now, bytes } });
}

/** Deletes lists of older versions of the site, which had no folders for tools. */
export async function removeUnsorted(): Promise<void> {
  try {
    const root = await navigator.storage.getDirectory();
    const folder = await root.getDirectoryHandle(keptListFolder);
    const names: string[] = [];
    for await (const [name, { kind }] of folder.entries()) if (kind === 'file') names.push(name);
    for (const name of names) await folder.removeEntry(name);
  } catch {
    // It does not exist.
  }
}

/** Deletes the list of a tool with all its photos. */
export async function removeKeptList(tool: string): Promise<void> {
  const { [tool]: kept, ...others } = readLists();
  try {
    writeLists(others);
  } catch {
    // Without storage there was none.
  }
  if (kept?.bytes === 0) await removeUnsorted();
  try {
    const root = await navigator.storage.getDirectory();
    const folder = await root.getDirectoryHandle(keptListFolder);
    await folder.removeEntry(tool, { recursive: true });
    // Removes the folder only if it is empty now.
    await root.removeEntry(keptListFolder);
  } catch {
    // It does not exist, or contains another tool's list.
  }
}

/** Deletes the lists of all tools. */
export async function removeKeptLists(): Promise<void> {
  try {
    localStorage.removeItem(keptListKey);
  } catch {
    // Without storage there was none.
  }
  try {
    const root = await navigator.storage.getDirectory();
    await root.removeEntry(keptListFolder, { recursive: true });
  } catch {
    // It does not exist.
  }
}

/**
 * Deletes lists that are too old, and all of them if the visitor does not want them kept any more.
 */
export async function removeOldLists(now: number): Promise<void> {
  const lists = Object.entries(readLists());
  const old = lists.filter(([, { at }]) => now - at >= maxAge);
  if (lists.length > 0 && (old.length === lists.length || !isWanted())) await removeKeptLists();
  else for (const [tool] of old) await removeKeptList(tool);
}
