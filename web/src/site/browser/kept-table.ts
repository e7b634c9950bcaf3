import { brand } from '@stillpix/contract/brand';
import { readChoices } from './choices.ts';

/** In local storage: which tools have a table, when it was last written, and its size. */
export const keptTableKey = `${brand.slug}_kept_table`;

/** In the origin private file system, with a folder for each tool. */
export const keptTableFolder = `${brand.slug}-kept-table`;

/** A table is deleted if its visitor has not come back within this time, in milliseconds. */
const maxAge = 7 * 24 * 3600 * 1000;

interface Kept {
  /** Milliseconds since 1970. */
  at: number;
  /** 0 if an older version of the site has written it. */
  bytes: number;
}

type KeptTables = Readonly<Record<string, Kept>>;

/** Older versions of the site kept the table of a single tool. */
type Stored = KeptTables | { tool: string; at: number };

function readTables(): KeptTables {
  try {
    const stored = JSON.parse(localStorage.getItem(keptTableKey) ?? '{}') as Stored;
    if (typeof stored.tool === 'string')
      return { [stored.tool]: { at: Number(stored.at), bytes: 0 } };
    return Object.fromEntries(
      Object.entries(stored as KeptTables).filter(
        ([, { at, bytes }]) => typeof at === 'number' && typeof bytes === 'number',
      ),
    );
  } catch {
    // Storage is off, or contains something else.
    return {};
  }
}

function writeTables(tables: KeptTables): void {
  if (Object.keys(tables).length === 0) localStorage.removeItem(keptTableKey);
  else localStorage.setItem(keptTableKey, JSON.stringify(tables));
}

function isWanted(): boolean {
  try {
    return readChoices(localStorage).table;
  } catch {
    return false;
  }
}

/** Whether a table of this tool is kept. */
export function hasKeptTable(tool: string, now: number): boolean {
  const kept = readTables()[tool];
  return kept !== undefined && now - kept.at < maxAge && isWanted();
}

/** Tables kept for other tools, oldest first. */
export function keptBeside(tool: string): { tool: string; bytes: number }[] {
  return Object.entries(readTables())
    .filter(([other]) => other !== tool)
    .sort(([, a], [, b]) => a.at - b.at)
    .map(([other, { bytes }]) => ({ tool: other, bytes }));
}

export function markKeptTable(tool: string, now: number, bytes: number): void {
  writeTables({ ...readTables(), [tool]: { at: now, bytes } });
}

/** Deletes tables of older versions of the site, which had no folders for tools. */
export async function removeUnsorted(): Promise<void> {
  try {
    const root = await navigator.storage.getDirectory();
    const folder = await root.getDirectoryHandle(keptTableFolder);
    const names: string[] = [];
    for await (const [name, { kind }] of folder.entries()) if (kind === 'file') names.push(name);
    for (const name of names) await folder.removeEntry(name);
  } catch {
    // It does not exist.
  }
}

/** Deletes the table of a tool with all its photos. */
export async function removeKeptTable(tool: string): Promise<void> {
  const { [tool]: kept, ...others } = readTables();
  try {
    writeTables(others);
  } catch {
    // Without storage there was none.
  }
  if (kept?.bytes === 0) await removeUnsorted();
  try {
    const root = await navigator.storage.getDirectory();
    const folder = await root.getDirectoryHandle(keptTableFolder);
    await folder.removeEntry(tool, { recursive: true });
    // Removes the folder only if it is empty now.
    await root.removeEntry(keptTableFolder);
  } catch {
    // It does not exist, or contains another tool's table.
  }
}

/** Deletes the tables of all tools. */
export async function removeKeptTables(): Promise<void> {
  try {
    localStorage.removeItem(keptTableKey);
  } catch {
    // Without storage there was none.
  }
  try {
    const root = await navigator.storage.getDirectory();
    await root.removeEntry(keptTableFolder, { recursive: true });
  } catch {
    // It does not exist.
  }
}

/**
 * Deletes tables that are too old, and all of them if the visitor does not want them kept any more.
 */
export async function removeOldTables(now: number): Promise<void> {
  const tables = Object.entries(readTables());
  const old = tables.filter(([, { at }]) => now - at >= maxAge);
  if (tables.length > 0 && (old.length === tables.length || !isWanted())) await removeKeptTables();
  else for (const [tool] of old) await removeKeptTable(tool);
}
