import sharp from 'sharp';
import { expect, test } from 'vitest';
import { readPixels } from '../../../testing/pictures.ts';
import { runPipeline } from '../../convert/pipeline.ts';

const [width, height] = [24, 10];
const gif = new Uint8Array(
  await sharp({ create: { width, height, channels: 3, background: '#08f' } })
    .gif()
    .toBuffer(),
);

/** The picture with another screen around it. */
function withScreen(screenWidth: number, screenHeight: number): Uint8Array<ArrayBuffer> {
  const copy = gif.slice();
  const view = new DataView(copy.buffer);
  view.setUint16(6, screenWidth, true);
  view.setUint16(8, screenHeight, true);
  return copy;
}

test.each([
  ['states no screen', 0, 0, [width, height], []],
  ['states a smaller screen than it takes', 12, 10, [width, height], ['may-be-damaged']],
  ['lies on a larger screen', 30, 10, [30, height], []],
] as const)('a GIF that %s is shown whole', async (_, across, down, size, notes) => {
  const file = new Blob([withScreen(across, down)]);
  const result = await runPipeline(file, 'a.gif', { format: 'png' });
  const pixels = await readPixels(result.blob);
  expect([pixels.width, pixels.height]).toEqual(size);
  expect([...pixels.data.subarray((width - 1) * 3, width * 3)]).toEqual([0, 0x88, 0xff]);
  expect(result.notes).toEqual(notes);
});
