import { brand } from '@stillpix/contract/brand';
import { keptKey } from './handed-over.ts';
import { openListFolder } from './list-folder.ts';
import { readList, type SavedList, listBytes, writeList } from './list-files.ts';

const prefix = `${brand.slug}-table-`;

/** Writing more takes longer than a visitor waits for another language. */
const maxBytes = 500_000_000;

/** Lists that were not taken within this time are deleted, in milliseconds. */
const maxAge = 600_000;

/**
 * Writes the list to the origin private file system, for the next page in this tab. Returns false,
 * leaving nothing there, if that fails.
 */
export async function handOver(list: SavedList): Promise<boolean> {
  if (listBytes(list) > maxBytes) return false;
  const name = `${prefix}${Date.now()}`;
  try {
    const root = await navigator.storage.getDirectory();
    const directory = await root.getDirectoryHandle(name, { create: true });
    await writeList(openListFolder(directory), list);
    sessionStorage.setItem(keptKey, name);
    return true;
  } catch {
    // An old browser, a private window or a full disk: leaving the page then asks as usual.
    await remove(name);
    return false;
  }
}

/** Takes the list that the previous page left, and deletes it from the file system. */
export async function takeHandedOver(): Promise<SavedList | null> {
  const name = sessionStorage.getItem(keptKey);
  sessionStorage.removeItem(keptKey);
  if (name === null) return null;
  try {
    const root = await navigator.storage.getDirectory();
    const directory = await root.getDirectoryHandle(name);
    return await readList(openListFolder(directory));
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
    // It does not exist.
  }
}

/** Deletes handed-over lists that were never taken, as when a tab was closed on the way. */
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
