import { expect, test } from 'vitest';
import { writeInto } from './folder.ts';

type Fault = (name: string) => void;

/** A folder with these files and folders in it, which can be made to fail. */
function openFolder({
  files = {},
  folders = [],
  onLook = () => {},
  onWrite = () => {},
}: {
  files?: Record<string, string>;
  folders?: string[];
  onLook?: Fault;
  onWrite?: Fault;
}) {
  const there = new Map(Object.entries(files));
  const handle = {
    async getFileHandle(name: string, options?: { create: boolean }) {
      onLook(name);
      if (folders.includes(name)) throw new DOMException('a folder', 'TypeMismatchError');
      if (!there.has(name)) {
        if (!options?.create) throw new DOMException('not there', 'NotFoundError');
        there.set(name, '');
      }
      return {
        async createWritable() {
          let text = '';
          return new WritableStream<Uint8Array>({
            write(chunk) {
              onWrite(name);
              text += new TextDecoder().decode(chunk);
            },
            close: () => void there.set(name, text),
          });
        },
      };
    },
    removeEntry: async (name: string) => void there.delete(name),
  };
  return {
    folder: handle as unknown as FileSystemDirectoryHandle,
    read: () => Object.fromEntries(there),
  };
}

const result = (name: string, text: string) => ({ name, blob: new Blob([text]) });

test('writes beside what is there already, files and folders', async () => {
  const { folder, read } = openFolder({ files: { 'a.jpg': 'old' }, folders: ['a (2).jpg'] });
  await writeInto(folder, [result('a.jpg', 'new'), result('b.jpg', 'other')]);
  expect(read()).toEqual({ 'a.jpg': 'old', 'a (3).jpg': 'new', 'b.jpg': 'other' });
});

test('leaves no empty file behind where writing fails, and what was there as it was', async () => {
  const { folder, read } = openFolder({
    files: { 'b.jpg': 'old' },
    onWrite(name) {
      if (name === 'b (2).jpg') throw new DOMException('full', 'QuotaExceededError');
    },
  });
  const results = [result('a.jpg', 'a'), result('b.jpg', 'b'), result('c.jpg', 'c')];
  await expect(writeInto(folder, results)).rejects.toThrow('full');
  expect(read()).toEqual({ 'a.jpg': 'a', 'b.jpg': 'old' });
});

test('does not take a name for free that it could not look for', async () => {
  let looks = 0;
  const { folder, read } = openFolder({
    files: { 'a.jpg': 'old' },
    onLook() {
      looks += 1;
      if (looks === 1) throw new DOMException('not now', 'NotAllowedError');
    },
  });
  await expect(writeInto(folder, [result('a.jpg', 'new')])).rejects.toThrow('not now');
  expect(read()).toEqual({ 'a.jpg': 'old' });
});
