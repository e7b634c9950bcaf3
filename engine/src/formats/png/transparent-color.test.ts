import sharp from 'sharp';
import { expect, test } from 'vitest';
import { readPixels } from '../../../testing/pictures.ts';
import { joinBytes } from '../../bytes/join.ts';
import { runPipeline } from '../../convert/pipeline.ts';
import { signatureLength, writeChunk } from './chunks.ts';

/** Behind the signature and IHDR. */
const firstChunkEnd = signatureLength + 25;

const background = { r: 0x2a, g: 0x60, b: 0x06 };

/** A picture of one color, and what makes that transparent. */
async function onePlainColor(samples: number[]) {
  const plain = await sharp({ create: { width: 4, height: 4, channels: 3, background } })
    .png({ palette: false })
    .toBuffer();
  const chunk = writeChunk('tRNS', Uint8Array.from(samples));
  return { plain: Uint8Array.from(plain), chunk };
}

async function alphasOf(file: Uint8Array<ArrayBuffer>): Promise<number[]> {
  const { blob } = await runPipeline(new Blob([file]), 'a.png', { format: 'png' });
  const { data } = await readPixels(blob, 4);
  return [...new Set(data.filter((_, at) => at % 4 === 3))];
}

test.each([
  ['its bits alone', [0x00, 0x2a, 0x00, 0x60, 0x00, 0x06]],
  ['its bits again above them', [0x2a, 0x2a, 0x60, 0x60, 0x06, 0x06]],
])('a color of 8 bits is transparent where tRNS has %s', async (_, samples) => {
  const { plain, chunk } = await onePlainColor(samples);
  const file = joinBytes([plain.subarray(0, firstChunkEnd), chunk, plain.subarray(firstChunkEnd)]);
  expect(await alphasOf(file)).toEqual([0]);
});

test('nothing is transparent where tRNS stands behind the samples', async () => {
  const { plain, chunk } = await onePlainColor([0x00, 0x2a, 0x00, 0x60, 0x00, 0x06]);
  const endAt = plain.length - 12;
  const file = joinBytes([plain.subarray(0, endAt), chunk, plain.subarray(endAt)]);
  expect(await alphasOf(file)).toEqual([255]);
});
