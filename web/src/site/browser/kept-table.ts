import { brand } from '@stillpix/contract/brand';
import { readChoices } from './choices.ts';

/** In local storage: which tool the table belongs to, and when it was last written. */
export const keptTableKey = `${brand.slug}_kept_table`;

/** In the browser's own file system. */
export const keptTableFolder = `${brand.slug}-kept-table`;

/** After this long a table that nobody came back for is deleted, in milliseconds. */
const maxAge = 7 * 24 * 3600 * 1000;

interface Flag {
  tool: string;
  /** Milliseconds since 1970. */
  at: number;
}

function readFlag(): Flag | null {
  try {
    const { tool, at } = JSON.parse(localStorage.getItem(keptTableKey) ?? '{}') as Partial<Flag>;
    return typeof tool === 'string' && typeof at === 'number' ? { tool, at } : null;
  } catch {
    // Storage is off, or holds something else.
    return null;
  }
}

function isWanted(): boolean {
  try {
    return readChoices(localStorage).table;
  } catch {
    return false;
  }
}

/** Whether a table of this tool waits for its visitor. */
export function hasKeptTable(tool: string, now: number): boolean {
  const flag = readFlag();
  return flag !== null && flag.tool === tool && now - flag.at < maxAge && isWanted();
}

export function markKeptTable(tool: string, now: number): void {
  localStorage.setItem(keptTableKey, JSON.stringify({ tool, at: now } satisfies Flag));
}

/** Deletes the table with all its photos. */
export async function removeKeptTable(): Promise<void> {
  try {
    localStorage.removeItem(keptTableKey);
  } catch {
    // Without storage there was none.
  }
  try {
    const root = await navigator.storage.getDirectory();
    await root.removeEntry(keptTableFolder, { recursive: true });
  } catch {
    // It is not there.
  }
}

/** Deletes a table that is too old, or that nobody wants to be kept any more. */
export async function removeOldTable(now: number): Promise<void> {
  const flag = readFlag();
  if (flag !== null && (now - flag.at >= maxAge || !isWanted())) await removeKeptTable();
}
