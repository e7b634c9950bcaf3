import { expect, test } from 'vitest';
import { writeTiff, type TiffEntry } from '../../../testing/tiff-writer.ts';
import { exifRoom } from '../../metadata/blocks.ts';
import { summarizeExif } from '../../metadata/exif-summary.ts';
import { findMakerNote, readOrientation } from '../../metadata/exif.ts';
import { listDirectories, readTiffFile } from './directories.ts';
import { collectExif } from './exif-block.ts';

const exif: TiffEntry[] = [
  [0x829a, 5, [1, 250]],
  [0x829d, 5, [28, 10]],
  [0x8827, 3, [400]],
  [0x9003, 2, '2024:05:06 07:08:09'],
  [0x927c, 7, new Uint8Array(40).fill(9)],
];
const gps: TiffEntry[] = [
  [1, 2, 'N'],
  [2, 5, [48, 1, 30, 1, 0, 1]],
  [3, 2, 'W'],
  [4, 5, [2, 1, 15, 1, 0, 1]],
];
const first: TiffEntry[] = [
  [256, 4, [6000]],
  [271, 2, 'Maker'],
  [272, 2, 'Model 1'],
  [273, 4, [4_000_000]],
  [274, 3, [8]],
];

const blockOf = (bytes: Uint8Array<ArrayBuffer>) => {
  const file = readTiffFile(bytes);
  return collectExif(file, listDirectories(file)[0]!);
};

test.each([
  { littleEndian: true, big: false },
  { littleEndian: false, big: false },
  { littleEndian: true, big: true },
])('what a file says of its photo becomes an Exif block: %o', (layout) => {
  const linked: TiffEntry[] = [
    [0x8769, 'directories', [exif]],
    [0x8825, 'directories', [gps]],
  ];
  const block = blockOf(writeTiff({ directories: [[...first, ...linked]], ...layout }));
  expect(summarizeExif(block!)).toMatchObject({
    make: 'Maker',
    model: 'Model 1',
    takenAt: '2024:05:06 07:08:09',
    exposure: { time: 1 / 250, aperture: 2.8, sensitivity: 400 },
    place: { latitude: 48.5, longitude: -2.25 },
  });
  expect(readOrientation(block!)).toBe(8);
  expect(findMakerNote(block!)).toBeNull();
  // How samples were stored says nothing of the result.
  expect([...listDirectories(readTiffFile(Uint8Array.from(block!)))[0]!.keys()]).toEqual([
    ...[271, 272, 274, 0x8769, 0x8825],
  ]);
});

test('an orientation of another type is left out, as nothing would find it to correct it', () => {
  const entries: TiffEntry[] = [
    [271, 2, 'Maker'],
    [274, 1, [8]],
  ];
  const block = blockOf(writeTiff({ directories: [entries] }));
  expect([...listDirectories(readTiffFile(block!))[0]!.keys()]).toEqual([271]);
});

test('a file that says nothing of its photo has no block', () => {
  expect(blockOf(writeTiff({ directories: [[[256, 4, [6000]]]] }))).toBeNull();
});

test('what points outside the file is left out, and so is what has no room', () => {
  const bytes = writeTiff({
    directories: [
      [
        [271, 2, 'Maker of cameras'],
        [272, 2, 'Model 1'],
        [315, 2, 'A'.repeat(40_000)],
        [33432, 2, 'B'.repeat(40_000)],
      ],
    ],
  });
  new DataView(bytes.buffer).setUint32(8 + 2 + 8, 1_000_000, true);
  const block = blockOf(bytes)!;
  expect(summarizeExif(block)).toMatchObject({ make: null, model: 'Model 1' });
  expect(block.length).toBeGreaterThan(40_000);
  expect(block.length).toBeLessThanOrEqual(exifRoom);
});
