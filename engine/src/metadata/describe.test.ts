/** What metadata says of a picture that is not what it was: of its colors, and of where things are in it. */
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { exifTypes, writeExif, type ExifEntry } from '../../testing/exif-writer.ts';
import { bareJpeg, packet } from '../../testing/motion-photos.ts';
import { bytesOfBlob, contains } from '../../testing/pictures.ts';
import { primariesByCode } from '../color/primaries.ts';
import { writeMatrixProfile } from '../color/write-profile.ts';
import { runPipeline } from '../convert/pipeline.ts';
import { addJpegMetadata } from '../formats/jpeg/metadata.ts';
import { pngOutput } from '../formats/png/output.ts';
import type { ConvertOptions } from '../options.ts';
import { summarizeExif } from './exif-summary.ts';
import { fitExif } from './fit-exif.ts';
import { prepareMetadata } from './prepare.ts';
import { moveRegions } from './regions.ts';
import { findEntry, firstIfd, numberIn, readTiff, valueRange } from './tiff.ts';

const { short, text } = exifTypes;
const tags = { orientation: 0x0112, colorSpace: 0xa001, subjectArea: 0x9214, location: 0xa214 };
const [width, height] = [200, 150];

const displayP3 = writeMatrixProfile(primariesByCode[12]!);

interface Described {
  exif: Uint8Array;
  xmp?: Uint8Array;
  icc?: Uint8Array;
}

async function convert({ exif, xmp, icc }: Described, options: ConvertOptions = {}) {
  const metadata = { exif, ...(xmp && { xmp }) };
  const file = await addJpegMetadata(await bareJpeg(), metadata, icc);
  return bytesOfBlob((await runPipeline(new Blob([file]), 'a.jpg', options)).blob);
}

/** The block of a file, as another library finds it. */
async function exifOf(file: Uint8Array) {
  const { exif } = await sharp(file).metadata();
  const block = exif!.subarray(0, 4).toString('latin1') === 'Exif' ? exif!.subarray(6) : exif!;
  const tiff = readTiff(new Uint8Array(block))!;
  const exifIfd = numberIn(tiff, firstIfd(tiff), 0x8769)!;
  const numbers = (tag: number): number[] | null => {
    const entry = findEntry(tiff, exifIfd, tag);
    if (!entry) return null;
    const [from, to] = valueRange(tiff, entry)!;
    return Array.from({ length: (to - from) / 2 }, (_, index) =>
      tiff.view.getUint16(from + 2 * index, tiff.littleEndian),
    );
  };
  const interoperability = numberIn(tiff, exifIfd, 0xa005)!;
  const index = findEntry(tiff, interoperability, 1);
  const words = index && tiff.bytes.subarray(...valueRange(tiff, index)!);
  return { numbers, interoperability: words && new TextDecoder().decode(words) };
}

describe.each([true, false])('colors in Exif, little-endian: %s', (littleEndian) => {
  const marked = (colorSpace: number) =>
    writeExif({
      littleEndian,
      exif: [[tags.colorSpace, short, [colorSpace]]],
      interoperability: [[1, text, colorSpace === 1 ? 'R98' : 'R03']],
    });
  const formats = ['jpeg', 'png', 'webp'] as const;

  test.each(formats)('are said to be sRGB where they are now: %s', async (format) => {
    const icc = displayP3;
    const file = await convert({ exif: marked(65_535), icc }, { color: 'srgb', format });
    const { numbers, interoperability } = await exifOf(file);
    expect(numbers(tags.colorSpace)).toEqual([1]);
    expect(interoperability).toBe('R98\0');
  });

  test('are said to be sRGB where Exif alone said that they were not', async () => {
    const file = await convert({ exif: marked(65_535) }, { color: 'srgb' });
    const { numbers, interoperability } = await exifOf(file);
    expect(numbers(tags.colorSpace)).toEqual([1]);
    expect(interoperability).toBe('R98\0');
  });

  test.each([1, 65_535])(
    'are said to be what the original says where they stay: %i',
    async (was) => {
      const icc = displayP3;
      const exif = marked(was);
      const { numbers, interoperability } = await exifOf(await convert({ exif, icc }));
      expect(numbers(tags.colorSpace)).toEqual([was]);
      expect(interoperability).toBe(was === 1 ? 'R98\0' : 'R03\0');
    },
  );
});

