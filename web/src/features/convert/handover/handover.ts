import { brand } from '@stillpix/contract/brand';
import { keptKey } from './handed-over.ts';
import { openTableFolder } from './table-folder.ts';
import { readTable, type Table, tableBytes, writeTable } from './table-files.ts';

const prefix = `${brand.slug}-table-`;

/** More takes longer to write than a visitor waits for another language. */
const maxBytes = 500_000_000;

/** What nobody came for in this time is deleted, in milliseconds. */
const maxAge = 600_000;

/**
 * Puts the table into the browser's own file system, for the page that comes next in this tab.
 * False where that cannot be done; nothing is left there then.
 */
export async function handOver(table: Table): Promise<boolean> {
  if (tableBytes(table) > maxBytes) return false;
  const name = `${prefix}${Date.now()}`;
  try {
    const root = await navigator.storage.getDirectory();
    const directory = await root.getDirectoryHandle(name, { create: true });
    await writeTable(openTableFolder(directory), table);
    sessionStorage.setItem(keptKey, name);
    return true;
  } catch {
    // Old, private or full: the page is then left as any other, with a question.
    await remove(name);
    return false;
  }
}

/** The table that the page before left, once; nothing of it stays in the file system. */
export async function takeHandedOver(): Promise<Table | null> {
  const name = sessionStorage.getItem(keptKey);
  sessionStorage.removeItem(keptKey);
  if (name === null) return null;
  try {
    const root = await navigator.storage.getDirectory();
    const directory = await root.getDirectoryHandle(name);
    return await readTable(openTableFolder(directory));
  } catch {
    return null;
  } finally {
    await remove(name);
  }
}

async function remove(name: string): Promise<void> {
  try {
    const root = await navigator.storage.getDirectory();
    await root.removeEntry(name, { recursive: true });
  } catch {
    // It is not there.
  }
}

/** Deletes what was handed over and never taken, as when a tab was closed on the way. */
export async function removeLeftovers(now: number): Promise<void> {
  try {
    const root = await navigator.storage.getDirectory();
    for await (const name of root.keys()) {
      if (name.startsWith(prefix) && now - Number(name.slice(prefix.length)) > maxAge) {
        await remove(name);
      }
    }
  } catch {
    // There is no such file system here, so nothing was left in it.
  }
}
