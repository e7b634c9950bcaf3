import { draggedType } from '../results/drag-out.ts';

/** Files of one drop, including those in folders at any depth. */
export async function collectDropped(transfer: DataTransfer): Promise<File[]> {
  // The transfer is emptied when the event is over, so everything must be taken out first.
  const roots = [...transfer.items]
    .filter((item) => item.kind === 'file')
    .map((item) => ({ entry: item.webkitGetAsEntry(), file: item.getAsFile() }));
  const found: File[] = [];
  for (const { entry, file } of roots) {
    // For files that are not on disk, such as those dragged from a page, WebKit has entries that
    // cannot be read.
    if (entry?.isDirectory) found.push(...(await filesUnder(entry)));
    else if (file !== null) found.push(file);
  }
  return found;
}

export function holdsFiles(transfer: DataTransfer | null): boolean {
  // A photo dragged from the list over the window looks like a file to some browsers.
  return transfer !== null && transfer.types.includes('Files') && !isOwn(transfer);
}

function isOwn(transfer: DataTransfer): boolean {
  return transfer.types.includes(draggedType);
}

/** Reading a whole disk would keep the page busy for minutes, and no batch is that large. */
const maxEntries = 2000;

async function filesUnder(root: FileSystemEntry): Promise<File[]> {
  const files: File[] = [];
  const waiting: FileSystemEntry[] = [root];
  let seen = 0;
  for (let entry = waiting.shift(); entry !== undefined; entry = waiting.shift()) {
    seen += 1;
    if (seen > maxEntries) break;
    if (isFile(entry)) {
      const file = await readFile(entry);
      if (file !== null) files.push(file);
    } else if (isDirectory(entry)) {
      waiting.push(...(await readFolder(entry)));
    }
  }
  return files;
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}

function isDirectory(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory;
}

/** Null if the file vanished or may not be read. The others are still added. */
function readFile(entry: FileSystemFileEntry): Promise<File | null> {
  return new Promise((resolve) => {
    entry.file(resolve, () => resolve(null));
  });
}

async function readFolder(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const entries: FileSystemEntry[] = [];
  // Chromium returns at most 100 entries per call. An empty result is the end.
  for (;;) {
    const part = await new Promise<FileSystemEntry[]>((resolve) => {
      reader.readEntries(resolve, () => resolve([]));
    });
    if (part.length === 0) return entries;
    entries.push(...part);
  }
}
