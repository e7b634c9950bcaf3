export interface NamedBlob {
  name: string;
  blob: Blob;
}

/** Time for a slow disk dialog to take over the URL, in milliseconds. */
const urlLife = 60_000;

export function download({ name, blob }: NamedBlob): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.hidden = true;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), urlLife);
}

/** Browsers drop downloads that come too close together; Chromium asks once, then takes them all. */
const between = 250;

export async function downloadAll(files: readonly NamedBlob[]): Promise<void> {
  for (const [index, file] of files.entries()) {
    if (index > 0) await new Promise((resolve) => setTimeout(resolve, between));
    download(file);
  }
}

type PickDirectory = (options: {
  id: string;
  mode: 'readwrite';
}) => Promise<FileSystemDirectoryHandle>;

function findPicker(): PickDirectory | null {
  const { showDirectoryPicker } = window as { showDirectoryPicker?: PickDirectory };
  return showDirectoryPicker?.bind(window) ?? null;
}

export function canSaveToFolder(): boolean {
  return findPicker() !== null;
}

/** The folder's name, or null when the visitor closed the picker. Rejects when writing fails. */
export async function saveToFolder(files: readonly NamedBlob[]): Promise<string | null> {
  const pick = findPicker();
  if (pick === null) throw new Error('This browser cannot write to folders');
  let folder: FileSystemDirectoryHandle;
  try {
    folder = await pick({ id: 'stillpix', mode: 'readwrite' });
  } catch (thrown) {
    if (thrown instanceof DOMException && thrown.name === 'AbortError') return null;
    throw thrown;
  }
  for (const { name, blob } of files) {
    const handle = await folder.getFileHandle(await freeName(folder, name), { create: true });
    await blob.stream().pipeTo(await handle.createWritable());
  }
  return folder.name;
}

/** A file that is already there stays as it is. */
async function freeName(folder: FileSystemDirectoryHandle, name: string): Promise<string> {
  const dot = name.lastIndexOf('.');
  for (let count = 1; ; count += 1) {
    const candidate = count === 1 ? name : `${name.slice(0, dot)} (${count})${name.slice(dot)}`;
    try {
      await folder.getFileHandle(candidate);
    } catch {
      return candidate;
    }
  }
}
