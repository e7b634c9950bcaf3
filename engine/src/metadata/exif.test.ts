import { describe, expect, test } from 'vitest';
import { bareJpeg } from '../../testing/motion-photos.ts';
import { contains } from '../../testing/pictures.ts';
import { addJpegMetadata } from '../formats/jpeg/metadata.ts';
import { createPool } from '../index.ts';
import { summarizeExif } from './exif-summary.ts';
import { describeUpright, readOrientation } from './exif.ts';
import { withoutExifLocation } from './location.ts';

const types = { text: 2, short: 3, long: 4, fraction: 5, ifd: 13 };
const [ifd0, exifIfd, gpsIfd] = [8, 80, 160];
const place = 'NLATITUDE';

interface Pointer {
  type: number;
  to: number;
}

/** A block whose IFD 0 has an orientation of 6, a model, and a pointer to its GPS IFD, true or not. */
function writeBlock({ type, to }: Pointer, littleEndian: boolean, behindIt = 0): Uint8Array {
  const block = new Uint8Array(300);
  const view = new DataView(block.buffer);
  block.set(littleEndian ? [0x49, 0x49, 42, 0] : [0x4d, 0x4d, 0, 42]);
  view.setUint32(4, ifd0, littleEndian);
  const writeIfd = (at: number, entries: [number, number, number, number][], next = 0): void => {
    view.setUint16(at, entries.length, littleEndian);
    for (const [index, [tag, entryType, count, value]] of entries.entries()) {
      const entry = at + 2 + 12 * index;
      view.setUint16(entry, tag, littleEndian);
      view.setUint16(entry + 2, entryType, littleEndian);
      view.setUint32(entry + 4, count, littleEndian);
      if (entryType === types.short) view.setUint16(entry + 8, value, littleEndian);
      else view.setUint32(entry + 8, value, littleEndian);
    }
    view.setUint32(at + 2 + 12 * entries.length, next, littleEndian);
  };
  const first: [number, number, number, number][] = [
    [0x0110, types.text, 8, 280],
    [0x0112, types.short, 1, 6],
    [0x8769, types.long, 1, exifIfd],
    [0x8825, type, 1, to],
  ];
  writeIfd(ifd0, first, behindIt);
  writeIfd(exifIfd, [[0xa434, types.text, 5, 288]]);
  const latitude: [number, number, number, number] = [0x0002, types.fraction, 3, 220];
  writeIfd(gpsIfd, [[0x0001, types.text, 9, 260], latitude]);
  block.set(new TextEncoder().encode(place), 260);
  block.set(new TextEncoder().encode('Camera\0\0Lens\0'), 280);
  return block;
}

/** Who follows the pointer whatever its type finds the place. */
const leading: Pointer[] = [
  { type: types.long, to: gpsIfd },
  { type: types.short, to: gpsIfd },
  { type: types.ifd, to: gpsIfd },
  { type: 9, to: gpsIfd },
  { type: 77, to: gpsIfd },
];

const misleading: Pointer[] = [
  { type: types.long, to: 0 },
  { type: types.ifd, to: 0 },
  { type: 77, to: 0 },
  { type: types.long, to: 4 },
  { type: types.long, to: ifd0 },
  { type: types.ifd, to: ifd0 },
  { type: types.long, to: exifIfd },
  { type: types.long, to: 0xffff_ffff },
];

describe.each([true, false])('Exif whose place is removed, little-endian: %s', (littleEndian) => {
  test.each([...leading, ...misleading])('keeps all else behind the pointer %j', (pointer) => {
    const cleaned = withoutExifLocation(writeBlock(pointer, littleEndian))!;
    expect(readOrientation(cleaned)).toBe(6);
    const summary = { model: 'Camera', lens: 'Lens', hasLocation: false, place: null };
    expect(summarizeExif(cleaned)).toMatchObject(summary);
    // One entry fewer, and not 65,535.
    expect(new DataView(cleaned.buffer).getUint16(ifd0, littleEndian)).toBe(3);
    expect(summarizeExif(describeUpright(cleaned, { width: 4, height: 3 })!)).toMatchObject(
      summary,
    );
  });

  test.each(leading)('has nothing left of it where the pointer is %j', (pointer) => {
    const cleaned = withoutExifLocation(writeBlock(pointer, littleEndian))!;
    expect(contains(cleaned, place)).toBe(false);
    expect(cleaned.subarray(gpsIfd, 280).every((byte) => byte === 0)).toBe(true);
  });

  test('has nothing left of a place that stands among its own entries', () => {
    const block = writeBlock({ type: types.long, to: ifd0 }, littleEndian);
    const view = new DataView(block.buffer);
    // The model's entry becomes a latitude, as the pointer to this IFD says that it is one.
    view.setUint16(ifd0 + 2, 0x0002, littleEndian);
    expect(summarizeExif(block)).toMatchObject({ hasLocation: true });
    const cleaned = withoutExifLocation(block)!;
    expect(contains(cleaned, 'Camera')).toBe(false);
    expect(readOrientation(cleaned)).toBe(6);
    expect(new DataView(cleaned.buffer).getUint16(ifd0, littleEndian)).toBe(2);
  });

  test('stays readable where the place is said to lie among its own entries', () => {
    const block = writeBlock({ type: types.long, to: gpsIfd }, littleEndian);
    // The latitude lies where the entries of IFD 0 do.
    new DataView(block.buffer).setUint32(gpsIfd + 2 + 12 + 8, ifd0, littleEndian);
    const cleaned = withoutExifLocation(block)!;
    expect(new DataView(cleaned.buffer).getUint16(ifd0, littleEndian)).toBeLessThan(4);
  });
});

test.each([ifd0, exifIfd, 4, ifd0 + 22, 260])(
  'described anew survives a thumbnail said to be at %i',
  (behindIt) => {
    const block = writeBlock({ type: types.long, to: gpsIfd }, true, behindIt);
    const upright = describeUpright(block, { width: 4, height: 3 })!;
    expect(readOrientation(upright)).toBe(1);
    expect(summarizeExif(upright)).toMatchObject({ model: 'Camera', lens: 'Lens' });
  },
);

describe.each(misleading)('a JPEG with the pointer %j', (pointer) => {
  const pool = createPool();

  test('keeps its orientation and camera when its place is stripped or left out', async () => {
    const exif = writeBlock(pointer, false);
    const file = new Blob([await addJpegMetadata(await bareJpeg(), { exif }, undefined)]);
    const stripped = await pool.metadata.read(await pool.metadata.strip(file, 'location'));
    expect(stripped).toMatchObject({ orientation: 6, summary: { camera: 'Camera' } });
    const { blob } = await pool.convert(file, { metadata: 'without-location' });
    const converted = await pool.metadata.read(blob);
    expect(converted).toMatchObject({ orientation: 1, summary: { camera: 'Camera' } });
  });
});
