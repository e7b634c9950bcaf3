/** The two files of a live photo, as far as they are about each other. */
import { addJpegMetadata } from '../src/formats/jpeg/metadata.ts';
import { bytesOf, uint } from './heif-writer.ts';
import { makeMovie } from './movies.ts';

/** One entry of an IFD (TIFF 6.0, section 2), big-endian. */
const entry = (tag: number, type: number, count: number, value: number) => [
  ...uint(tag, 2),
  ...uint(type, 2),
  ...uint(count, 4),
  ...uint(value, 4),
];

/** An Exif block whose maker note, Apple's, holds the identifier under tag 17. */
function makeExif(contentIdentifier: string): Uint8Array<ArrayBuffer> {
  const text = `${contentIdentifier}\0`;
  const note = bytesOf(
    'Apple iOS\0\0\x01MM',
    uint(1, 2),
    entry(17, 2, text.length, 32),
    uint(0, 4),
    text,
  );
  const exifIfd = 26;
  const noteStart = exifIfd + 18;
  return new Uint8Array(
    bytesOf(
      'MM',
      uint(42, 2),
      uint(8, 4),
      uint(1, 2),
      entry(0x8769, 4, 1, exifIfd),
      uint(0, 4),
      uint(1, 2),
      entry(0x927c, 7, note.length, noteStart),
      uint(0, 4),
      note,
    ),
  );
}

/** A JPEG as the still of a live photo. The identifier has more than three letters, as Apple's have. */
export async function makeLiveStill(jpeg: Uint8Array<ArrayBuffer>, contentIdentifier: string) {
  return addJpegMetadata(jpeg, { exif: makeExif(contentIdentifier) }, undefined);
}

/** The same, and its movie. */
export async function makeLivePhoto(jpeg: Uint8Array<ArrayBuffer>, contentIdentifier: string) {
  return {
    still: await makeLiveStill(jpeg, contentIdentifier),
    movie: makeMovie({ brand: 'qt  ', codec: 'hvc1', contentIdentifier }),
  };
}
