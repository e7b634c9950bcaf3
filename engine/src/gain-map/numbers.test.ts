import { describe, expect, test } from 'vitest';
import { unusualMetadata } from '../../testing/gain-map-files.ts';
import { appleTable, readAppleStops } from './apple.ts';
import { readHdrgm, writeHdrgm } from './hdrgm.ts';
import { readIsoMetadata, readToneMapItem, writeIsoMetadata } from './iso.ts';
import { coversPicture, isUsable, plainMetadata, type GainMapMetadata } from './metadata.ts';

const text = (words: string): Uint8Array => new TextEncoder().encode(words);

/** As an iPhone with iOS 18 writes it: millionths, one channel, gamma 0.71582. */
const phone = new Uint8Array(
  Buffer.from(
    '00000000004000000000000f42400019cb3e000f424000000000000f42400019cb3e000f4240000aec2c000f42400000000a000f42400000000a000f4240',
    'hex',
  ),
);

const threeChannels: GainMapMetadata = {
  ...unusualMetadata,
  min: [-0.256907, -0.261365, -0.280284],
  max: [1.277177, 1.277203, 1.277969],
};

describe('the numbers of ISO 21496-1', () => {
  test('are read as a phone writes them', () => {
    expect(readToneMapItem(phone)).toEqual({
      ...plainMetadata(1.69043),
      gamma: [0.71582, 0.71582, 0.71582],
      baseOffset: [0.00001, 0.00001, 0.00001],
      alternateOffset: [0.00001, 0.00001, 0.00001],
    });
  });

  test.each([unusualMetadata, threeChannels, { ...plainMetadata(3), inBaseColors: false }])(
    'come back as they were written: %j',
    (metadata) => {
      expect(readIsoMetadata(writeIsoMetadata(metadata))).toEqual(metadata);
    },
  );

  test('are read with one denominator for all, too', () => {
    const bytes = new Uint8Array(5 + 4 * 8);
    const view = new DataView(bytes.buffer);
    bytes[4] = 0x48;
    [10, 0, 25, -5, 20, 10, 1, 2].forEach((value, index) => view.setInt32(5 + 4 * index, value));
    expect(readIsoMetadata(bytes)).toMatchObject({
      alternateHeadroom: 2.5,
      min: [-0.5, -0.5, -0.5],
      max: [2, 2, 2],
      gamma: [1, 1, 1],
      baseOffset: [0.1, 0.1, 0.1],
      alternateOffset: [0.2, 0.2, 0.2],
    });
  });

  test('of a version to come are left alone, and so are cut ones and those that divide by zero', () => {
    expect(readToneMapItem(phone.with(0, 1))).toBeNull();
    expect(readToneMapItem(phone.with(2, 1))).toBeNull();
    expect(() => readToneMapItem(phone.subarray(0, 40))).toThrow(/wanted/);
    const divided = phone.slice();
    divided.fill(0, 10, 14);
    expect(() => readToneMapItem(divided)).toThrow(/zero/);
    expect(readToneMapItem(new Uint8Array([...phone, 1, 2, 3]))).toEqual(readToneMapItem(phone));
  });
});

describe('the numbers of Adobe’s XMP', () => {
  test.each([unusualMetadata, threeChannels])('come back as they were written: %j', (metadata) => {
    expect(readHdrgm(writeHdrgm(metadata))).toEqual(metadata);
  });

  test('default to what the standard says', () => {
    const packet = text(
      `<rdf:Description xmlns:g='http://ns.adobe.com/hdr-gain-map/1.0/' g:Version='1.0' g:GainMapMax='2' g:HDRCapacityMax='2.5'/>`,
    );
    expect(readHdrgm(packet)).toMatchObject({
      min: [0, 0, 0],
      max: [2, 2, 2],
      gamma: [1, 1, 1],
      baseOffset: [1 / 64, 1 / 64, 1 / 64],
      alternateOffset: [1 / 64, 1 / 64, 1 / 64],
      baseHeadroom: 0,
      alternateHeadroom: 2.5,
    });
  });

  test.each([
    'g:Version="2.0" g:GainMapMax="2" g:HDRCapacityMax="2"',
    'g:Version="1.0" g:HDRCapacityMax="2"',
    'g:Version="1.0" g:GainMapMax="2"',
    'g:Version="1.0" g:GainMapMax="two" g:HDRCapacityMax="2"',
    'g:Version="1.0" g:GainMapMax="2" g:HDRCapacityMax="2" g:BaseRenditionIsHDR="True"',
  ])('are no gain map with %s', (attributes) => {
    const namespace = 'xmlns:g="http://ns.adobe.com/hdr-gain-map/1.0/"';
    expect(readHdrgm(text(`<rdf:Description ${namespace} ${attributes}/>`))).toBeNull();
  });
});