test.each([
  ['little', [0xff, 0xfe]],
  ['little', []],
  ['big', [0xfe, 0xff]],
  ['big', []],
])('keeps XMP in UTF-16, %s-endian, behind the mark %j', async (order, mark) => {
  const written = new TextDecoder().decode(
    packet('xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/" photoshop:Headline="Sea"'),
  );
  const units = Uint16Array.from(written, (unit) => unit.charCodeAt(0));
  const little = Buffer.from(units.buffer);
  const xmp = Uint8Array.from([...mark, ...(order === 'big' ? little.swap16() : little)]);
  expect(contains(await convert({ exif: writeExif({}), xmp }), 'Headline="Sea"')).toBe(true);
});

test('says in XMP no more of a profile that the result does not have', async () => {
  const icc = displayP3;
  const xmp = packet(
    'xmlns:exif="http://ns.adobe.com/exif/1.0/" xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/" exif:ColorSpace="65535" photoshop:ICCProfile="Display P3" photoshop:Headline="Sea"',
  );
  const file = await convert({ exif: writeExif({}), xmp, icc }, { color: 'srgb' });
  expect(contains(file, 'Headline="Sea"')).toBe(true);
  expect(contains(file, 'exif:ColorSpace')).toBe(false);
  expect(contains(file, 'ICCProfile=')).toBe(false);
  expect(contains(await convert({ exif: writeExif({}), xmp, icc }), 'ICCProfile=')).toBe(true);
});

describe('where Exif says that the subject is', () => {
  const at = (area: number[], orientation = 1, more: ExifEntry[] = []) =>
    writeExif({
      first: [[tags.orientation, short, [orientation]]],
      exif: [[tags.subjectArea, short, area], ...more],
    });
  const areaOf = async (exif: Uint8Array, options: ConvertOptions = {}) =>
    (await exifOf(await convert({ exif }, options))).numbers(tags.subjectArea);
  const rectangle = [50, 30, 40, 20];

  test.each<[ConvertOptions, number, number[] | null]>([
    [{}, 1, rectangle],
    // As a camera that was held upright stores it.
    [{}, 6, [height - 30, 50, 20, 40]],
    [{}, 8, [30, width - 50, 20, 40]],
    [{}, 3, [width - 50, height - 30, 40, 20]],
    [{}, 2, [width - 50, 30, 40, 20]],
    [{ rotate: 90 }, 1, [height - 30, 50, 20, 40]],
    [{ rotate: 270 }, 6, rectangle],
    [{ flip: 'vertical' }, 1, [50, height - 30, 40, 20]],
    [{ resize: { width: 100 } }, 1, [25, 15, 20, 10]],
    [{ crop: { x: 20, y: 10, width: 100, height: 100 } }, 1, [30, 20, 40, 20]],
    // Half of it is left.
    [{ crop: { x: 50, y: 0, width: 100, height: 100 } }, 1, [10, 30, 20, 20]],
    [{ crop: { x: 120, y: 0, width: 50, height: 100 } }, 1, null],
    [
      { crop: { x: 20, y: 10, width: 100, height: 100 }, resize: { width: 50 } },
      1,
      [15, 10, 20, 10],
    ],
  ])('%j, orientation %i: %j', async (options, orientation, area) => {
    expect(await areaOf(at(rectangle, orientation), options)).toEqual(area);
  });

  test('may be a point or a circle', async () => {
    const options: ConvertOptions = { rotate: 90, resize: { width: 75 } };
    expect(await areaOf(at([50, 30]), options)).toEqual([60, 25]);
    expect(await areaOf(at([50, 30, 10]), options)).toEqual([60, 25, 5]);
    const location: ExifEntry = [tags.location, short, [50, 30]];
    const file = await convert({ exif: at([50, 30], 1, [location]) }, options);
    expect((await exifOf(file)).numbers(tags.location)).toEqual([60, 25]);
    const crop = { x: 60, y: 0, width: 50, height: 50 };
    const cut = await convert({ exif: at([50, 30, 10], 1, [location]) }, { crop });
    expect((await exifOf(cut)).numbers(tags.location)).toBeNull();
    expect((await exifOf(cut)).numbers(tags.subjectArea)).toBeNull();
  });

  test('stays as it is where it was said of another picture, until that changes', async () => {
    const size: ExifEntry[] = [
      [0xa002, short, [4032]],
      [0xa003, short, [3024]],
    ];
    const other = [2015, 1511, 2217, 1330];
    expect(await areaOf(at(other, 1, size))).toEqual(other);
    expect(await areaOf(at(other, 1, size), { rotate: 90 })).toBeNull();
  });

  test('is gone where it makes no sense', async () => {
    expect(await areaOf(at([50, 30, 1, 2, 3]), { rotate: 90 })).toBeNull();
    expect(await areaOf(at([5000, 30]), { rotate: 90 })).toBeNull();
  });
});

