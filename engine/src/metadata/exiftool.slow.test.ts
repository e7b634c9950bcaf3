/** What a widely used independent reader finds in the files before and after. */
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasTool, run } from '../../corpus/native.ts';
import { bytesOfBlob, contains, convertFixture, fixture } from '../../testing/pictures.ts';
import type { ConvertOptions, OutputFormat } from '../options.ts';
import { runPipeline } from '../convert/pipeline.ts';

const hasExiftool = await hasTool('exiftool');
const outputs: OutputFormat[] = ['jpeg', 'png', 'webp'];
const extensions: Record<OutputFormat, string> = { jpeg: 'jpg', png: 'png', webp: 'webp' };

/** Text of places, none of which is part of anything else in the files. */
const places = [
  'Vienna',
  'Stephansplatz',
  'Wieden',
  'Lower Austria',
  'Austria',
  '48.2081',
  '16.3738',
];

const camera = [
  '-EXIF:Make=Stillpix',
  '-EXIF:Model=Fixture 3',
  '-EXIF:LensModel=Fixture 35mm f/1.4',
  '-EXIF:DateTimeOriginal=2026:05:04 10:20:30',
  '-EXIF:OffsetTimeOriginal=+02:00',
  '-EXIF:SubSecTimeOriginal=417',
  '-EXIF:ExposureTime=1/250',
  '-EXIF:FNumber=2.8',
  '-EXIF:ISO=400',
  '-EXIF:FocalLength=35',
  '-EXIF:Artist=A. Photographer',
  '-EXIF:Copyright=A. Photographer',
  '-XMP-dc:Title=A long day',
  '-XMP-dc:Subject=walk',
  '-XMP-xmp:Rating=4',
  '-XMP-aux:SerialNumber=0042',
];

const location = [
  '-EXIF:GPSLatitude=48.2081',
  '-EXIF:GPSLatitudeRef=N',
  '-EXIF:GPSLongitude=16.3738',
  '-EXIF:GPSLongitudeRef=E',
  '-EXIF:GPSAltitude=171',
  '-XMP-exif:GPSLatitude=48.2081',
  '-XMP-exif:GPSLongitude=16.3738',
  '-XMP-photoshop:City=Vienna',
  '-XMP-photoshop:State=Lower Austria',
  '-XMP-photoshop:Country=Austria',
  '-XMP-iptcCore:Location=Stephansplatz',
  '-XMP-iptcCore:CountryCode=AUT',
  '-XMP-iptcExt:LocationShownCity=Vienna',
  '-XMP-iptcExt:LocationCreatedCity=Vienna',
  '-XMP-iptcExt:LocationCreatedSublocation=Wieden',
];

const iptc = [
  '-IPTC:By-line=A. Photographer',
  '-IPTC:Headline=A long day',
  '-IPTC:City=Vienna',
  '-IPTC:Sub-location=Stephansplatz',
  '-IPTC:Province-State=Lower Austria',
  '-IPTC:Country-PrimaryLocationName=Austria',
  '-IPTC:Country-PrimaryLocationCode=AUT',
  '-IPTC:ContentLocationName=Wieden',
];

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'exiftool-'));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

/** A copy of a fixture with more tags written into it. */
async function tagged(name: string, tags: string[]): Promise<Uint8Array<ArrayBuffer>> {
  const path = join(folder, `tagged-${crypto.randomUUID()}${extname(name)}`);
  await writeFile(path, await fixture(name));
  const { ok, stderr } = await run('exiftool', ['-q', '-m', '-overwrite_original', ...tags, path]);
  expect(ok, stderr).toBe(true);
  return new Uint8Array(await readFile(path));
}

/** Everything exiftool finds, by group and name; of several of a name all, as text. */
async function tagsOf(bytes: Uint8Array, extension: string): Promise<Map<string, string>> {
  const path = join(folder, `read-${crypto.randomUUID()}.${extension}`);
  await writeFile(path, bytes);
  const { stdout } = await run('exiftool', ['-json', '-n', '-a', '-ee', '-u', '-G1', path]);
  const [row = {}] = JSON.parse(stdout.toString()) as Record<string, unknown>[];
  return new Map(Object.entries(row).map(([tag, value]) => [tag, JSON.stringify(value)]));
}

async function convert(file: Uint8Array<ArrayBuffer>, options: ConvertOptions) {
  const { blob } = await runPipeline(new Blob([file]), 'photo', options);
  return bytesOfBlob(blob);
}

