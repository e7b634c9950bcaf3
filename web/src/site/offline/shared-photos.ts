import { brand } from '@stillpix/contract/brand';
import { maxFileBytes } from '@stillpix/contract/limits';

/** As the service worker names it (service-worker/share.ts). */
const folderName = `${brand.slug}-shared`;

/** Deletes what was shared and never taken. */
export async function removeShared(): Promise<void> {
  try {
    const root = await navigator.storage.getDirectory();
    await root.removeEntry(folderName, { recursive: true });
  } catch {
    // Nothing was ever shared, or this browser has no such file system.
  }
}

/**
 * Takes the photos that another app shared out of the browser's own file system, in their order, and
 * leaves nothing there. Empty where there are none by that name.
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

async function readInOrder(folder: FileSystemDirectoryHandle): Promise<File[]> {
  const photos: { place: number; photo: File }[] = [];
  for await (const [name, handle] of folder.entries()) {
    if (handle.kind !== 'file') continue;
    const file = await handle.getFile();
    const [place = ''] = name.split(' ', 1);
    const { type, lastModified } = file;
    // Copied: what `getFile` gives dies with the file, which is removed. What is too big for the table
    // is refused by its size, and nobody reads it.
    const content = file.size > maxFileBytes ? file : await file.arrayBuffer();
    photos.push({
      place: Number(place),
      photo: new File([content], name.slice(place.length + 1), { type, lastModified }),
    });
  }
  return photos.sort((a, b) => a.place - b.place).map(({ photo }) => photo);
}