describe('regions in XMP', () => {
  const regions =
    'xmlns:mwg-rs="http://www.metadataworkinggroup.com/schemas/regions/" xmlns:stArea="http://ns.adobe.com/xmp/sType/Area#" xmlns:stDim="http://ns.adobe.com/xap/1.0/sType/Dimensions#"';
  const face = (inner: string, dimensions = `stDim:w="${width}" stDim:h="${height}"`) =>
    packet(
      regions,
      `<mwg-rs:Regions rdf:parseType="Resource"><mwg-rs:AppliedToDimensions ${dimensions} stDim:unit="pixel"/><mwg-rs:RegionList><rdf:Seq><rdf:li><rdf:Description mwg-rs:Name="Ada" mwg-rs:Type="Face">${inner}</rdf:Description></rdf:li></rdf:Seq></mwg-rs:RegionList></mwg-rs:Regions>`,
    );
  const attributes =
    '<mwg-rs:Area stArea:x="0.25" stArea:y="0.2" stArea:w="0.2" stArea:h="0.1" stArea:unit="normalized"/>';
  const elements =
    '<mwg-rs:Area rdf:parseType="Resource"><stArea:x>0.25</stArea:x><stArea:y>0.2</stArea:y><stArea:w>0.2</stArea:w><stArea:h>0.1</stArea:h><stArea:unit>normalized</stArea:unit></mwg-rs:Area>';
  const exif = (orientation = 1) =>
    writeExif({ first: [[tags.orientation, short, [orientation]]] });
  const xmpOf = async (xmp: Uint8Array, options: ConvertOptions, orientation = 1) => {
    const file = await convert({ exif: exif(orientation), xmp }, options);
    return new TextDecoder('latin1').decode(file);
  };

  test.each<[string, string, ConvertOptions, number, string[]]>([
    ['attributes', attributes, { rotate: 90 }, 1, ['0.8', '0.25', '0.1', '0.2']],
    ['elements', elements, { rotate: 90 }, 1, ['0.8', '0.25', '0.1', '0.2']],
    ['attributes', attributes, {}, 8, ['0.2', '0.75', '0.1', '0.2']],
    ['attributes', attributes, { flip: 'horizontal' }, 1, ['0.75', '0.2', '0.2', '0.1']],
    ['attributes', attributes, { resize: { width: 100 } }, 1, ['0.25', '0.2', '0.2', '0.1']],
    [
      'attributes',
      attributes,
      { crop: { x: 0, y: 0, width: 100, height: 75 } },
      1,
      ['0.5', '0.4', '0.4', '0.2'],
    ],
  ])('go with the picture, as %s: %s, %j, orientation %i', async (_, area, ...asked) => {
    const [options, orientation, numbers] = asked;
    const xmp = await xmpOf(face(area), options, orientation);
    expect(xmp).toContain('mwg-rs:Name="Ada"');
    const found = ['x', 'y', 'w', 'h'].map(
      (name) => new RegExp(`stArea:${name}(?:="|>)([\\d.]+)`).exec(xmp)?.[1],
    );
    expect(found).toEqual(numbers);
  });

  test('say what size they are of once they are moved', async () => {
    const xmp = await xmpOf(face(attributes), { rotate: 90 });
    expect(xmp).toContain('stDim:w="150" stDim:h="200"');
  });

  test('that are cut off are gone, and those that are written otherwise', async () => {
    const crop = { x: 120, y: 0, width: 50, height: 100 };
    expect(await xmpOf(face(attributes), { crop })).not.toContain('Ada');
    const unknown = face('<mwg-rs:Area stArea:x="a" stArea:y="0.2"/>');
    expect(await xmpOf(unknown, { rotate: 90 })).not.toContain('Ada');
    expect(await xmpOf(unknown, { resize: { width: 50 } })).toContain('Ada');
    const ofAnother = face(attributes, 'stDim:w="300" stDim:h="100"');
    expect(await xmpOf(ofAnother, { rotate: 90 })).not.toContain('Ada');
  });

  test('of Microsoft and IPTC, and a subject, are gone where the picture is turned or cut', async () => {
    const others = packet(
      'xmlns:MP="http://ns.microsoft.com/photo/1.2/" xmlns:ext="http://iptc.org/std/Iptc4xmpExt/2008-02-29/" xmlns:exif="http://ns.adobe.com/exif/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/"',
      '<MP:RegionInfo rdf:parseType="Resource">A</MP:RegionInfo><ext:ImageRegion>B</ext:ImageRegion><exif:SubjectArea>C</exif:SubjectArea><dc:title>D</dc:title>',
    );
    const turned = await xmpOf(others, { rotate: 180 });
    expect(turned).toContain('<dc:title>D<');
    expect(turned).not.toMatch(/RegionInfo|ImageRegion|SubjectArea/);
    const smaller = await xmpOf(others, { resize: { width: 20 } });
    expect(smaller).toMatch(/RegionInfo.*ImageRegion/);
    expect(smaller).not.toContain('SubjectArea');
    expect(await xmpOf(others, {})).toContain('SubjectArea');
  });

  test('go with the picture, too, where only the extended packet has them', async () => {
    const guid = 'A'.repeat(32);
    const blocks = {
      xmp: packet(
        'xmlns:xmpNote="http://ns.adobe.com/xmp/note/"',
        `<xmpNote:HasExtendedXMP>${guid}</xmpNote:HasExtendedXMP>`,
      ),
      extendedXmp: { guid, packet: face(attributes) },
    };
    const turned = { transpose: true, flipX: false, flipY: true };
    const { extendedXmp } = await prepareMetadata(blocks, 'keep', {
      width: height,
      height: width,
      fromStored: { ...turned, crop: { x: 0, y: 0, width, height } },
      area: { x: 0, y: 0, width: height, height: width },
    });
    const moved = new TextDecoder().decode(extendedXmp?.packet);
    expect(moved).toContain('stArea:w="0.1" stArea:h="0.2"');
  });

  test('are given up in time where hundreds of thousands begin and none ends', () => {
    const xmp = face('<mwg-rs:Area>'.repeat(200_000));
    const whole = { x: 0, y: 0, width, height };
    const fromStored = { transpose: false, flipX: true, flipY: false, crop: whole };
    const moved = moveRegions({ xmp }, { ...whole, fromStored, area: whole });
    expect(new TextDecoder().decode(moved.xmp)).not.toContain('mwg-rs:Area');
  });
});

