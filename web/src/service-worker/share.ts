import { brand } from '@stillpix/contract/brand';
import { root } from './root.ts';

/** In the browser's own file system, which holds nothing else of ours by this name. */
const folderName = `${brand.slug}-shared`;

/** Photos that no page fetched by then were forgotten: the app was closed before it opened. */
const maxAge = 10 * 60 * 1000;

const openStorage = () => navigator.storage.getDirectory();

/**
 * Puts shared photos where the page can take them, and leads to it. The page moves them onto the table
 * and deletes them at once.
 */
export async function receiveShared(request: Request): Promise<Response> {
  const home = new URL(`${root}/`, request.url);
  try {
    const photos = (await request.formData())
      .getAll('photos')
      .filter((entry): entry is File => typeof entry !== 'string');
    const id = `${Date.now()}-${crypto.randomUUID()}`;
    const folder = await (await openStorage()).getDirectoryHandle(folderName, { create: true });
    const own = await folder.getDirectoryHandle(id, { create: true });
    for (const [place, photo] of photos.entries()) {
      // Two photos may share a name; the number keeps their order, too.
      const file = await own.getFileHandle(`${place} ${photo.name}`, { create: true });
      const writable = await file.createWritable();
      await photo.stream().pipeTo(writable);
    }
    home.searchParams.set('shared', id);
  } catch {
    home.searchParams.set('shared', 'failed');
  }
  return Response.redirect(home.href, 303);
}

/** Removes what was shared and never taken. */
export async function dropForgotten(now = Date.now()): Promise<void> {
  try {
    const folder = await (await openStorage()).getDirectoryHandle(folderName);
    for await (const id of folder.keys()) {
      if (now - Number.parseInt(id, 10) > maxAge) await folder.removeEntry(id, { recursive: true });
    }
  } catch {
    // Nothing was ever shared, or this browser has no such file system.
  }
}
