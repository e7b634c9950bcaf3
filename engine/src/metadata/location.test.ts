import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { bytesOfBlob, contains, convertFixture } from '../../testing/pictures.ts';
import type { OutputFormat } from '../options.ts';
import { summarizeExif } from './exif-summary.ts';
import { writeOrientation } from './exif-orientation.ts';
import { readOrientation } from './exif.ts';
import { withoutXmpLocation } from './location.ts';

const formats: OutputFormat[] = ['jpeg', 'png', 'webp'];

/** The TIFF block as another library finds it. */
async function exifOf(bytes: Uint8Array): Promise<Uint8Array | null> {
  const { exif } = await sharp(bytes).metadata();
  if (!exif) return null;
  return exif.subarray(0, 4).toString('latin1') === 'Exif' ? exif.subarray(6) : exif;
}

describe.each(formats)('metadata of a photo that becomes a %s', (format) => {
  test('says the same of camera, date, lens and place', async () => {
    const { blob } = await convertFixture('located.jpg', { format });
    const bytes = await bytesOfBlob(blob);
    const exif = await exifOf(bytes);
    expect(summarizeExif(exif!)).toEqual({
      make: 'Stillpix',
      model: 'Fixture 2',
      lens: 'Fixture 50mm f/2',
      takenAt: '2026:05:04 10:20:30',
      exposure: null,
      hasLocation: true,
      place: { latitude: 48.2, longitude: expect.closeTo(16.37, 6), altitude: 171 },
    });
    expect(readOrientation(exif!)).toBe(1);
    expect(contains(bytes, 'A. Photographer')).toBe(true);
  });

  test('tells of no place anywhere when asked not to', async () => {
    const { blob } = await convertFixture('located.jpg', { format, metadata: 'without-location' });
    const bytes = await bytesOfBlob(blob);
    const summary = summarizeExif((await exifOf(bytes))!);
    expect(summary).toMatchObject({ model: 'Fixture 2', hasLocation: false });
    for (const word of ['GPSLatitude', 'GPSLongitude', 'Vienna', 'Stephansplatz']) {
      expect(contains(bytes, word)).toBe(false);
    }
    expect(contains(bytes, 'A. Photographer')).toBe(true);
  });

  test('is gone when it is to be stripped', async () => {
    const { blob } = await convertFixture('located.jpg', { format, metadata: 'strip' });
    const bytes = await bytesOfBlob(blob);
    expect(await exifOf(bytes)).toBeNull();
    for (const word of ['Fixture', 'Photographer', 'Vienna'])
      expect(contains(bytes, word)).toBe(false);
  });
});

describe('places in XMP', () => {
  const packet = (inner: string, namespaces: string) =>
    new TextEncoder().encode(
      `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description ${namespaces} ${inner}</rdf:RDF></x:xmpmeta>`,
    );

  test('are found under any prefix, as attribute and as element', () => {
    const cleaned = withoutXmpLocation(
      packet(
        'q:GPSLatitude="48,12N" q:FNumber="2/1"><q:GPSLongitude>16,22E</q:GPSLongitude></rdf:Description>',
        'xmlns:q="http://ns.adobe.com/exif/1.0/"',
      ),
    );
    const text = new TextDecoder().decode(cleaned!);
    expect(text).not.toContain('GPS');
    expect(text).toContain('q:FNumber="2/1"');
  });

  test('in a namespace that is not known make the whole packet go', () => {
    const unknown = packet('z:GPSLatitude="48.2"/>', 'xmlns:z="http://example.org/z/"');
    expect(withoutXmpLocation(unknown)).toBeNull();
  });
});

test('states an orientation in the smallest block there is', () => {
  for (let orientation = 1; orientation <= 8; orientation++) {
    expect(readOrientation(writeOrientation(orientation))).toBe(orientation);
  }
});
