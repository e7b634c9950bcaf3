import { randomUuid } from '../../../site/browser/random-uuid.ts';
import { namesIn, type TableFolder } from './table-files.ts';

const listName = 'table.json';

/**
 * A folder of the origin private file system. Files are copied when read, so that a photo on the
 * table stays readable when its file is deleted.
 */
export function openTableFolder(
  directory: FileSystemDirectoryHandle,
): TableFolder & { removeUnlisted: () => Promise<void> } {
  const known = new WeakMap<Blob, string>();

  async function write(name: string, blob: Blob): Promise<void> {
    const handle = await directory.getFileHandle(name, { create: true });
    await blob.stream().pipeTo(await handle.createWritable());
  }

  async function read(name: string): Promise<Blob> {
    const file = await (await directory.getFileHandle(name)).getFile();
    return new Blob([await file.arrayBuffer()]);
  }

  const readList = async () => (await read(listName)).text();

  return {
    async keep(blob) {
      const found = known.get(blob);
      if (found !== undefined) return found;
      const name = randomUuid();
      await write(name, blob);
      known.set(blob, name);
      return name;
    },
    read,
    recognize: (blob, name) => void known.set(blob, name),
    writeList: (text) => write(listName, new Blob([text])),
    readList,
    /** Deletes files that the list does not name any more. */
    async removeUnlisted() {
      const listed = namesIn(await readList());
      const names: string[] = [];
      for await (const name of directory.keys()) names.push(name);
      for (const name of names) {
        if (name !== listName && !listed.has(name)) await directory.removeEntry(name);
      }
    },
  };
}
