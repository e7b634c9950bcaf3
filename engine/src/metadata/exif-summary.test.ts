import { expect, test } from 'vitest';
import { exifTypes, writeExif as writeBlock } from '../../testing/exif-writer.ts';
import { summarizeExif } from './exif-summary.ts';

type Value =
  | { short: number }
  | { text: string }
  | { fractions: [number, number][] }
  | { byte: number };

/** A TIFF block with an Exif and a GPS directory, as a camera lays it out. */
function writeExif(exif: Record<number, Value>, gps: Record<number, Value> = {}): Uint8Array {
  const block = new Uint8Array(1024);
  const view = new DataView(block.buffer);
  block.set([0x49, 0x49, 42, 0, 8]);
  let free = 512;
  const writeDirectory = (at: number, entries: Record<number, Value | { link: number }>): void => {
    const rows = Object.entries(entries);
    view.setUint16(at, rows.length, true);
    for (const [index, [tag, value]] of rows.entries()) {
      const entry = at + 2 + 12 * index;
      view.setUint16(entry, Number(tag), true);
      const describe = (type: number, count: number): void => {
        view.setUint16(entry + 2, type, true);
        view.setUint32(entry + 4, count, true);
      };
      if ('link' in value) {
        describe(4, 1);
        view.setUint32(entry + 8, value.link, true);
      } else if ('short' in value) {
        describe(3, 1);
        view.setUint16(entry + 8, value.short, true);
      } else if ('byte' in value) {
        describe(1, 1);
        view.setUint8(entry + 8, value.byte);
      } else if ('text' in value) {
        describe(2, value.text.length + 1);
        block.set(new TextEncoder().encode(value.text), entry + 8);
      } else {
        describe(5, value.fractions.length);
        view.setUint32(entry + 8, free, true);
        for (const [numerator, denominator] of value.fractions) {
          view.setUint32(free, numerator, true);
          view.setUint32(free + 4, denominator, true);
          free += 8;
        }
      }
    }
  };
  writeDirectory(8, { 0x8769: { link: 64 }, 0x8825: { link: 256 } });
  writeDirectory(64, exif);
  writeDirectory(256, gps);
  return block;
}

test('reads how a photo was exposed', () => {
  const block = writeExif({
    0x829a: { fractions: [[1, 250]] },
    0x829d: { fractions: [[178, 100]] },
    0x8827: { short: 400 },
    0x920a: { fractions: [[26, 4]] },
    0xa405: { short: 26 },
  });
  expect(summarizeExif(block)?.exposure).toEqual({
    time: 1 / 250,
    aperture: 1.78,
    sensitivity: 400,
    focalLength: 6.5,
    focalLengthIn35mm: 26,
  });
});

test('says nothing of an exposure whose numbers are not known', () => {
  const block = writeExif({
    0x829a: { fractions: [[0, 1]] },
    0x829d: { fractions: [[1, 0]] },
    0x8827: { short: 0 },
  });
  expect(summarizeExif(block)?.exposure).toBeNull();
});

const degrees = (whole: number, minutes: number, seconds: number): Value => ({
  fractions: [
    [whole, 1],
    [minutes, 1],
    [seconds * 100, 100],
  ],
});

test('reads a place south, west and below the sea', () => {
  const block = writeExif(
    {},
    {
      1: { text: 'S' },
      2: degrees(34, 30, 36),
      3: { text: 'W' },
      4: degrees(58, 15, 0),
      5: { byte: 1 },
      6: { fractions: [[25, 2]] },
    },
  );
  expect(summarizeExif(block)).toMatchObject({
    hasLocation: true,
    place: { latitude: -34.51, longitude: -58.25, altitude: -12.5 },
  });
});

test('gives no numbers for a place that is on no map, and still says that one is stored', () => {
  const block = writeExif(
    {},
    { 1: { text: 'N' }, 2: degrees(120, 0, 0), 3: { text: 'E' }, 4: degrees(10, 0, 0) },
  );
  expect(summarizeExif(block)).toMatchObject({ hasLocation: true, place: null });
});

test('reads nothing beyond the end of a block that is cut short', () => {
  const block = writeExif({ 0x829a: { fractions: [[1, 250]] } }).slice(0, 514);
  expect(summarizeExif(block)).toMatchObject({ exposure: null, place: null });
});

test.each([
  ['UTF-8', 'M\u00c3\u00bcller'],
  ['Latin-1', 'M\u00fcller'],
])('reads words in %s, up to their end', (_, bytes) => {
  const values = Array.from(`${bytes}\0\u00ff\u00fe`, (each) => each.charCodeAt(0));
  const block = writeBlock({ first: [[0x010f, exifTypes.text, values]] });
  expect(summarizeExif(block)?.make).toBe('M\u00fcller');
});
