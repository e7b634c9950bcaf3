/** Where files store Photoshop's resources, and the IPTC record among them. */
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { bytesOfBlob } from '../../testing/pictures.ts';
import { joinBytes } from '../bytes/join.ts';
import { runPipeline } from '../convert/pipeline.ts';
import { segment } from '../formats/jpeg/metadata.ts';
import { app13, photoshopMark, readJpeg } from '../formats/jpeg/segments.ts';
import { writeChunk } from '../formats/png/chunks.ts';
import { readIptc, writeIptcResource } from './photoshop.ts';

type Bytes = Uint8Array<ArrayBuffer>;

const title = 5;
const iptc = Uint8Array.of(0x1c, 2, title, 0, 3, 0x53, 0x65, 0x61);
const drawn = () => sharp({ create: { width: 40, height: 30, channels: 3, background: '#789' } });

/** Resources of a thumbnail and of paths, longer than one segment, before the IPTC record. */
function largeBlock(thumbnailLength: number, pathsLength: number): Bytes {
  const large = (id: number, length: number) => {
    const head = new Uint8Array(12);
    head.set(new TextEncoder().encode('8BIM'));
    new DataView(head.buffer).setUint16(4, id);
    new DataView(head.buffer).setUint32(8, length);
    return [head, new Uint8Array(length).fill(7)];
  };
  const parts = [...large(0x040c, thumbnailLength), ...large(0x07d0, pathsLength)];
  return joinBytes([...parts, writeIptcResource(iptc)]);
}

async function jpegWith(block: Bytes, room: number): Promise<Bytes> {
  const jpeg = new Uint8Array(await drawn().jpeg().toBuffer());
  const segments: Uint8Array[] = [];
  for (let at = 0; at < block.length; at += room)
    segments.push(segment(app13, photoshopMark, block.subarray(at, at + room)));
  return joinBytes([jpeg.subarray(0, 2), ...segments, jpeg.subarray(2)]);
}

async function convert(bytes: Bytes) {
  const result = await bytesOfBlob((await runPipeline(new Blob([bytes]), '', {})).blob);
  return readJpeg(result)
    .segments.filter(({ marker }) => marker === app13)
    .map(({ payload }) => payload.subarray(photoshopMark.length));
}

const titlesIn = (parts: Uint8Array[]) =>
  readIptc(joinBytes(parts)).flatMap(({ dataset, text }) => (dataset === title ? [text] : []));

test('IPTC behind the first segment of a JPEG is kept', async () => {
  const parts = await convert(await jpegWith(largeBlock(40_000, 1000), 32_000));
  expect(parts).toHaveLength(1);
  expect(titlesIn(parts)).toEqual(['Sea']);
});

test('resources longer than a segment go on in a second one', async () => {
  const parts = await convert(await jpegWith(largeBlock(2, 70_000), 60_000));
  expect(parts).toHaveLength(2);
  expect(titlesIn(parts)).toEqual(['Sea']);
});

test('an IPTC record alone in a text of a PNG is kept', async () => {
  const png = new Uint8Array(await drawn().png().toBuffer());
  const hex = Array.from(iptc, (byte) => byte.toString(16).padStart(2, '0')).join('');
  const withText = (text: string) => {
    const chunk = writeChunk('tEXt', new TextEncoder().encode(`Raw profile type iptc\0${text}`));
    return joinBytes([png.subarray(0, 33), chunk, png.subarray(33)]);
  };
  expect(titlesIn(await convert(withText(`\niptc\n 8\n${hex}\n`)))).toEqual(['Sea']);
  expect(await convert(withText('\niptc\n 2\nabcd\n'))).toEqual([]);
});
