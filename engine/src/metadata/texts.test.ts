/** Words that a file has outside Exif and XMP: PNG's texts, a JPEG's comment, and IPTC where no JPEG is made. */
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { bytesOfBlob } from '../../testing/pictures.ts';
import { deflate } from '../bytes/deflate.ts';
import { joinBytes } from '../bytes/join.ts';
import { runPipeline } from '../convert/pipeline.ts';
import { addJpegMetadata } from '../formats/jpeg/metadata.ts';
import { readJpeg } from '../formats/jpeg/segments.ts';
import { writeChunk } from '../formats/png/chunks.ts';
import type { ConvertOptions } from '../options.ts';
import { editMetadata } from '../samples/file-metadata.ts';
import { writeIptcResource } from './photoshop.ts';
import { readXmpProperty, writeXmpPacket } from './xmp.ts';

type Bytes = Uint8Array<ArrayBuffer>;

const utf8 = (text: string): Bytes => new TextEncoder().encode(text);
const latin1 = (text: string): Bytes => Uint8Array.from(text, (each) => each.charCodeAt(0));
const drawn = () => sharp({ create: { width: 40, height: 30, channels: 3, background: '#789' } });

/** With chunks behind its header, or at its end. */
async function pngWith(chunks: Bytes[], isAtEnd = false): Promise<Bytes> {
  const png = new Uint8Array(await drawn().png().toBuffer());
  const at = isAtEnd ? png.length - 12 : 33;
  return joinBytes([png.subarray(0, at), ...chunks, png.subarray(at)]);
}

const plain = (keyword: string, text: string): Bytes =>
  writeChunk('tEXt', latin1(`${keyword}\0${text}`));
const international = (keyword: string, text: string): Bytes =>
  writeChunk('iTXt', utf8(`${keyword}\0\0\0es\0Título\0${text}`));
const compressed = async (keyword: string, text: string): Promise<Bytes> =>
  writeChunk('zTXt', latin1(`${keyword}\0\0`), await deflate([latin1(text)]));

async function jpegWith(texts: string[], iptc?: Bytes): Promise<Bytes> {
  const photoshop = iptc && writeIptcResource(iptc);
  const blocks = {
    texts: texts.map((text) => ({ keyword: 'Comment', text })),
    ...(photoshop && { photoshop }),
  };
  return addJpegMetadata(new Uint8Array(await drawn().jpeg().toBuffer()), blocks, undefined);
}

const convert = async (bytes: Bytes, options: ConvertOptions): Promise<Bytes> =>
  bytesOfBlob((await runPipeline(new Blob([bytes]), '', options)).blob);

/** By another reader. */
async function textsOf(png: Bytes): Promise<Record<string, string>> {
  const { comments = [] } = await sharp(png).metadata();
  return Object.fromEntries(comments.map(({ keyword, text }) => [keyword, text]));
}

const commentsOf = (jpeg: Bytes): string[] =>
  readJpeg(jpeg)
    .segments.filter(({ marker }) => marker === 0xfe)
    .map(({ payload }) => new TextDecoder().decode(payload));

const dc = 'http://purl.org/dc/elements/1.1/';
const exif = 'http://ns.adobe.com/exif/1.0/';
const photoshop = 'http://ns.adobe.com/photoshop/1.0/';

async function xmpOf(bytes: Bytes, namespace: string, name: string): Promise<string[] | null> {
  const { xmp } = await sharp(bytes).metadata();
  return xmp ? readXmpProperty(Uint8Array.from(xmp), namespace, name) : null;
}

const about = async (): Promise<Bytes[]> => [
  plain('Title', 'Sea'),
  international('Author', 'Íñigo <Ñ> & Ana'),
  await compressed('Copyright', '\u00a9 Ana'),
  plain('parameters', 'a cat\nSteps: 20'),
  plain('date:create', '2026-11-30'),
];

