import { afterEach, expect, test, vi } from 'vitest';
import { openListFolder } from './list-folder.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

test('keeps a file once, under a name of its own, also where the browser makes no UUID', async () => {
  const getRandomValues = crypto.getRandomValues.bind(crypto);
  vi.stubGlobal('crypto', { getRandomValues });
  const written: string[] = [];
  const folder = openListFolder({
    async getFileHandle(name: string) {
      written.push(name);
      return { createWritable: async () => new WritableStream() };
    },
  } as unknown as FileSystemDirectoryHandle);
  const [one, other] = [new Blob(['a']), new Blob(['a'])];
  const names = [await folder.keep(one), await folder.keep(other), await folder.keep(one)];
  expect(new Set(names).size).toBe(2);
  expect(written).toEqual(names.slice(0, 2));
});
