import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { unusualMetadata } from '../../testing/gain-map-files.ts';
import { bytesOfBlob, contains, fixture, psnrOf } from '../../testing/pictures.ts';
import { joinBytes } from '../bytes/join.ts';
import { jpegEnd } from '../formats/jpeg/header.ts';
import { jpegOutput } from '../formats/jpeg/output.ts';
import { findPayload } from '../formats/jpeg/read-metadata.ts';
import { extendedXmpMark, readJpeg } from '../formats/jpeg/segments.ts';
import { addJpegMetadata, segment } from '../formats/jpeg/metadata.ts';
import type { ConvertOptions } from '../index.ts';
import { isoMark, readIsoMetadata } from '../gain-map/iso.ts';
import type { GainMapMetadata } from '../gain-map/metadata.ts';
import { mpfMark } from '../gain-map/mpf.ts';
import { writeOrientation } from '../metadata/exif-orientation.ts';
import { compareGainMaps } from '../transform/compare-gain-maps.ts';
import { resampleGainMap, type GainMapSamples } from '../transform/gain-map.ts';
import { runPipeline } from './pipeline.ts';
import {
  fitOf,
  grayOf,
  likeness,
  mapOf,
  numbersOf,
  traces,
  tracesIn,
} from '../../testing/gain-map-pictures.ts';

async function mapFor(picture: Uint8Array, width: number, height: number): Promise<GainMapSamples> {
  const { data } = await grayOf(picture, width, height);
  return { width, height, channels: 1, data };
}

const metadata = unusualMetadata;

let bare: Uint8Array<ArrayBuffer>;
let encodedMap: Uint8Array<ArrayBuffer>;

/** A JPEG with a map of half its size, stored so that `orientation` turns it upright. */
function photo(orientation = 1): Promise<Uint8Array<ArrayBuffer>> {
  const exif = orientation === 1 ? {} : { exif: writeOrientation(orientation) };
  return jpegOutput.gainMaps!.attach(bare, exif, undefined, {
    bytes: encodedMap,
    metadata,
    icc: undefined,
  });
}

beforeAll(async () => {
  bare = new Uint8Array(
    await sharp(await fixture('grid.png'))
      .jpeg({ quality: 95 })
      .toBuffer(),
  );
  encodedMap = await jpegOutput.gainMaps!.encode(await mapFor(bare, 100, 75), 1e6);
});

async function convert(file: Uint8Array<ArrayBuffer>, options: ConvertOptions = {}) {
  const result = await runPipeline(new Blob([file]), 'photo.jpg', options);
  return { ...result, bytes: await bytesOfBlob(result.blob) };
}