describe('the texts of a PNG', () => {
  test.each([false, true])(
    'stay in a PNG with their keywords, behind the samples: %s',
    async (isAtEnd) => {
      const result = await convert(await pngWith(await about(), isAtEnd), {
        format: 'png',
        rotate: 90,
      });
      expect(await textsOf(result)).toMatchObject({
        Title: 'Sea',
        Author: 'Íñigo <Ñ> & Ana',
        Copyright: '© Ana',
        parameters: 'a cat\nSteps: 20',
      });
    },
  );

  test.each(['jpeg', 'webp'] as const)(
    'become XMP where it has names for them: %s',
    async (format) => {
      const result = await convert(await pngWith(await about()), { format });
      expect(await xmpOf(result, dc, 'title')).toEqual(['Sea']);
      expect(await xmpOf(result, dc, 'creator')).toEqual(['Íñigo <Ñ> & Ana']);
      expect(await xmpOf(result, dc, 'rights')).toEqual(['© Ana']);
    },
  );

  test('become comments where it has not', async () => {
    const png = await pngWith(await about());
    const words = 'parameters: a cat\nSteps: 20';
    expect(commentsOf(await convert(png, {}))).toEqual([words]);
    expect(await xmpOf(await convert(png, { format: 'webp' }), exif, 'UserComment')).toEqual([
      words,
    ]);
  });

  test('count for less than what XMP says already, of which nothing is lost', async () => {
    const packet = writeXmpPacket(
      `<rdf:Description rdf:about="" xmlns:dc="${dc}" dc:format="kept"><dc:title><rdf:Alt><rdf:li xml:lang="x-default">Ocean</rdf:li></rdf:Alt></dc:title></rdf:Description>`,
    );
    const chunk = writeChunk('iTXt', latin1('XML:com.adobe.xmp\0\0\0\0\0'), packet);
    const result = await convert(await pngWith([...(await about()), chunk]), {});
    expect(await xmpOf(result, dc, 'title')).toEqual(['Ocean']);
    expect(await xmpOf(result, dc, 'format')).toEqual(['kept']);
    expect(await xmpOf(result, dc, 'creator')).toEqual(['Íñigo <Ñ> & Ana']);
  });

  test('go where all is to go, and those of a place where that is', async () => {
    const places = ['GPS here', '41.40338, 2.17403', `41\u00b024'12.2"N`, 'N 41.40338 E 2.17403'];
    const said = places.map((place) => plain('Comment', place));
    const png = await pngWith([plain('Title', 'Sea'), ...said]);
    const textsIn = async (metadata: 'strip' | 'without-location') =>
      textsOf(await convert(png, { format: 'png', metadata }));
    expect(await textsIn('strip')).toEqual({});
    expect(await textsIn('without-location')).toEqual({ Title: 'Sea' });
    const edited = await editMetadata(new Blob([png]), { kind: 'strip', what: 'location' });
    expect(await textsOf(await bytesOfBlob(edited))).toEqual({ Title: 'Sea' });
  });

  test('that are no text for people stay in PNGs alone, and leave the size of others to their pictures', async () => {
    const png = await pngWith([plain('workflow', '{"a":1}'.repeat(20_000))]);
    expect((await textsOf(await convert(png, { format: 'png' })))['workflow']).toHaveLength(
      140_000,
    );
    const file = new Blob([png]);
    const { blob, notes } = await runPipeline(file, '', { targetBytes: 3000 });
    expect(blob.size).toBeLessThanOrEqual(3000);
    expect(notes).toContain('metadata-left-out');
    for (const options of [{ format: 'png' }, { metadata: 'strip' }] as const)
      expect((await runPipeline(file, '', options)).notes).not.toContain('metadata-left-out');
  });

  test('fit under a limit of bytes', async () => {
    const png = await pngWith([
      plain('Comment', 'a&b<c'.repeat(400)),
      plain('Title', '&'.repeat(400)),
    ]);
    const result = await convert(png, { targetBytes: 6000 });
    expect(commentsOf(result)).toEqual(['a&b<c'.repeat(400)]);
    expect(result.length).toBeLessThanOrEqual(6000);
  });

  test('that are damaged are left out', async () => {
    const damaged = [
      writeChunk('zTXt', latin1('Title\0\0'), Uint8Array.of(1, 2, 3)),
      writeChunk('iTXt', latin1('Author\0\0')),
      writeChunk('tEXt', latin1('no end')),
    ];
    expect(await textsOf(await convert(await pngWith(damaged), { format: 'png' }))).toEqual({});
  });
});

describe('the comment of a JPEG', () => {
  test('stays in a JPEG, and is one elsewhere', async () => {
    const jpeg = await jpegWith(['made by hand', 'año ©']);
    expect(commentsOf(await convert(jpeg, {}))).toEqual(['made by hand', 'año ©']);
    expect(Object.keys(await textsOf(await convert(jpeg, { format: 'png' })))).toEqual(['Comment']);
    const webp = await convert(jpeg, { format: 'webp' });
    expect(await xmpOf(webp, exif, 'UserComment')).toEqual(['made by hand\naño ©']);
  });

  test('goes where it tells how the picture was coded before', async () => {
    const jpeg = await jpegWith(['CREATOR: gd-jpeg v1.0 (using IJG JPEG v62), quality = 90\n']);
    expect(commentsOf(await convert(jpeg, {}))).toEqual([]);
  });
});

test('IPTC of a JPEG becomes XMP where it has no place', async () => {
  const dataset = (id: number, text: Bytes): Bytes =>
    joinBytes([Uint8Array.of(0x1c, 2, id, 0, text.length), text]);
  const iptc = joinBytes([
    dataset(120, utf8('Señales')),
    dataset(80, latin1('Ra\u00fal')),
    dataset(25, utf8('sea')),
    dataset(25, utf8('noon')),
    dataset(90, utf8('Cádiz')),
  ]);
  const jpeg = await jpegWith([], iptc);
  for (const format of ['png', 'webp'] as const) {
    const result = await convert(jpeg, { format });
    expect(await xmpOf(result, dc, 'description')).toEqual(['Señales']);
    expect(await xmpOf(result, dc, 'creator')).toEqual(['Raúl']);
    expect(await xmpOf(result, dc, 'subject')).toEqual(['sea', 'noon']);
    expect(await xmpOf(result, photoshop, 'City')).toEqual(['Cádiz']);
    const placeless = await convert(jpeg, { format, metadata: 'without-location' });
    expect(await xmpOf(placeless, dc, 'description')).toEqual(['Señales']);
    expect(await xmpOf(placeless, photoshop, 'City')).toBeNull();
  }
});
