import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { readPixels } from '../../../testing/pictures.ts';
import { joinBytes } from '../../bytes/join.ts';
import { runPipeline } from '../../convert/pipeline.ts';
import { extendedHeader, readWebp, writeWebp } from './container.ts';

type Bytes = Uint8Array<ArrayBuffer>;

const side = 16;

const still = async (color: string, lossless: boolean): Promise<Bytes> =>
  new Uint8Array(
    await sharp({ create: { width: side, height: side, channels: 4, background: color } })
      .webp({ lossless, exact: true })
      .toBuffer(),
  );

/** An animation that says of itself that it is opaque, of one frame in the lower right of a larger canvas. */
function animationOf(frame: Bytes, canvas: number): Bytes {
  const place = (canvas - side) / 2;
  const head = [place, 0, 0, place, 0, 0, side - 1, 0, 0, side - 1, 0, 0, 100, 0, 0, 0];
  const coded = readWebp(frame).chunks.filter(({ type }) => type !== 'VP8X');
  const inner = writeWebp(coded).subarray(12);
  const size = { width: canvas, height: canvas, hasAlpha: false, animated: true };
  return writeWebp([
    extendedHeader(size),
    { type: 'ANIM', data: new Uint8Array(6) },
    { type: 'ANMF', data: joinBytes([Uint8Array.from(head), inner]) },
  ]);
}

describe('an animation that says nothing of alpha', () => {
  test.each([true, false])(
    'lies on white in a JPEG where its first frame leaves the canvas free, without loss: %s',
    async (lossless) => {
      const file = animationOf(await still('#f00', lossless), 32);
      const { blob, notes } = await runPipeline(new Blob([file]), 'a.webp', { quality: 100 });
      const { data, width } = await readPixels(blob);
      expect(width).toBe(32);
      expect([...data.subarray(0, 3)]).toEqual([255, 255, 255]);
      expect(notes).toContain('transparency-filled');
    },
  );

  test('lies on white where a frame that was coded without loss is transparent', async () => {
    const file = animationOf(await still('#f000', true), side);
    const { blob, notes } = await runPipeline(new Blob([file]), 'a.webp', { quality: 100 });
    expect([...(await readPixels(blob)).data.subarray(0, 3)]).toEqual([255, 255, 255]);
    expect(notes).toContain('transparency-filled');
  });

  test('has nothing to fill where its first frame covers the canvas', async () => {
    const file = animationOf(await still('#f00', false), side);
    const { notes } = await runPipeline(new Blob([file]), 'a.webp', {});
    expect(notes).not.toContain('transparency-filled');
  });
});

test('a file that states a length beyond its end is read to its end', async () => {
  // As if the length counted its own eight bytes and those in front of it.
  const file = await still('#f00', false);
  new DataView(file.buffer).setUint32(4, file.length, true);
  const { blob } = await runPipeline(new Blob([file]), 'a.webp', { format: 'png' });
  expect((await readPixels(blob)).width).toBe(side);
});
