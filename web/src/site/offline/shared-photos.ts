import { brand } from '@stillpix/contract/brand';

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
    const own = await folder.getDirectoryHandle(id);
    const photos: { place: number; photo: File }[] = [];
    for await (const [name, handle] of own.entries()) {
      if (handle.kind !== 'file') continue;
      const file = await handle.getFile();
      const [place = ''] = name.split(' ', 1);
      // Copied: what `getFile` gives dies with the file that is removed below.
      const bytes = await file.arrayBuffer();
      const { type, lastModified } = file;
      photos.push({
        place: Number(place),
        photo: new File([bytes], name.slice(place.length + 1), { type, lastModified }),
      });
    }
    await folder.removeEntry(id, { recursive: true });
    return photos.sort((a, b) => a.place - b.place).map(({ photo }) => photo);
  } catch {
    return [];
  }
}
