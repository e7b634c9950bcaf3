import { expect, test } from 'vitest';
import { distinctNames, extensionOf, nameByPattern, zipName } from './output-names.ts';

const named = {
  originalName: 'IMG_7.HEIC',
  number: 3,
  count: 12,
  takenAt: '2026:03:14 15:09:26',
  lastModified: new Date(2025, 0, 2, 3, 4, 5).getTime(),
};

test.each([
  ['IMG_0001.HEIC', extensionOf('jpeg'), 'IMG_0001.jpg'],
  ['a.b.webp', extensionOf('png'), 'a.b.png'],
  ['no-extension', extensionOf('webp'), 'no-extension.webp'],
  ['IMG_0002.HEIC', extensionOf('jpeg', true), 'IMG_0002.MP.jpg'],
  ['.heic', 'jpg', 'heic.jpg'],
  ['. .trip.heic', 'jpg', 'trip.jpg'],
  ['..heic', 'jpg', 'picture.jpg'],
  ['Ferien 2026 äöü 日本.heif', 'jpg', 'Ferien 2026 äöü 日本.jpg'],
  ['../up.heic', 'jpg', '_up.jpg'],
  ['{number} {date}.heic', 'jpg', '{number} {date}.jpg'],
  ["5$$ $& $'.heic", 'jpg', "5$$ $& $'.jpg"],
  ['two\nlines.heic', 'jpg', 'two_lines.jpg'],
  ['nul.heic', 'jpg', '_nul.jpg'],
  ['name\u202Egpj.heic', 'jpg', 'namegpj.jpg'],
  ['\u2066a\u2069 \u202Ab\u202C.heic', 'jpg', 'a b.jpg'],
  ['\u202E.heic', 'jpg', 'picture.jpg'],
  ['Con.2.heic', 'jpg', '_Con.2.jpg'],
] as const)('names the result of %s as %s: %s', (name, extension, expected) => {
  expect(nameByPattern('{name}', { ...named, originalName: name }, extension)).toBe(expected);
});

test.each([
  ['{name}', 'IMG_7.jpg'],
  ['{number} {name}', '03 IMG_7.jpg'],
  ['{date}', '2026-03-14 15.09.26.jpg'],
  ['Italy {number}', 'Italy 03.jpg'],
  ['a/b: {name}?', 'a_b_ IMG_7_.jpg'],
  ['   ', 'picture.jpg'],
])('fills the pattern %s: %s', (pattern, expected) => {
  expect(nameByPattern(pattern, named, 'jpg')).toBe(expected);
});

test('takes the time of the file where the camera noted none', () => {
  for (const takenAt of [null, '0000:00:00 00:00:00']) {
    expect(nameByPattern('{date}', { ...named, takenAt }, 'png')).toBe('2025-01-02 03.04.05.png');
  }
});

test('writes numbers with as many digits as the longest needs', () => {
  expect(nameByPattern('{number}', { ...named, count: 100 }, 'jpg')).toBe('003.jpg');
});

test('tells duplicates apart and keeps the first as it is', () => {
  expect(distinctNames(['a.jpg', 'a.jpg', 'b.jpg', 'a.jpg'])).toEqual([
    'a.jpg',
    'a (2).jpg',
    'b.jpg',
    'a (3).jpg',
  ]);
});

test('takes names that differ in case only as the same, as most disks do', () => {
  expect(distinctNames(['a.jpg', 'A.jpg'])).toEqual(['a.jpg', 'A (2).jpg']);
});

test('does not give a duplicate the name that another file really has', () => {
  expect(distinctNames(['a.jpg', 'a.jpg', 'a (2).jpg'])).toEqual([
    'a.jpg',
    'a (3).jpg',
    'a (2).jpg',
  ]);
});

test('keeps what Google’s apps know a Motion Photo by', () => {
  expect(distinctNames(['a.MP.jpg', 'a.MP.jpg'])).toEqual(['a.MP.jpg', 'a (2).MP.jpg']);
});

test('takes letters with accents as the same however they are composed, as macOS does', () => {
  const [, second] = distinctNames(['\u00e9.jpg', 'e\u0301.jpg']);
  expect(second).toBe('e\u0301 (2).jpg');
});

test('makes no name longer than a disk takes, and cuts no character in two', () => {
  const originalName = `${'🏔️'.repeat(36)}.heic`;
  const name = nameByPattern('{name}', { ...named, originalName }, 'jpg');
  const names = distinctNames([name, name]);
  for (const each of names) {
    expect(new TextEncoder().encode(each).length).toBeLessThanOrEqual(255);
    expect(each.isWellFormed()).toBe(true);
  }
  expect(names[1]).toMatch(/^🏔️.* \(2\)\.jpg$/u);
});

test('names the ZIP by the day of the calendar where the visitor is', () => {
  expect(zipName('stillpix', new Date(2026, 0, 9, 23, 59))).toBe('stillpix-2026-01-09.zip');
});
