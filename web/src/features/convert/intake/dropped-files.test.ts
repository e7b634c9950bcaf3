import { expect, test } from 'vitest';
import { collectDropped } from './dropped-files.ts';

function fileEntry(name: string, vanished = false) {
  return {
    name,
    isFile: true,
    isDirectory: false,
    file: (found: (file: File) => void, failed: () => void) =>
      vanished ? failed() : found(new File(['x'], name)),
  };
}

/** Returns its entries in parts, as Chromium does, and then an empty one. */
function folderEntry(entries: object[], partLength = 2) {
  return {
    isFile: false,
    isDirectory: true,
    createReader() {
      const left = [...entries];
      return {
        readEntries: (found: (part: object[]) => void) => found(left.splice(0, partLength)),
      };
    },
  };
}

function transferOf(...entries: object[]): DataTransfer {
  const items = entries.map((entry) => ({
    kind: 'file',
    webkitGetAsEntry: () => entry,
    getAsFile: () => ('name' in entry ? new File(['x'], String(entry.name)) : null),
  }));
  return { items } as unknown as DataTransfer;
}

const namesIn = async (transfer: DataTransfer) =>
  (await collectDropped(transfer)).map(({ name }) => name).sort();

test('finds the files of folders at any depth, beside those dropped by themselves', async () => {
  const deep = folderEntry([fileEntry('c.heic'), folderEntry([fileEntry('d.heic')])]);
  const transfer = transferOf(fileEntry('a.heic'), folderEntry([fileEntry('b.heic'), deep]));
  expect(await namesIn(transfer)).toEqual(['a.heic', 'b.heic', 'c.heic', 'd.heic']);
});

test('reads a folder to its end, although browsers hand it out in parts', async () => {
  const names = ['1', '2', '3', '4', '5', '6', '7'];
  expect(await namesIn(transferOf(folderEntry(names.map((name) => fileEntry(name)))))).toEqual(
    names,
  );
});

test('goes on after a file that cannot be read', async () => {
  const folder = folderEntry([fileEntry('gone', true), fileEntry('here')]);
  expect(await namesIn(transferOf(folder))).toEqual(['here']);
});

test('takes a dropped file itself where its entry leads nowhere', async () => {
  expect(await namesIn(transferOf(fileEntry('dragged from a page', true)))).toEqual([
    'dragged from a page',
  ]);
});

test('stops in a folder that has no end', async () => {
  const endless = {
    isFile: false,
    isDirectory: true,
    createReader() {
      let given = false;
      return {
        readEntries(found: (part: object[]) => void) {
          found(given ? [] : [endless, endless]);
          given = true;
        },
      };
    },
  };
  expect(await namesIn(transferOf(endless))).toEqual([]);
});

test('takes files that browsers have no entry for', async () => {
  const file = new File(['x'], 'pasted.png');
  const items = [{ kind: 'file', webkitGetAsEntry: () => null, getAsFile: () => file }];
  expect(await collectDropped({ items } as unknown as DataTransfer)).toEqual([file]);
});
