import { expect, test } from 'vitest';
import {
  findSharedNames,
  measureFiles,
  measureFolders,
  measureFunctions,
} from './measure-structure.ts';

const reader = {
  path: 'engine/src/bytes/reader.ts',
  text: `export interface Size {
  width: number;
}

export async function readAll(
  first: number,
): Promise<void> {
  if (first) {
    return;
  }
}

const double = (value: number) => {
  return value * 2;
};
`,
};
const queue = {
  path: 'engine/src/run/queue.ts',
  text: `type Size = number;

class Queue {
  next(): void {
    for (;;) {
      break;
    }
  }
}
`,
};
const page = { path: 'web/src/page.ts', text: 'interface Size {}\n' };

test('counts files of folders and lines of files', () => {
  const twin = { ...queue, path: 'engine/src/run/pool.ts' };
  expect(measureFolders([reader, queue, twin])[0]).toEqual({ name: 'engine/src/run', count: 2 });
  expect(measureFiles([queue, reader]).map(({ count }) => count)).toEqual([15, 9]);
});

test('counts lines of functions and methods, not of statements', () => {
  expect(measureFunctions([reader, queue])).toEqual([
    { name: 'engine/src/bytes/reader.ts readAll', count: 7 },
    { name: 'engine/src/run/queue.ts next', count: 5 },
    { name: 'engine/src/bytes/reader.ts double', count: 3 },
  ]);
});

test('finds names that several files of a workspace declare', () => {
  expect(findSharedNames([reader, queue, page])).toEqual([
    { name: 'Size', count: 2, paths: [reader.path, queue.path] },
  ]);
});
