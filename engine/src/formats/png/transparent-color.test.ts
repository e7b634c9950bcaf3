import sharp from 'sharp';
import { expect, it } from 'vitest';
import { readPixels } from '../../../testing/pictures.ts';
import { joinBytes } from '../../bytes/join.ts';
import { runPipeline } from '../../convert/pipeline.ts';
import { signatureLength, writeChunk } from './chunks.ts';

/** Behind the signature and IHDR. */
const firstChunkEnd = signatureLength + 25;

it.each([
  ['its bits alone', [0x00, 0x2a, 0x00, 0x60, 0x00, 0x06]],
  ['its bits again above them', [0x2a, 0x2a, 0x60, 0x60, 0x06, 0x06]],
])('a color of 8 bits is transparent where tRNS has %s', async (_, samples) => {
  const background = { r: 0x2a, g: 0x60, b: 0x06 };
  const plain = new Uint8Array(
    await sharp({ create: { width: 4, height: 4, channels: 3, background } })
      .png({ palette: false })
      .toBuffer(),
  );
  const file = joinBytes([
    plain.subarray(0, firstChunkEnd),
    writeChunk('tRNS', Uint8Array.from(samples)),
    plain.subarray(firstChunkEnd),
  ]);
  const { blob } = await runPipeline(new Blob([file]), 'a.png', { format: 'png' });
  const { data } = await readPixels(blob, 4);
  expect(data.every((sample, at) => at % 4 !== 3 || sample === 0)).toBe(true);
});
