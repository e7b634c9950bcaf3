import { randomUuid } from '../../../site/browser/random-uuid.ts';
import { namesIn, type ListFolder } from './list-files.ts';

const indexName = 'table.json';

/**
 * A folder of the origin private file system. Files are copied when read, so that a photo on the
 * list stays readable when its file is deleted.
 */
export function openListFolder(
  directory: FileSystemDirectoryHandle,
): ListFolder & { removeUnindexed: () => Promise<void> } {
  const known = new WeakMap<Blob, string>();

  async function write(name: string, blob: Blob): Promise<void> {
    const handle = await directory.getFileHandle(name, { create: true });
    await blob.stream().pipeTo(await handle.createWritable());
  }

  async function read(name: string): Promise<Blob> {
    const file = await (await directory.getFileHandle(name)).getFile();
    return new Blob([await file.arrayBuffer()]);
  }

  const readIndex = async () => (await read(indexName)).text();

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
    writeIndex: (text) => write(indexName, new Blob([text])),
    readIndex,
    /** Deletes files that the index does not name any more. */
    async removeUnindexed() {
      const indexed = namesIn(await readIndex());
      const names: string[] = [];
      for await (const name of directory.keys()) names.push(name);
      for (const name of names) {
        if (name !== indexName && !indexed.has(name)) await directory.removeEntry(name);
      }
    },
  };
}
