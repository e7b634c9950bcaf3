import { expect, test } from 'vitest';
import { exifTypes, writeExif } from '../../../testing/exif-writer.ts';
import { bareJpeg } from '../../../testing/motion-photos.ts';
import { bytesOfBlob } from '../../../testing/pictures.ts';
import { joinBytes } from '../../bytes/join.ts';
import { runPipeline } from '../../convert/pipeline.ts';
import { readMetadata } from '../../samples/file-metadata.ts';
import { segment } from './metadata.ts';
import { app1, exifMark } from './segments.ts';

const make = 0x010f;
const description = 0x010e;
const madeBy = (maker: string, text = '') =>
  writeExif({
    littleEndian: true,
    first: [
      [description, exifTypes.text, text],
      [make, exifTypes.text, maker],
    ],
  });

async function withBlocks(...blocks: Uint8Array[]): Promise<Blob> {
  const jpeg = await bareJpeg();
  const segments = blocks.map((block) => segment(app1, exifMark, block));
  return new Blob([joinBytes([jpeg.subarray(0, 2), ...segments, jpeg.subarray(2)])]);
}

const cameraOf = async (file: Blob) => (await readMetadata(file)).summary.camera;

test('Exif goes on in the segments behind it, and fits into one again', async () => {
  const block = madeBy('Maker of cameras', 'long '.repeat(14_000));
  const file = await withBlocks(block.subarray(0, 65_000), block.subarray(65_000));
  expect(await cameraOf(file)).toBe('Maker of cameras');
  const result = await runPipeline(file, 'a.jpg', {});
  expect(result.notes).toEqual(['metadata-left-out']);
  expect(await cameraOf(new Blob([await bytesOfBlob(result.blob)]))).toBe('Maker of cameras');
});

test('the first of several Exif blocks counts', async () => {
  expect(await cameraOf(await withBlocks(madeBy('First one'), madeBy('Second one')))).toBe(
    'First one',
  );
});

test('what is no Exif in front of Exif does not hide it', async () => {
  expect(await cameraOf(await withBlocks(new Uint8Array(20), madeBy('Second one')))).toBe(
    'Second one',
  );
});
