import { expect, it } from 'vitest';
import { distinctNames, outputName, videoName, zipName } from './output-names.ts';

it.each([
  ['IMG_0001.HEIC', 'jpeg', 'IMG_0001.jpg'],
  ['a.b.webp', 'png', 'a.b.png'],
  ['no-extension', 'webp', 'no-extension.webp'],
  ['.heic', 'jpeg', '.heic.jpg'],
  ['Ferien 2026 äöü 日本.heif', 'jpeg', 'Ferien 2026 äöü 日本.jpg'],
  ['../up.heic', 'jpeg', '.._up.jpg'],
] as const)('names the result of %s as %s: %s', (name, format, expected) => {
  expect(outputName(name, format)).toBe(expected);
});

it('names motion photos so that phones know them, and videos by what they are', () => {
  expect(outputName('IMG_0001.HEIC', 'jpeg', true)).toBe('IMG_0001.MP.jpg');
  expect(outputName('PXL_2026.MP.jpg', 'jpeg', true)).toBe('PXL_2026.MP.jpg');
  expect(outputName('PXL_2026.MP.jpg', 'jpeg')).toBe('PXL_2026.MP.jpg');
  expect(videoName('IMG_0001.HEIC', 'video/quicktime')).toBe('IMG_0001.mov');
  expect(videoName('PXL_2026.MP.jpg', 'video/mp4')).toBe('PXL_2026.MP.mp4');
});

it('tells duplicates apart and keeps the first as it is', () => {
  expect(distinctNames(['a.jpg', 'a.jpg', 'b.jpg', 'a.jpg'])).toEqual([
    'a.jpg',
    'a (2).jpg',
    'b.jpg',
    'a (3).jpg',
  ]);
});

it('takes names that differ in case only as the same, as most disks do', () => {
  expect(distinctNames(['a.jpg', 'A.jpg'])).toEqual(['a.jpg', 'A (2).jpg']);
});

it('does not give a duplicate the name that another file really has', () => {
  expect(distinctNames(['a.jpg', 'a.jpg', 'a (2).jpg'])).toEqual([
    'a.jpg',
    'a (3).jpg',
    'a (2).jpg',
  ]);
});

it('names the ZIP by the day of the calendar where the visitor is', () => {
  expect(zipName('stillpix', new Date(2026, 0, 9, 23, 59))).toBe('stillpix-2026-01-09.zip');
});
