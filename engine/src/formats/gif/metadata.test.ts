import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { bytesOfBlob } from '../../../testing/pictures.ts';
import { joinBytes } from '../../bytes/join.ts';
import { runPipeline } from '../../convert/pipeline.ts';
import { readXmpProperty, writeXmpPacket } from '../../metadata/xmp.ts';
import type { ConvertOptions, OutputFormat } from '../../options.ts';
import { readMetadata } from '../../samples/file-metadata.ts';
import { readJpeg } from '../jpeg/segments.ts';

type Bytes = Uint8Array<ArrayBuffer>;

const dc = 'http://purl.org/dc/elements/1.1/';
const exif = 'http://ns.adobe.com/exif/1.0/';

const gif = new Uint8Array(
  await sharp({ create: { width: 12, height: 8, channels: 3, background: '#08f' } })
    .gif()
    .toBuffer(),
);
/** Behind the screen and its color table. */
const start = 13 + (gif[10]! & 0x80 ? 3 * 2 ** ((gif[10]! & 7) + 1) : 0);

const utf8 = (text: string): Bytes => new TextEncoder().encode(text);

function subBlocks(data: Bytes): Bytes {
  const count = Math.ceil(data.length / 255);
  const blocks = Array.from({ length: count }, (_, index) => {
    const block = data.subarray(index * 255, (index + 1) * 255);
    return joinBytes([Uint8Array.of(block.length), block]);
  });
  return joinBytes([...blocks, Uint8Array.of(0)]);
}

const comment = (text: Bytes): Bytes => joinBytes([Uint8Array.of(0x21, 0xfe), subBlocks(text)]);

/** Readers that take the packet for sub-blocks find their way behind it by these bytes. */
const landingZone = Uint8Array.from({ length: 258 }, (_, at) => (at === 0 ? 1 : 256 - at));
landingZone[257] = 0;

const xmpBlock = (packet: Bytes, zone: Bytes = landingZone): Bytes =>
  joinBytes([Uint8Array.of(0x21, 0xff, 11), utf8('XMP DataXMP'), packet, zone]);

const packet = writeXmpPacket(
  `<rdf:Description rdf:about="" xmlns:dc="${dc}" xmlns:exif="${exif}" exif:GPSLatitude="48,12.5N"><dc:title><rdf:Alt><rdf:li xml:lang="x-default">Sea</rdf:li></rdf:Alt></dc:title></rdf:Description>`,
);

/** With blocks in front of the picture, or behind it. */
function gifWith(blocks: Bytes[], isAtEnd = false): Bytes {
  const at = isAtEnd ? gif.length - 1 : start;
  return joinBytes([gif.subarray(0, at), ...blocks, gif.subarray(at)]);
}

const convert = async (bytes: Bytes, options: ConvertOptions): Promise<Bytes> =>
  bytesOfBlob((await runPipeline(new Blob([bytes]), 'a.gif', options)).blob);

/** By another reader. */
async function xmpOf(bytes: Bytes, namespace: string, name: string): Promise<string[] | null> {
  const { xmp } = await sharp(bytes).metadata();
  return xmp ? readXmpProperty(Uint8Array.from(xmp), namespace, name) : null;
}

const commentsOf = (jpeg: Bytes): string[] =>
  readJpeg(jpeg)
    .segments.filter(({ marker }) => marker === 0xfe)
    .map(({ payload }) => new TextDecoder().decode(payload));

const formats: OutputFormat[] = ['jpeg', 'png', 'webp'];

describe("a GIF's XMP", () => {
  test.each(formats)('goes along to %s', async (format) => {
    const result = await convert(gifWith([xmpBlock(packet)]), { format });
    expect(await xmpOf(result, dc, 'title')).toEqual(['Sea']);
    expect(await xmpOf(result, exif, 'GPSLatitude')).toEqual(['48,12.5N']);
  });

  test('is found behind the picture, too', async () => {
    const result = await convert(gifWith([xmpBlock(packet)], true), { format: 'png' });
    expect(await xmpOf(result, dc, 'title')).toEqual(['Sea']);
  });

  test('ends where it says so, if the bytes behind it are unusual', async () => {
    const file = gifWith([xmpBlock(packet, landingZone.subarray(1))]);
    expect((await readMetadata(new Blob([file]))).xmp).toEqual(packet);
    expect(await xmpOf(await convert(file, { format: 'png' }), dc, 'title')).toEqual(['Sea']);
  });

  test('is left out as the user chooses', async () => {
    const file = gifWith([xmpBlock(packet), comment(utf8('By Ana'))]);
    const stripped = await convert(file, { format: 'jpeg', metadata: 'strip' });
    expect(await xmpOf(stripped, dc, 'title')).toBeNull();
    expect(commentsOf(stripped)).toEqual([]);
    const cleaned = await convert(file, { format: 'jpeg', metadata: 'without-location' });
    expect(await xmpOf(cleaned, dc, 'title')).toEqual(['Sea']);
    expect(await xmpOf(cleaned, exif, 'GPSLatitude')).toBeNull();
    expect(commentsOf(cleaned)).toEqual(['By Ana']);
  });
});

describe("a GIF's comments", () => {
  const long = 'Sea and sand. '.repeat(40);
  const file = gifWith([
    comment(utf8(`${long}\0`)),
    comment(Uint8Array.of(0x4e, 0x69, 0xf1, 0x6f)),
    comment(utf8(long)),
    comment(utf8(' \0')),
  ]);

  test('become those of a JPEG, once each', async () => {
    expect(commentsOf(await convert(file, { format: 'jpeg' }))).toEqual([long, 'Niño']);
  });

  test('become texts of a PNG', async () => {
    const { comments } = await sharp(await convert(file, { format: 'png' })).metadata();
    expect(comments?.map(({ keyword, text }) => [keyword, text])).toEqual(
      expect.arrayContaining([
        ['Comment', long],
        ['Comment', 'Niño'],
      ]),
    );
  });

  test('go into the XMP of a WebP', async () => {
    const result = await convert(gifWith([comment(utf8('By Ana'))]), { format: 'webp' });
    expect(await xmpOf(result, exif, 'UserComment')).toEqual(['By Ana']);
  });

  test('that a file ends in the middle of do no harm', async () => {
    const cut = gifWith([comment(utf8('By Ana')), comment(utf8(long))], true).subarray(0, -40);
    expect(commentsOf(await convert(cut, { format: 'jpeg' }))).toEqual(['By Ana']);
  });
});
