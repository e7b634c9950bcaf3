import type { NamedBlob } from './save.ts';

type Access = 'read' | 'readwrite';

type PickDirectory = (options: { id: string; mode: Access }) => Promise<FileSystemDirectoryHandle>;

/** Chromium's additions to file handles, which TypeScript does not have yet. */
interface AskableHandle {
  queryPermission?: (options: { mode: Access }) => Promise<PermissionState>;
  requestPermission?: (options: { mode: Access }) => Promise<PermissionState>;
}

function findPicker(): PickDirectory | null {
  const { showDirectoryPicker } = window as { showDirectoryPicker?: PickDirectory };
  return showDirectoryPicker?.bind(window) ?? null;
}

export function canUseFolders(): boolean {
  return findPicker() !== null;
}

/** Null if the visitor closed the picker. The browser remembers the last folder per `id`. */
export async function pickFolder(
  id: string,
  mode: Access,
): Promise<FileSystemDirectoryHandle | null> {
  const pick = findPicker();
  if (pick === null) throw new Error('This browser cannot open folders');
  try {
    return await pick({ id, mode });
  } catch (thrown) {
    if (thrown instanceof DOMException && thrown.name === 'AbortError') return null;
    throw thrown;
  }
}

/** Whether a remembered folder may be written to. The browser asks the visitor if it must. */
export async function mayWriteTo(folder: FileSystemDirectoryHandle): Promise<boolean> {
  const { queryPermission, requestPermission } = folder as AskableHandle;
  const mode = 'readwrite';
  if ((await queryPermission?.call(folder, { mode })) === 'granted') return true;
  const answer = await requestPermission?.call(folder, { mode });
  return answer === undefined || answer === 'granted';
}

/**
 * Rejects when writing fails. Files written before stay, the failed one is removed, and existing
 * files are never replaced.
 */
export async function writeInto(
  folder: FileSystemDirectoryHandle,
  files: readonly NamedBlob[],
): Promise<void> {
  for (const { name, blob } of files) {
    const own = await freeName(folder, name);
    const handle = await folder.getFileHandle(own, { create: true });
    try {
      await blob.stream().pipeTo(await handle.createWritable());
    } catch (thrown) {
      // Otherwise an empty file would remain.
      await folder.removeEntry(own).catch(() => {});
      throw thrown;
    }
  }
}

async function freeName(folder: FileSystemDirectoryHandle, name: string): Promise<string> {
  const dot = name.lastIndexOf('.');
  for (let count = 1; ; count += 1) {
    const candidate = count === 1 ? name : `${name.slice(0, dot)} (${count})${name.slice(dot)}`;
    try {
      await folder.getFileHandle(candidate);
    } catch (thrown) {
      const problem = thrown instanceof DOMException ? thrown.name : null;
      if (problem === 'NotFoundError') return candidate;
      // A folder has that name. Other errors say nothing about the name.
      if (problem !== 'TypeMismatchError') throw thrown;
    }
  }
}
