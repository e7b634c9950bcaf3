import { brand } from '@stillpix/contract/brand';
import { maxFileBytes } from '@stillpix/contract/limits';

/** As in the service worker (service-worker/share.ts). */
const folderName = `${brand.slug}-shared`;

/** Deletes photos that were shared and never taken. */
export async function removeShared(): Promise<void> {
  try {
    const root = await navigator.storage.getDirectory();
    await root.removeEntry(folderName, { recursive: true });
  } catch {
    // Nothing was ever shared, or this browser has no such file system.
  }
}

/**
 * Takes the photos that another app has shared out of the origin private file system, in their
 * order, and deletes them there. Empty if there are none by that name.
 */
export async function takeShared(id: string): Promise<File[]> {
  try {
    const root = await navigator.storage.getDirectory();
    const folder = await root.getDirectoryHandle(folderName);
    try {
      return await readInOrder(await folder.getDirectoryHandle(id));
    } finally {
      await folder.removeEntry(id, { recursive: true });
    }
  } catch {
    return [];
  }
}

/** Bytes in memory at once. */
const partBytes = 16 * 1024 ** 2;

/** A ZIP may be larger than the memory. Browsers can keep Blobs on disk, but not byte arrays. */
async function copyParts(file: File): Promise<Blob[]> {
  const parts: Blob[] = [];
  for (let start = 0; start < file.size; start += partBytes) {
    parts.push(new Blob([await file.slice(start, start + partBytes).arrayBuffer()]));
  }
  return parts;
}

async function readInOrder(folder: FileSystemDirectoryHandle): Promise<File[]> {
  const photos: { place: number; photo: File }[] = [];
  for await (const [name, handle] of folder.entries()) {
    if (handle.kind !== 'file') continue;
    const file = await handle.getFile();
    const [place = ''] = name.split(' ', 1);
    const { type, lastModified } = file;
    // Copied, because a file from `getFile` becomes unreadable when it is removed. Photos that are
    // too large are refused by their size without being read.
    const isTooLarge = file.size > maxFileBytes && !/\.zip$/i.test(name);
    const content = isTooLarge ? [file] : await copyParts(file);
    photos.push({
      place: Number(place),
      photo: new File(content, name.slice(place.length + 1), { type, lastModified }),
    });
  }
  return photos.sort((a, b) => a.place - b.place).map(({ photo }) => photo);
}