/** Groups that speak of the photo rather than of the file's structure. */
const describing = /^(?:IFD0|ExifIFD|GPS|InteropIFD|XMP-\w+):/;

/** What an upright, newly coded picture has to say otherwise, and what binds a packet to its file. */
const changing =
  /Orientation|Image(?:Width|Height|Length)|PixelXDimension|PixelYDimension|XMPToolkit|HasExtendedXMP|YCbCrPositioning/;

function described(tags: Map<string, string>): Record<string, string> {
  const kept = [...tags].filter(([tag]) => describing.test(tag) && !changing.test(tag));
  return Object.fromEntries(kept);
}

const speaksOfPlace =
  /GPS|(?<!Capa)City|State|Province|Country|Location|Coordinates|Latitude|Longitude/i;

/** Tags of a place that a result still has. The version of the GPS block alone names none. */
async function placesIn(bytes: Uint8Array, format: OutputFormat): Promise<string[]> {
  const tags = await tagsOf(bytes, extensions[format]);
  const named = [...tags].filter(([tag]) => speaksOfPlace.test(tag.split(':')[1] ?? ''));
  const written = places.filter((place) => contains(bytes, place));
  return [...named.map(([tag, value]) => `${tag} ${value}`), ...written];
}

const sources = ['located.jpg', 'drawing.png', 'alpha.webp', 'phone-p3.heic'];