describe('Exif that is larger than a segment of a JPEG', () => {
  const [note, comment, lens] = [0x927c, 0x9286, 0xa434];
  const filled = (size: number, value: number): number[] =>
    Array.from({ length: size }, () => value);
  const bytesAs = (tag: number, size: number, value = 7): ExifEntry => [
    tag,
    exifTypes.bytes,
    filled(size, value),
  ];
  const lensModel: ExifEntry = [lens, text, 'Fixture 50mm f/2'];

  /** A PNG with it, which has room for any. */
  async function convertPng(exif: Uint8Array, options: ConvertOptions = {}) {
    const png = new Uint8Array(
      await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
        .png()
        .toBuffer(),
    );
    const file = await pngOutput.attach(png, { exif }, undefined);
    const { blob, notes } = await runPipeline(new Blob([file]), 'a.png', options);
    const found = (await sharp(await bytesOfBlob(blob)).metadata()).exif;
    const block = found && new Uint8Array(found.subarray(options.format === 'png' ? 0 : 6));
    const tiff = block && readTiff(block);
    const exifIfd = tiff ? numberIn(tiff, firstIfd(tiff), 0x8769)! : 0;
    const rangeOf = (tag: number) => {
      const entry = tiff && findEntry(tiff, exifIfd, tag);
      return entry ? valueRange(tiff, entry)! : null;
    };
    const summary = block && summarizeExif(block);
    return { notes, rangeOf, lens: summary?.lens, model: summary?.model, block };
  }

  const first: ExifEntry[] = [[0x0110, text, 'Camera 1']];

  test.each([true, false])(
    'loses nothing but what leads nowhere, little-endian: %s',
    async (order) => {
      const block = writeExif({
        first,
        littleEndian: order,
        gap: 66_000,
        thumbnail: Uint8Array.of(0xff, 0xd8),
        exif: [bytesAs(comment, 500), lensModel],
      });
      const { notes, rangeOf, lens: name, model } = await convertPng(block);
      expect([name, model, notes]).toEqual(['Fixture 50mm f/2', 'Camera 1', []]);
      const [from, to] = rangeOf(comment)!;
      expect(to - from).toBe(500);
    },
  );

  test('keeps the maker note, where it was, when it has room', async () => {
    const exif = [bytesAs(note, 3000, 9), bytesAs(comment, 66_000, 8), lensModel];
    const block = writeExif({ first, exif });
    const { notes, rangeOf, lens: name, block: left } = await convertPng(block);
    expect([name, notes]).toEqual(['Fixture 50mm f/2', ['metadata-left-out']]);
    expect(rangeOf(comment)).toBeNull();
    const [from, to] = rangeOf(note)!;
    expect([...left!.subarray(from, to)]).toEqual(filled(3000, 9));
    expect(block.subarray(from, to)).toEqual(left!.subarray(from, to));
  });

  test('goes without the maker note when that is enough', async () => {
    const exif = [bytesAs(note, 40_000, 9), bytesAs(comment, 30_000, 8), lensModel];
    const { notes, rangeOf, lens: name } = await convertPng(writeExif({ first, exif }));
    expect([name, notes]).toEqual(['Fixture 50mm f/2', ['metadata-left-out']]);
    expect(rangeOf(note)).toBeNull();
    const [from, to] = rangeOf(comment)!;
    expect(to - from).toBe(30_000);
  });

  test('stays whole in a PNG, and without a place, where the note is no longer in it', async () => {
    const exif = [bytesAs(note, 70_000, 9), lensModel];
    const block = writeExif({ first, exif });
    const png = await convertPng(block, { format: 'png' });
    expect([png.notes, png.rangeOf(note) !== null]).toEqual([[], true]);
    const unlocated = await convertPng(block, { metadata: 'without-location' });
    expect([unlocated.notes, unlocated.lens]).toEqual([[], 'Fixture 50mm f/2']);
    expect((await convertPng(block, { metadata: 'strip' })).notes).toEqual([]);
  });

  test('ends, whatever its pointers say', async () => {
    const block = writeExif({ first, exif: [bytesAs(note, 70_000)] });
    for (let at = 0; at < 80; at++) {
      const broken = block.slice();
      for (const value of [0, 8, 0xff]) {
        broken[at] = value;
        const fitted = fitExif(broken, 65_527);
        expect(fitted?.block.length ?? 0).toBeLessThan(65_528);
      }
    }
  });

  test('keeps all of several offsets of type 13, which are four bytes each', () => {
    const offsets = [13, [1, 2, 3].map((place) => place * 0x0101_0101)] as const;
    const block = writeExif({
      first: [...first, [0x9999, ...offsets]],
      exif: [bytesAs(note, 200)],
    });
    const fitted = fitExif(block, 65_527)!.block;
    const tiff = readTiff(fitted)!;
    const range = valueRange(tiff, findEntry(tiff, firstIfd(tiff), 0x9999)!)!;
    expect([...fitted.subarray(...range)]).toEqual([1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3]);
  });

  test('is given up at once where tens of thousands of entries lead to each other', () => {
    const entries = 20_000;
    const block = new Uint8Array(8 + 2 + 12 * entries + 4);
    const view = new DataView(block.buffer);
    block.set([0x49, 0x49, 42, 0, 8, 0, 0, 0]);
    view.setUint16(8, entries, true);
    for (let at = 10; at < block.length - 4; at += 12) {
      view.setUint32(at, 0x0004_8769, true);
      view.setUint32(at + 4, 1, true);
      view.setUint32(at + 8, 8, true);
    }
    expect(fitExif(block, 65_527)?.block.length).toBeLessThan(100);
  });
});