describe('the gain map of a JPEG', () => {
  test.each<ConvertOptions>([
    {},
    { quality: 60 },
    { metadata: 'strip' },
    { metadata: 'without-location' },
    { color: 'srgb' },
    { resize: { width: 90 } },
    { resize: { width: 60, height: 60, mode: 'fill' } },
    { crop: { x: 37, y: 21, width: 101, height: 90 } },
    { crop: { x: 10, y: 5, width: 120, height: 100 }, resize: { width: 61 } },
    { keepSmallerOriginal: true, quality: 50 },
  ])('stays with the picture, with its numbers: %j', async (options) => {
    const { bytes, notes, hasGainMap } = await convert(await photo(), options);
    expect(hasGainMap).toBe(true);
    expect(notes).toEqual([]);
    expect(numbersOf((await mapOf(bytes))!)).toEqual(metadata);
    expect(await fitOf(bytes)).toBeGreaterThan(likeness);
  });

  test.each([2, 3, 4, 5, 6, 7, 8])('is set upright with its picture: %i', async (orientation) => {
    const { bytes } = await convert(await photo(orientation));
    expect(await fitOf(bytes)).toBeGreaterThan(likeness);
  });

  test.each<ConvertOptions>([{}, { resize: { width: 90 } }, { targetBytes: 9000 }])(
    'goes with three channels of a gray picture, as other readers want it: %j',
    async (options) => {
      const gray = new Uint8Array(await sharp(bare).toColorspace('b-w').jpeg().toBuffer());
      const map = { bytes: encodedMap, metadata, icc: undefined };
      const { bytes, hasGainMap } = await convert(
        await jpegOutput.gainMaps!.attach(gray, {}, undefined, map),
        options,
      );
      expect(hasGainMap).toBe(true);
      const { info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
      expect(info.channels).toBe(3);
      expect(await fitOf(bytes)).toBeGreaterThan(likeness);
    },
  );

  test.each<ConvertOptions>([
    { quality: 60, metadata: 'strip' },
    { crop: { x: 40, y: 30, width: 80, height: 60 } },
  ])(
    'gives its light beside a picture of few bytes, of which a tenth is too little: %j',
    async (options) => {
      const { bytes } = await convert(await photo(), options);
      const own = await grayOf(encodedMap);
      const { x, y, width, height } = options.crop ?? { x: 0, y: 0, width: 200, height: 150 };
      const area = { x: x / 2, y: y / 2, width: width / 2, height: height / 2 };
      const wanted = resampleGainMap({ ...own, channels: 1 }, area, area.width, area.height);
      const made = { ...(await grayOf((await mapOf(bytes))!)), channels: 1 as const };
      const { mean, p99 } = compareGainMaps(wanted, made, metadata);
      expect([mean < 0.035, p99 < 0.15]).toEqual([true, true]);
    },
  );

  test('is small beside a target, and its bytes count', async () => {
    const targetBytes = 6500;
    const { bytes, notes } = await convert(await photo(), { targetBytes });
    expect(notes).toEqual([]);
    expect(bytes.length).toBeLessThanOrEqual(targetBytes);
    expect(await mapOf(bytes)).not.toBeNull();
  });

  test.each<ConvertOptions>([{ metadata: 'strip' }, { metadata: 'without-location' }])(
    'stays as it is coded where the picture does: %j',
    async (options) => {
      const file = await photo();
      const result = await convert(file, { ...options, keepSmallerOriginal: true, quality: 100 });
      expect(result.notes).toEqual(['original-kept']);
      const map = readJpeg((await mapOf(result.bytes))!);
      const own = readJpeg(encodedMap);
      const scanOf = (bytes: Uint8Array, { scan, end }: typeof map) => bytes.subarray(scan, end);
      expect(scanOf((await mapOf(result.bytes))!, map)).toEqual(scanOf(encodedMap, own));
    },
  );

  test('stays whole where the original does', async () => {
    const file = await photo();
    const result = await convert(file, { quality: 100, keepSmallerOriginal: true });
    expect(result.notes).toEqual(['original-kept']);
    expect(result.bytes).toEqual(file);
  });

  test.each<ConvertOptions>([
    { format: 'png' },
    { format: 'webp' },
    { hdr: 'leave-out' },
    { hdr: 'leave-out', metadata: 'without-location' },
    { hdr: 'leave-out', quality: 100, keepSmallerOriginal: true },
    { hdr: 'leave-out', quality: 100, keepSmallerOriginal: true, metadata: 'strip' },
  ])('goes whole, with all that points to it, and that is said: %j', async (options) => {
    const file = await photo();
    expect(tracesIn(file)).toEqual(traces);
    const { bytes, notes, hasGainMap } = await convert(file, options);
    expect(notes).toContain('gain-map-removed');
    expect(notes.includes('original-kept')).toBe(options.keepSmallerOriginal === true);
    expect(hasGainMap).toBe(false);
    expect(tracesIn(bytes)).toEqual([]);
  });

  test('has its numbers meant for the colors of before where those of the picture change', async () => {
    const colorful = { ...metadata, max: [1.75, 1.5, 1.25] } as const;
    const { icc, data, width, height } = await p3Picture();
    const jpeg = new Uint8Array(
      await sharp(data, { raw: { width, height, channels: 3 } })
        .jpeg()
        .toBuffer(),
    );
    const map = { bytes: encodedMap, metadata: colorful, icc: undefined };
    const file = await jpegOutput.gainMaps!.attach(jpeg, {}, icc, map);
    const { bytes } = await convert(file, { color: 'srgb' });
    const result = readJpeg((await mapOf(bytes))!);
    const numbers = readIsoMetadata(findPayload(result.segments, 0xe2, isoMark)!)!;
    expect(numbers).toEqual({ ...colorful, inBaseColors: false });
    expect((await sharp((await mapOf(bytes))!).metadata()).icc).toEqual(Buffer.from(icc));
  });
});

async function p3Picture() {
  const { icc } = await sharp(await fixture('chart-p3.png')).metadata();
  const { data, info } = await sharp(await fixture('grid.png'))
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { icc: new Uint8Array(icc!), data, width: info.width, height: info.height };
}

/** Replaces the second picture of a JPEG, without updating anything that points to it. */
function withSecond(file: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  return joinBytes([file.subarray(0, readJpeg(file).end), second]);
}

async function described(
  more: Partial<GainMapMetadata>,
  bytes = encodedMap,
): Promise<Uint8Array<ArrayBuffer>> {
  const map = { bytes, metadata: { ...metadata, ...more }, icc: undefined };
  return jpegOutput.gainMaps!.attach(bare, {}, undefined, map);
}

describe('a gain map that is not what it says', () => {
  test.each<[string, () => Promise<Uint8Array<ArrayBuffer>>]>([
    ['makes an HDR picture ordinary', () => described({ baseHeadroom: 3, alternateHeadroom: 0 })],
    ['has impossible numbers', () => described({ gamma: [0, 0, 0] })],
    [
      'says in words of a draft that the picture is the HDR one',
      async () => {
        const file = withoutSegments(await photo(), () => false);
        const { end } = readJpeg(file);
        const map = withoutSegments(file.subarray(end), (payload) => contains(payload, 'hdrgm'));
        const at = Buffer.from(map).lastIndexOf(isoMark) + isoMark.length;
        map[at + 4]! |= 4;
        return joinBytes([file.subarray(0, end), map]);
      },
    ],
    [
      'is of another shape',
      async () => {
        const other = await jpegOutput.gainMaps!.encode(await mapFor(bare, 60, 75), 1e6);
        return described({}, other);
      },
    ],
    [
      'is of a version to come',
      async () => {
        const file = await photo();
        const at = Buffer.from(file).lastIndexOf(isoMark) + isoMark.length;
        file[at + 1] = 1;
        // Adobe's metadata does not help then.
        return new Uint8Array(
          Buffer.from(file)
            .toString('latin1')
            .replaceAll('GainMapMax=', 'GainMapMix=')
            .split('')
            .map((c) => c.charCodeAt(0)),
        );
      },
    ],
  ])('because it %s leaves the ordinary picture, and a note', async (_, make) => {
    const { bytes, notes, hasGainMap } = await convert(await make());
    expect(notes).toEqual(['gain-map-unusable']);
    expect(hasGainMap).toBe(false);
    expect(tracesIn(bytes)).toEqual([]);
    expect(psnrOf(await grayOf(bytes), await grayOf(bare))).toBeGreaterThan(30);
  });

  test('because its samples are damaged leaves the ordinary picture, and a note', async () => {
    const file = await photo();
    const second = file.slice(readJpeg(file).end);
    const { scan, end } = readJpeg(second);
    const half = joinBytes([second.subarray(0, (scan + end) >> 1), jpegEnd]);
    const { bytes, notes } = await convert(withSecond(file, half));
    expect(notes).toEqual(['gain-map-unusable']);
    expect(tracesIn(bytes)).toEqual([]);
  });

  test('because it is not there leaves the ordinary picture, and a note', async () => {
    const file = await photo();
    const { end } = readJpeg(file);
    const withoutXmp = Buffer.from(file)
      .toString('latin1')
      .replace('hdrgm:Version', 'hdrgm:Vision_');
    for (const cut of [
      file.slice(0, end),
      // What an editor leaves that removes the map: only ISO's version segment, or only Adobe's.
      new Uint8Array(Buffer.from(withoutXmp, 'latin1')).slice(0, end),
      withoutSegments(file, (payload) => contains(payload, isoMark)).slice(0, -encodedMap.length),
      file.slice(0, end + 40),
      file.slice(0, file.length - 9),
      joinBytes([file.slice(0, end), bare]),
    ]) {
      const { bytes, notes } = await convert(cut);
      expect(notes).toEqual(['gain-map-unusable']);
      expect(tracesIn(bytes)).toEqual([]);
      expect(psnrOf(await grayOf(bytes), await grayOf(bare))).toBeGreaterThan(30);
    }
  });

  test('that is opened by itself misses none', async () => {
    const file = await photo();
    const { notes } = await convert(file.slice(readJpeg(file).end));
    expect(notes).toEqual([]);
  });
});

/** The picture without some of its segments, and without anything after it. */
function withoutSegments(
  file: Uint8Array,
  leaveOut: (payload: Uint8Array) => boolean,
): Uint8Array<ArrayBuffer> {
  const { segments, scan } = readJpeg(file);
  const kept = segments.filter(({ payload }) => !leaveOut(payload));
  return joinBytes([
    file.subarray(0, 2),
    ...kept.map(({ marker, payload }) => segment(marker, '', payload)),
    file.subarray(scan),
  ]);
}

describe('a gain map that is not where it should be', () => {
  const isList = (payload: Uint8Array) => contains(payload, mpfMark);

  test.each<[string, (file: Uint8Array) => Uint8Array<ArrayBuffer>]>([
    ['behind a picture without a list', (file) => withoutSegments(file, isList)],
    [
      'behind padding, without a list',
      (file) => {
        const unlisted = withoutSegments(file, isList);
        const { end } = readJpeg(unlisted);
        return joinBytes([unlisted.subarray(0, end), new Uint8Array(77), unlisted.subarray(end)]);
      },
    ],
    [
      'moved by an editor that left the list as it was, behind a preview',
      (file) => {
        const { end } = readJpeg(file);
        return joinBytes([file.subarray(0, end), bare, new Uint8Array(5), file.subarray(end)]);
      },
    ],
  ])('%s is found', async (_, move) => {
    const { bytes, notes, hasGainMap } = await convert(move(await photo()));
    expect([notes, hasGainMap]).toEqual([[], true]);
    expect(numbersOf((await mapOf(bytes))!)).toEqual(metadata);
    expect(await fitOf(bytes)).toBeGreaterThan(likeness);
  });

  test('is kept with the words that are whole', async () => {
    const file = await photo();
    const at = Buffer.from(file).lastIndexOf(isoMark) + isoMark.length;
    // Sets the first denominator to zero.
    file.fill(0, at + 9, at + 13);
    const { bytes } = await convert(file);
    expect(numbersOf((await mapOf(bytes))!)).toEqual(metadata);
  });
});

describe('an HDR picture', () => {
  test('becomes an ordinary one with a map that gives back what tone mapping took', async () => {
    const file = new Blob([await fixture('hdr-pq.heic')]);
    const { blob, notes, hasGainMap } = await runPipeline(file, 'a.heic', {});
    expect(notes).toEqual(['gain-map-made']);
    expect(hasGainMap).toBe(true);
    const bytes = await bytesOfBlob(blob);
    const map = (await mapOf(bytes))!;
    const { max } = numbersOf(map);
    // 10,000 cd/m² is 5.6 stops above paper white at 203.
    expect(max[0]).toBeGreaterThan(5.4);
    const [base, gain] = [await grayOf(bytes), await grayOf(map, 32, 128)];
    const light = (value: number) =>
      value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
    // The ramp runs from PQ's black at the top to its maximum at the bottom.
    for (let row = 40; row < 124; row += 12) {
      const at = row * 32 + 16;
      const stops = (gain.data[at]! / 255) * max[0];
      const nits = 203 * light(base.data[at]! / 255) * 2 ** stops;
      const signal = (row + 0.5) / 128;
      const [m1, m2, c1, c2, c3] = [1305 / 8192, 2523 / 32, 107 / 128, 2413 / 128, 2392 / 128];
      const root = signal ** (1 / m2);
      const wanted = 10_000 * (Math.max(root - c1, 0) / (c2 - c3 * root)) ** (1 / m1);
      expect(Math.abs(Math.log2(nits / wanted))).toBeLessThan(0.4);
    }
  });

  test('is tone-mapped alone where that is asked for or the format has no maps', async () => {
    const file = new Blob([await fixture('hdr-pq.heic')]);
    for (const options of [{ hdr: 'leave-out' }, { format: 'png' }] as const) {
      const { blob, notes, hasGainMap } = await runPipeline(file, 'a.heic', options);
      expect(notes).toEqual(['tone-mapped']);
      expect(hasGainMap).toBe(false);
      expect(tracesIn(await bytesOfBlob(blob))).toEqual([]);
    }
  });
});

test('XMP names no extension that does not go along', async () => {
  const guid = '0123456789ABCDEF0123456789ABCDEF';
  const text = (words: string) => new TextEncoder().encode(words);
  const packet = (attributes: string) =>
    text(
      `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" ${attributes}></rdf:Description></rdf:RDF></x:xmpmeta>`,
    );
  const notes = 'xmlns:xmpNote="http://ns.adobe.com/xmp/note/"';
  const xmp = packet(`${notes} xmpNote:HasExtendedXMP="${guid}"`);
  // Coordinates under an unknown name: the extension is dropped when the location is to be removed.
  const extension = packet('xmlns:z="http://example.org/z/" z:GPSLatitude="48.2"');
  const blocks = { xmp, extendedXmp: { guid, packet: extension } };
  const file = await addJpegMetadata(bare, blocks, undefined);
  const { bytes: whole } = await convert(file);
  expect(contains(whole, 'z:GPSLatitude')).toBe(true);
  expect(contains(whole, extendedXmpMark + guid)).toBe(true);
  for (const format of ['jpeg', 'png', 'webp'] as const) {
    const { bytes } = await convert(file, { format, metadata: 'without-location' });
    expect(contains(bytes, 'adobe:ns:meta')).toBe(true);
    expect([guid, 'GPSLatitude'].filter((trace) => contains(bytes, trace))).toEqual([]);
  }
});
