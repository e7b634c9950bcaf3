import { beforeAll, describe, expect, it } from 'vitest';
import { bytesOfBlob, contains, convertFixture } from '../../../testing/pictures.ts';
import { joinBytes } from '../../bytes/join.ts';
import { extendedXmpMark } from './segments.ts';
import type { ConvertOptions } from '../../options.ts';
import { runPipeline } from '../../convert/pipeline.ts';
import { addJpegMetadata } from './metadata.ts';

const text = (words: string) => new TextEncoder().encode(words);

const packet = (attributes: string, inner = '') =>
  text(
    `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" ${attributes}>${inner}</rdf:Description></rdf:RDF></x:xmpmeta>`,
  );

const hdrgm = 'xmlns:hdrgm="http://ns.adobe.com/hdr-gain-map/1.0/" hdrgm:Version="1.0"';

/** As phones write it (Ultra HDR 1.0): a directory in XMP, an index in MPF, the gain map behind the picture. */
const directory = packet(
  `${hdrgm} xmlns:Container="http://ns.google.com/photos/1.0/container/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:exif="http://ns.adobe.com/exif/1.0/" exif:GPSLatitude="48,12N" dc:creator="A. Photographer"`,
  '<Container:Directory><rdf:Seq><rdf:li Item="GainMap"/></rdf:Seq></Container:Directory>',
);

let photo: Uint8Array<ArrayBuffer>;

beforeAll(async () => {
  const picture = await bytesOfBlob((await convertFixture('grid.png', { quality: 50 })).blob);
  const gainMap = await addJpegMetadata(
    await bytesOfBlob((await convertFixture('gray.png')).blob),
    { xmp: packet(`${hdrgm} hdrgm:GainMapMax="2.3"`) },
    undefined,
  );
  const index = joinBytes([
    Uint8Array.of(0xff, 0xe2, 0, 14),
    text('MPF\0MM\0*'),
    Uint8Array.of(0, 0, 0, 8),
  ]);
  const main = await addJpegMetadata(picture, { xmp: directory }, undefined);
  photo = joinBytes([main.subarray(0, 2), index, main.subarray(2), gainMap]);
});

async function convert(options: ConvertOptions) {
  const { blob, notes } = await runPipeline(new Blob([photo]), 'photo.jpg', options);
  return { bytes: await bytesOfBlob(blob), notes };
}

const traces = ['hdrgm:', 'MPF\0', 'Container:Directory', 'GainMap'];

describe('the gain map of a JPEG', () => {
  it.each<ConvertOptions>([
    {},
    { format: 'png' },
    { format: 'webp' },
    { metadata: 'without-location' },
    { quality: 100, keepSmallerOriginal: true, metadata: 'without-location' },
    { quality: 100, keepSmallerOriginal: true, metadata: 'strip' },
  ])('goes whole, with all that points to it, and that is said: %j', async (options) => {
    expect(traces.every((trace) => contains(photo, trace))).toBe(true);
    const { bytes, notes } = await convert(options);
    expect(notes).toContain('gain-map-removed');
    expect(notes.includes('original-kept')).toBe(options.keepSmallerOriginal === true);
    expect(traces.filter((trace) => contains(bytes, trace))).toEqual([]);
    expect(contains(bytes, 'A. Photographer')).toBe(options.metadata !== 'strip');
  });

  it('stays whole where the original stays', async () => {
    const { bytes, notes } = await convert({ quality: 100, keepSmallerOriginal: true });
    expect(notes).toEqual(['original-kept']);
    expect(bytes).toEqual(photo);
  });
});

it('XMP names no extension that does not go along', async () => {
  const guid = '0123456789ABCDEF0123456789ABCDEF';
  const notes = 'xmlns:xmpNote="http://ns.adobe.com/xmp/note/"';
  const xmp = packet(`${notes} xmpNote:HasExtendedXMP="${guid}"`);
  // Coordinates under an unknown name: the extension is dropped when there is to be no place.
  const extension = packet('xmlns:z="http://example.org/z/" z:GPSLatitude="48.2"');
  const bare = await bytesOfBlob((await convertFixture('drawing.png')).blob);
  const blocks = { xmp, extendedXmp: { guid, packet: extension } };
  const file = new Blob([await addJpegMetadata(bare, blocks, undefined)]);
  const whole = await bytesOfBlob((await runPipeline(file, 'a.jpg', {})).blob);
  expect(contains(whole, 'z:GPSLatitude')).toBe(true);
  expect(contains(whole, extendedXmpMark + guid)).toBe(true);
  for (const format of ['jpeg', 'png', 'webp'] as const) {
    const { blob } = await runPipeline(file, 'a.jpg', { format, metadata: 'without-location' });
    const bytes = await bytesOfBlob(blob);
    expect(contains(bytes, 'adobe:ns:meta')).toBe(true);
    expect([guid, 'GPSLatitude'].filter((trace) => contains(bytes, trace))).toEqual([]);
  }
});