describe.skipIf(!hasExiftool)('exiftool', () => {
  describe.each(sources)('reads of %s', (name) => {
    test.each(outputs)('the same camera, date, lens, rights and place in a %s', async (format) => {
      const source = await tagged(name, [...camera, ...location]);
      const before = described(await tagsOf(source, extname(name).slice(1)));
      expect(before).toMatchObject({
        'IFD0:Model': '"Fixture 3"',
        'XMP-photoshop:City': '"Vienna"',
      });
      expect(Object.keys(before).length).toBeGreaterThan(25);
      const result = await convert(source, { format });
      expect(described(await tagsOf(result, extensions[format]))).toMatchObject(before);
    });

    test.each(outputs)('no place in a %s that is to have none', async (format) => {
      const source = await tagged(name, [...camera, ...location]);
      const result = await convert(source, { format, metadata: 'without-location' });
      expect(await placesIn(result, format)).toEqual([]);
      expect(described(await tagsOf(result, extensions[format]))).toMatchObject({
        'IFD0:Model': '"Fixture 3"',
        'ExifIFD:LensModel': '"Fixture 35mm f/1.4"',
        'XMP-dc:Title': '"A long day"',
      });
    });
  });

  test('finds IPTC in the JPEG of a JPEG, and no place in it that is to have none', async () => {
    const source = await tagged('located.jpg', [...camera, ...location, ...iptc]);
    const whole = await tagsOf(await convert(source, {}), 'jpg');
    expect(whole.get('IPTC:City')).toBe('"Vienna"');
    expect(whole.get('IPTC:Headline')).toBe('"A long day"');
    for (const options of [{}, { quality: 100, keepSmallerOriginal: true }]) {
      const result = await convert(source, { ...options, metadata: 'without-location' });
      expect(await placesIn(result, 'jpeg')).toEqual([]);
      expect((await tagsOf(result, 'jpg')).get('IPTC:Headline')).toBe('"A long day"');
    }
  });

  test('finds extended XMP again, and no place in it that is to have none', async () => {
    // More than a JPEG segment holds, in the same description as the city.
    const instructions = 'as told before; '.repeat(5000);
    const source = await tagged('located.jpg', [
      ...location,
      `-XMP-photoshop:Instructions=${instructions}`,
    ]);
    expect(contains(source, 'http://ns.adobe.com/xmp/extension/')).toBe(true);
    for (const format of outputs) {
      const kept = await tagsOf(await convert(source, { format }), extensions[format]);
      expect(kept.get('XMP-photoshop:Instructions')).toBe(JSON.stringify(instructions));
      expect(kept.get('XMP-photoshop:City')).toBe('"Vienna"');
      const result = await convert(source, { format, metadata: 'without-location' });
      expect(await placesIn(result, format)).toEqual([]);
      const tags = await tagsOf(result, extensions[format]);
      expect(tags.get('XMP-photoshop:Instructions')).toBe(JSON.stringify(instructions));
    }
  });

  test('finds the size the result has, orientation 1, and no thumbnail of the stored picture', async () => {
    const thumbnail = join(folder, 'thumbnail.jpg');
    await writeFile(thumbnail, await bytesOfBlob((await convertFixture('gray.png')).blob));
    const source = await tagged('located.jpg', [`-ThumbnailImage<=${thumbnail}`]);
    const before = await tagsOf(source, 'jpg');
    expect(before.has('IFD1:ThumbnailImage')).toBe(true);
    expect(before.get('IFD0:Orientation')).toBe('6');
    for (const format of outputs) {
      const result = await convert(source, { format, resize: { width: 32 } });
      const tags = await tagsOf(result, extensions[format]);
      expect(tags.get('ExifIFD:ExifImageWidth')).toBe('32');
      expect(tags.get('ExifIFD:ExifImageHeight')).toBe('48');
      expect(tags.get('IFD0:Orientation')).toBe('1');
      expect([...tags.keys()].filter((tag) => /IFD1|Thumbnail/.test(tag))).toEqual([]);
    }
  });

  test('finds the subject and the faces where they are, and sRGB, once a photo is turned and converted', async () => {
    const source = await tagged('phone-p3.heic', [
      '-EXIF:ColorSpace#=65535',
      '-EXIF:InteropIndex=R03',
      '-EXIF:SubjectArea=20 10 8 4',
      '-RegionInfo={AppliedToDimensions={W=96,H=64,Unit=pixel},RegionList=[{Area={X=0.25,Y=0.2,W=0.2,H=0.1,Unit=normalized},Name=Ada,Type=Face}]}',
    ]);
    // Stored as 96x64, of a camera that was held upright.
    const options = { color: 'srgb', rotate: 90 } as const;
    for (const format of outputs) {
      const result = await convert(source, { ...options, format });
      const tags = await tagsOf(result, extensions[format]);
      expect(tags.get('ExifIFD:ColorSpace')).toBe('1');
      expect(tags.get('InteropIFD:InteropIndex')).toBe('"R98"');
      expect(tags.get('ExifIFD:SubjectArea')).toBe('"76 54 8 4"');
      expect(tags.get('XMP-mwg-rs:RegionAreaX')).toBe('0.75');
      expect(tags.get('XMP-mwg-rs:RegionAreaY')).toBe('0.8');
      expect(tags.get('XMP-mwg-rs:RegionName')).toBe('"Ada"');
    }
  });

  test('finds all but the largest value of Exif that a JPEG has no room for', async () => {
    const comment = `-EXIF:UserComment=${'as told before; '.repeat(5000)}`;
    const source = await tagged('drawing.png', [...camera, ...location, comment]);
    const { 'ExifIFD:UserComment': long, ...kept } = described(await tagsOf(source, 'png'));
    expect(long?.length).toBeGreaterThan(70_000);
    const tags = described(await tagsOf(await convert(source, {}), 'jpg'));
    expect(tags).toMatchObject(kept);
    expect(tags['ExifIFD:UserComment']).toBeUndefined();
  });

  test('finds nothing of the photo in what is to be stripped', async () => {
    for (const format of outputs) {
      const { blob } = await convertFixture('located.jpg', { format, metadata: 'strip' });
      const tags = await tagsOf(await bytesOfBlob(blob), extensions[format]);
      expect(described(tags)).toEqual({});
    }
  });

  const corpus = new URL('../../../../shared/corpus/', import.meta.url);
  const photos = [
    'jpeg/apple_gainmap_new.jpg',
    'jpeg/apple_gainmap_old.jpg',
    'jpeg/iphone-6.jpg',
    'jpeg/paris_exif_xmp_icc.jpg',
    'phone/iphone-exif-at-eof.heic',
    'phone/samsung-meta-after-mdat.heic',
    'phone/xiaomi.heic',
  ];

  test.skipIf(!existsSync(corpus)).each(photos)(
    'finds no place in a phone’s photo that is to have none: %s',
    async (name) => {
      const bytes = new Uint8Array(await readFile(new URL(name, corpus)));
      const before = await tagsOf(bytes, extname(name).slice(1));
      expect([...before.keys()].some((tag) => speaksOfPlace.test(tag))).toBe(true);
      const options = { metadata: 'without-location', resize: { width: 300 } } as const;
      for (const format of outputs) {
        expect(await placesIn(await convert(bytes, { ...options, format }), format)).toEqual([]);
      }
    },
  );
});
