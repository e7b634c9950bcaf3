import { draggedType } from '../results/drag-out.ts';

/** Files of one drop, those in folders (at any depth) included. */
export async function collectDropped(transfer: DataTransfer): Promise<File[]> {
  // The transfer is emptied as soon as the event is over: everything must be taken out first.
  const roots = [...transfer.items]
    .filter((item) => item.kind === 'file')
    .map((item) => ({ entry: item.webkitGetAsEntry(), file: item.getAsFile() }));
  const found: File[] = [];
  for (const { entry, file } of roots) {
    // WebKit has entries that cannot be read for files that are on no disk, such as those of a page.
    if (entry?.isDirectory) found.push(...(await filesUnder(entry)));
    else if (file !== null) found.push(file);
  }
  return found;
}

export function holdsFiles(transfer: DataTransfer | null): boolean {
  // A photo of the table that is dragged over the window again may look like a file by then.
  return transfer !== null && transfer.types.includes('Files') && !isOwn(transfer);
}

function isOwn(transfer: DataTransfer): boolean {
  return transfer.types.includes(draggedType);
}

/** A folder of a whole disk would keep the page busy for minutes; nobody converts so many at once. */
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

/** Null when the file vanished or may not be read: the others still come in. */
function readFile(entry: FileSystemFileEntry): Promise<File | null> {
  return new Promise((resolve) => {
    entry.file(resolve, () => resolve(null));
  });
}

async function readFolder(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const entries: FileSystemEntry[] = [];
  // Chromium hands out at most 100 entries a call; an empty answer is the end.
  for (;;) {
    const part = await new Promise<FileSystemEntry[]>((resolve) => {
      reader.readEntries(resolve, () => resolve([]));
    });
    if (part.length === 0) return entries;
    entries.push(...part);
  }
}
