import { expect, test } from 'vitest';
import { mutate } from '../../../testing/mutate.ts';
import { writeTiff } from '../../../testing/tiff-writer.ts';
import { EngineError, orNull } from '../../errors.ts';
import {
  bytesOf,
  listDirectories,
  numbersOf,
  readTiffFile,
  subDirectories,
} from './directories.ts';

const layouts = [
  { littleEndian: true, big: false },
  { littleEndian: false, big: false },
  { littleEndian: true, big: true },
  { littleEndian: false, big: true },
];

test.each(layouts)('numbers of every type are read: %o', (layout) => {
  const numbers: [type: number, written: number[], read?: number[]][] = [
    [1, [1, 255, 3, 4, 5, 6, 7, 8, 9]],
    [3, [1, 65535]],
    [4, [70_000, 4_294_967_295, 7]],
    [5, [1, 2, 10, 4], [0.5, 2.5]],
    [6, [255, 1], [-1, 1]],
    [8, [0xffff, 2], [-1, 2]],
    [9, [0xffffffff, 2], [-1, 2]],
    [10, [0xffffffff, 2], [-0.5]],
    [11, [0.25, -2]],
    [12, [0.1, -2e100]],
    [13, [8]],
    [16, [5_000_000_000]],
  ];
  const entries = numbers.map(([type, written], index) => [index + 1, type, written] as const);
  const file = readTiffFile(writeTiff({ directories: [entries], ...layout }));
  const [directory] = listDirectories(file);
  for (const [index, [, written, read]] of numbers.entries())
    expect(numbersOf(file, directory!, index + 1)).toEqual(read ?? written);
  expect(numbersOf(file, directory!, 99)).toEqual([]);
});

test.each(layouts)('directories that follow and directories inside are listed: %o', (layout) => {
  const inner = [[[256, 3, [10]]], [[256, 3, [20]]]] as const;
  const bytes = writeTiff({
    directories: [
      [
        [256, 3, [1]],
        [330, 'directories', inner],
      ],
      [[256, 3, [2]]],
    ],
    ...layout,
  });
  const file = readTiffFile(bytes);
  const widths = (directories: ReturnType<typeof listDirectories>) =>
    directories.flatMap((each) => numbersOf(file, each, 256));
  const [first, second] = listDirectories(file);
  expect(widths(listDirectories(file))).toEqual([1, 2]);
  expect(widths(subDirectories(file, first!))).toEqual([10, 20]);
  expect(subDirectories(file, second!)).toEqual([]);
});

test('a field comes back as its bytes, text included', () => {
  const file = readTiffFile(writeTiff({ directories: [[[271, 2, 'Maker of cameras']]] }));
  const [directory] = listDirectories(file);
  const bytes = bytesOf(file, directory!, 271);
  expect(new TextDecoder().decode(bytes!)).toBe('Maker of cameras\0');
  expect(bytesOf(file, directory!, 272)).toBeNull();
  expect(numbersOf(file, directory!, 271)).toEqual([]);
});

test.each([0x4f52, 0x5352, 0x55])('the mark %i of a camera maker is one', (mark) => {
  const file = readTiffFile(writeTiff({ directories: [[[256, 3, [7]]]], mark }));
  expect(numbersOf(file, listDirectories(file)[0]!, 256)).toEqual([7]);
});

test('a chain that comes back to itself ends', () => {
  const bytes = writeTiff({ directories: [[[256, 3, [7]]], [[256, 3, [8]]]] });
  const view = new DataView(bytes.buffer);
  const second = view.getUint32(8 + 2 + 12, true);
  view.setUint32(second + 2 + 12, 8, true);
  expect(listDirectories(readTiffFile(bytes))).toHaveLength(2);
});

test('a chain that leads out of the file ends, and a first directory outside is damage', () => {
  const bytes = writeTiff({ directories: [[[256, 3, [7]]]] });
  const view = new DataView(bytes.buffer);
  view.setUint32(8 + 2 + 12, 5000, true);
  expect(listDirectories(readTiffFile(bytes))).toHaveLength(1);
  view.setUint32(4, 5000, true);
  expect(() => listDirectories(readTiffFile(bytes))).toThrow(/5000/);
});

test('values outside the file are damage, and so are more numbers than a picture has', () => {
  const bytes = writeTiff({ directories: [[[273, 4, [1, 2, 3]]]] });
  const view = new DataView(bytes.buffer);
  view.setUint32(8 + 2 + 4, 0xfffffff0, true);
  const outside = readTiffFile(bytes);
  expect(() => numbersOf(outside, listDirectories(outside)[0]!, 273)).toThrow(EngineError);
  expect(() => bytesOf(outside, listDirectories(outside)[0]!, 273)).toThrow(EngineError);
  const large = new Uint8Array(6_000_000);
  large.set(writeTiff({ directories: [[[273, 1, [1, 2, 3, 4, 5]]]] }));
  new DataView(large.buffer).setUint32(8 + 2 + 4, 5_000_000, true);
  const many = readTiffFile(large);
  expect(() => numbersOf(many, listDirectories(many)[0]!, 273)).toThrow(/5000000 numbers/);
});

test.each([
  ['nothing', []],
  ['another mark', [0x49, 0x49, 41, 0, 8, 0, 0, 0]],
  ['two orders of bytes', [0x49, 0x4d, 42, 0, 8, 0, 0, 0]],
  ['a BigTIFF with other offsets', [0x49, 0x49, 43, 0, 4, 0, 0, 0, 16, 0, 0, 0, 0, 0, 0, 0]],
])('%s is no TIFF', (_, bytes) => {
  expect(() => readTiffFile(Uint8Array.from(bytes))).toThrow(EngineError);
});

test('damage gives directories or an error of ours, at once', { timeout: 2000 }, () => {
  const bytes = writeTiff({
    directories: [
      [
        [256, 3, [1]],
        [273, 4, [1, 2, 3]],
        [330, 'directories', [[[256, 3, [10]]]]],
      ],
      [[282, 5, [300, 1]]],
    ],
  });
  const readAll = (mutant: Uint8Array): 'read' => {
    const file = readTiffFile(Uint8Array.from(mutant));
    for (const directory of listDirectories(file)) {
      subDirectories(file, directory);
      for (const tag of directory.keys()) numbersOf(file, directory, tag);
    }
    return 'read';
  };
  const survived = Array.from({ length: 2000 }, (_, seed) =>
    // What is no EngineError comes through.
    orNull(() => readAll(mutate(bytes, seed))),
  );
  expect(new Set(survived)).toEqual(new Set(['read', null]));
});
