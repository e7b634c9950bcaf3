import { expect, test } from 'vitest';
import type { ItemToWrite } from '../../testing/heif-writer.ts';
import { bytesOf, hevcItem, uint, writeHeif } from '../../testing/heif-writer.ts';
import { primaryItem, readHeif } from './file.ts';
import { readHeifMetadata } from './metadata.ts';

const tiff = bytesOf('MM', uint(42, 2), uint(8, 4), uint(0, 2));

function metadataOf(items: ItemToWrite[], describes = true): ReturnType<typeof readHeifMetadata> {
  const file = readHeif(
    writeHeif({
      primary: 1,
      items: [hevcItem(1, 8, 8), ...items],
      references: describes ? items.map(({ id }) => ({ type: 'cdsc', from: id, to: [1] })) : [],
    }),
  )!;
  return readHeifMetadata(file, primaryItem(file));
}

test('finds the TIFF header behind the offset, with and without the Exif prefix', () => {
  const bodies = [
    bytesOf(uint(0, 4), tiff),
    bytesOf(uint(6, 4), 'Exif\0\0', tiff),
    // Offsets that are wrong or missing, as some cameras write them.
    bytesOf(uint(0, 4), 'Exif\0\0', tiff),
    bytesOf('Exif\0\0', tiff),
    tiff,
  ];
  for (const data of bodies) {
    expect(metadataOf([{ id: 2, type: 'Exif', data }]).exif).toEqual(tiff);
  }
});

test('finds XMP by its content type, and no other mime item', () => {
  const xmp = { id: 2, type: 'mime', contentType: 'application/rdf+xml', data: bytesOf('<x/>') };
  const other = { id: 3, type: 'mime', contentType: 'text/plain', data: bytesOf('no') };
  expect(metadataOf([other, xmp]).xmp).toEqual(bytesOf('<x/>'));
  expect(metadataOf([other]).xmp).toBeNull();
});

test('gives the primary picture Exif that describes nothing in particular', () => {
  const data = bytesOf(uint(0, 4), tiff);
  expect(metadataOf([{ id: 2, type: 'Exif', data }], false).exif).toEqual(tiff);
});

test('leaves out what is broken instead of failing the picture', () => {
  expect(metadataOf([{ id: 2, type: 'Exif', data: bytesOf('garbage here') }]).exif).toBeNull();
  expect(metadataOf([{ id: 2, type: 'Exif' }]).exif).toBeNull();
});
