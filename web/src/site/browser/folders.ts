import { brand } from '@stillpix/contract/brand';

/** In IndexedDB, the one place that keeps a handle of a folder; what is in the folder stays there. */
export const folderDatabase = `${brand.slug}-folders`;
const store = 'folders';

/** What a remembered folder is for. */
export type FolderUse = 'save';

function settle<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB failed')));
  });
}

async function withStore<T>(
  mode: IDBTransactionMode,
  act: (folders: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const opening = indexedDB.open(folderDatabase, 1);
  opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore(store));
  const database = await settle(opening);
  try {
    const transaction = database.transaction(store, mode);
    const committed = new Promise<void>((resolve, reject) => {
      transaction.addEventListener('complete', () => resolve());
      transaction.addEventListener('abort', () =>
        reject(transaction.error ?? new Error('aborted')),
      );
    });
    // What is asked for is there before it is on the device, and a page that goes away takes it back.
    const [result] = await Promise.all([settle(act(transaction.objectStore(store))), committed]);
    return result;
  } finally {
    database.close();
  }
}

/** Null where none is remembered, or this browser remembers none. */
export async function recallFolder(use: FolderUse): Promise<FileSystemDirectoryHandle | null> {
  try {
    // Opening it would make it: who never asked for it has no such database.
    if ((await indexedDB.databases()).every(({ name }) => name !== folderDatabase)) return null;
    const found: unknown = await withStore('readonly', (folders) => folders.get(use));
    return found instanceof FileSystemDirectoryHandle ? found : null;
  } catch {
    return null;
  }
}

/** Rejects where the browser keeps no handles, as in some private windows. */
export async function rememberFolder(
  use: FolderUse,
  folder: FileSystemDirectoryHandle,
): Promise<void> {
  await withStore('readwrite', (folders) => folders.put(folder, use));
}

/** Forgets every folder; what was saved in them stays there. */
export async function forgetFolders(): Promise<void> {
  if ('indexedDB' in globalThis) await settle(indexedDB.deleteDatabase(folderDatabase));
}
