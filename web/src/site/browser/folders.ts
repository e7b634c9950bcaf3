import { brand } from '@stillpix/contract/brand';

/**
 * IndexedDB is the only storage that keeps a folder's handle. The folder's content stays where it
 * is.
 */
export const folderDatabase = `${brand.slug}-folders`;
const store = 'folders';

/** The name of the folder that results are saved in. */
const saved = 'save';

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
    // A request succeeds before its transaction is on disk, and closing the page would roll it
    // back.
    const [result] = await Promise.all([settle(act(transaction.objectStore(store))), committed]);
    return result;
  } finally {
    database.close();
  }
}

/** Null if no folder is remembered, or if this browser cannot remember any. */
export async function recallFolder(): Promise<FileSystemDirectoryHandle | null> {
  try {
    // Opening a database creates it, which must not happen for visitors who never asked to remember
    // a folder.
    if ((await indexedDB.databases()).every(({ name }) => name !== folderDatabase)) return null;
    const found: unknown = await withStore('readonly', (folders) => folders.get(saved));
    return found instanceof FileSystemDirectoryHandle ? found : null;
  } catch {
    return null;
  }
}

/** Rejects if the browser stores no handles, as in some private windows. */
export async function rememberFolder(folder: FileSystemDirectoryHandle): Promise<void> {
  await withStore('readwrite', (folders) => folders.put(folder, saved));
}

/** Forgets all folders. Files saved in them remain. */
export async function forgetFolders(): Promise<void> {
  if ('indexedDB' in globalThis) await settle(indexedDB.deleteDatabase(folderDatabase));
}