describe('Apple’s map', () => {
  test('becomes one of ISO 21496-1 within 0.02 stops at every sample', () => {
    for (const headroom of [1.5, 3.2275, 4.53, 8]) {
      const stops = Math.log2(headroom);
      const table = appleTable(stops);
      for (let sample = 0; sample < 256; sample++) {
        const value = sample / 255;
        const light = value < 0.081 ? value / 4.5 : ((value + 0.099) / 1.099) ** (1 / 0.45);
        const wanted = Math.log2(1 + (headroom - 1) * light);
        // Half a step of 8 bits is all that may be lost.
        expect(Math.abs((table[sample]! / 255) * stops - wanted)).toBeLessThan(0.02 * (stops / 3));
      }
    }
  });

  test('has its headroom in XMP, as an element or an attribute', () => {
    const namespace = 'xmlns:HDRGainMap="http://ns.apple.com/HDRGainMap/1.0/"';
    const element = `<rdf:Description ${namespace}><HDRGainMap:HDRGainMapHeadroom>4</HDRGainMap:HDRGainMapHeadroom></rdf:Description>`;
    const attribute = `<rdf:Description ${namespace} HDRGainMap:HDRGainMapHeadroom="8"/>`;
    expect(readAppleStops(text(element), undefined)).toBe(2);
    expect(readAppleStops(text(attribute), undefined)).toBe(3);
    expect(readAppleStops(text(attribute.replace('8', '0.5')), undefined)).toBeNull();
    expect(readAppleStops(null, undefined)).toBeNull();
  });

  // The four cases of Apple's formula.
  test.each([
    [0.5, 0.005, -20 * 0.005 + 1.8],
    [0.5, 1, -0.101 + 1.601],
    [1.5, 0.005, -70 * 0.005 + 3],
    [1.01, 2.02, 1.69094],
    [1.5, 9, 0],
  ])('has its headroom in the maker note: %f and %f are %f stops', (headroom, gain, stops) => {
    expect(readAppleStops(null, exifWith(headroom, gain))).toBeCloseTo(stops, 3);
  });

  test('has none in a note that is cut short or another maker’s', () => {
    const exif = exifWith(1.5, 1);
    expect(readAppleStops(null, exif.subarray(0, exif.length - 20))).toBeNull();
    expect(readAppleStops(null, exif.with(44, 'X'.charCodeAt(0)))).toBeNull();
  });
});

/** An Exif block with nothing but Apple's note, with its tags 33 and 48. */
function exifWith(headroom: number, gain: number): Uint8Array {
  const note = new Uint8Array(14 + 2 + 24 + 4 + 16);
  note.set(text('Apple iOS\0\0\x01MM'));
  const noteView = new DataView(note.buffer);
  noteView.setUint16(14, 2);
  [
    [33, headroom],
    [48, gain],
  ].forEach(([tag, value], index) => {
    const [entry, data] = [16 + 12 * index, 44 + 8 * index];
    noteView.setUint16(entry, tag!);
    noteView.setUint16(entry + 2, 10);
    noteView.setUint32(entry + 4, 1);
    noteView.setUint32(entry + 8, data);
    noteView.setInt32(data, Math.round(value! * 10_000));
    noteView.setInt32(data + 4, 10_000);
  });
  const block = new Uint8Array(44 + note.length);
  const view = new DataView(block.buffer);
  block.set(text('MM\0*'));
  view.setUint32(4, 8);
  const entries = (at: number, tag: number, type: number, count: number, value: number) => {
    view.setUint16(at, 1);
    view.setUint16(at + 2, tag);
    view.setUint16(at + 4, type);
    view.setUint32(at + 6, count);
    view.setUint32(at + 10, value);
  };
  entries(8, 0x8769, 4, 1, 26);
  entries(26, 0x927c, 7, note.length, 44);
  block.set(note, 44);
  return block;
}

describe('a gain map can be used', () => {
  test('when its numbers make an ordinary picture brighter', () => {
    expect(isUsable(unusualMetadata)).toBe(true);
    expect(isUsable(threeChannels)).toBe(true);
  });

  test.each<Partial<GainMapMetadata>>([
    { baseHeadroom: 3, alternateHeadroom: 0 },
    { alternateHeadroom: 0 },
    { gamma: [1, 0, 1] },
    { gamma: [1, Number.NaN, 1] },
    { min: [2, 0, 0], max: [1, 1, 1] },
    { max: [4000, 4000, 4000] },
    { baseOffset: [Number.POSITIVE_INFINITY, 0, 0] },
  ])('but not with %j', (more) => {
    expect(isUsable({ ...unusualMetadata, ...more })).toBe(false);
  });

  test('when it has the picture’s shape, but for rounding', () => {
    const picture = { width: 403, height: 302 };
    expect(coversPicture({ width: 512, height: 384 }, picture)).toBe(true);
    expect(coversPicture({ width: 101, height: 76 }, picture)).toBe(true);
    expect(coversPicture({ width: 384, height: 512 }, picture)).toBe(false);
    expect(coversPicture({ width: 400, height: 320 }, picture)).toBe(false);
    expect(coversPicture(picture, picture)).toBe(true);
    const photo = { width: 4032, height: 3024 };
    expect(coversPicture(photo, photo)).toBe(true);
    expect(coversPicture({ width: 16_128, height: 12_096 }, photo)).toBe(false);
    // Rounded to whole blocks.
    expect(coversPicture({ width: 1024, height: 768 }, { width: 4080, height: 3072 })).toBe(true);
    expect(coversPicture({ width: 1024, height: 768 }, { width: 4000, height: 3072 })).toBe(false);
  });
});
