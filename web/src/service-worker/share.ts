import { brand } from '@stillpix/contract/brand';
import { isLanguage } from '@stillpix/contract/languages';
import type { OfflineFiles } from './messages.ts';
import { root } from './root.ts';

/** In the origin private file system, where nothing else of ours has this name. */
const folderName = `${brand.slug}-shared`;

/** Photos that no page has fetched by then are abandoned: the app was closed before it opened. */
const maxAge = 10 * 60 * 1000;

const openStorage = () => navigator.storage.getDirectory();

/** The home page in the language of the manifest that gave the system this address. */
function homeOf({ languages }: OfflineFiles, asked: string): string {
  const language = new URL(asked).searchParams.get('language') ?? undefined;
  const homes = [`${root}/${language}`, `${root}/${language}/`];
  const own = isLanguage(language) && languages[language].find(({ path }) => homes.includes(path));
  return own ? own.path : `${root}/`;
}

/**
 * Stores shared photos where the page can take them, and redirects to it. The page moves them onto
 * the list and deletes them at once.
 */
export async function receiveShared(request: Request, files: OfflineFiles): Promise<Response> {
  const home = new URL(homeOf(files, request.url), request.url);
  const id = `${Date.now()}-${crypto.randomUUID()}`;
  try {
    const photos = (await request.formData())
      .getAll('photos')
      .filter((entry): entry is File => typeof entry !== 'string');
    await write(id, photos);
    home.searchParams.set('shared', id);
  } catch {
    home.searchParams.set('shared', 'failed');
    await drop(id);
  }
  return Response.redirect(home.href, 303);
}

async function write(id: string, photos: readonly File[]): Promise<void> {
  const folder = await (await openStorage()).getDirectoryHandle(folderName, { create: true });
  const own = await folder.getDirectoryHandle(id, { create: true });
  for (const [place, photo] of photos.entries()) {
    // Two photos may have the same name. The number also keeps their order.
    const file = await own.getFileHandle(`${place} ${photo.name}`, { create: true });
    await photo.stream().pipeTo(await file.createWritable());
  }
}

/** Deletes photos of a share that did not all fit. */
async function drop(id: string): Promise<void> {
  try {
    const folder = await (await openStorage()).getDirectoryHandle(folderName);
    await folder.removeEntry(id, { recursive: true });
  } catch {
    // Nothing was written.
  }
}

/** Removes photos that were shared and never taken. */
export async function dropForgotten(): Promise<void> {
  try {
    const folder = await (await openStorage()).getDirectoryHandle(folderName);
    for await (const id of folder.keys()) {
      if (Date.now() - Number.parseInt(id, 10) > maxAge)
        await folder.removeEntry(id, { recursive: true });
    }
  } catch {
    // Nothing was ever shared, or this browser has no such file system.
  }
}
