import type { ConvertOptions, ConvertResult } from '@stillpix/engine';
import { expect, it } from 'vitest';
import { reachTarget } from './reach-target.ts';

/** An encoder that cannot go below a quarter of a byte for each pixel. */
function createEncoder(width: number, height: number) {
  const asked: ConvertOptions[] = [];
  const convert = async (_: File, options: ConvertOptions) => {
    asked.push(options);
    const size = {
      width: options.resize?.width ?? width,
      height: options.resize?.height ?? height,
    };
    const least = Math.round(size.width * size.height * 0.25);
    const target = options.targetBytes ?? Infinity;
    return {
      blob: new Blob([new Uint8Array(Math.max(least, Math.min(target, least * 2)))]),
      ...size,
      notes: least > target ? ['target-not-reached'] : [],
    } as unknown as ConvertResult;
  };
  return { asked, convert };
}

const file = new File(['x'], 'a.heic');

it('leaves the picture as large as it is where quality alone reaches the size', async () => {
  const { asked, convert } = createEncoder(400, 300);
  const result = await reachTarget(convert, file, { targetBytes: 40_000 }, {});
  expect(asked).toHaveLength(1);
  expect(result).toMatchObject({ width: 400, height: 300 });
  expect(result.shrunk).toBeUndefined();
});

it('makes the picture smaller until it fits, in its own shape', async () => {
  const { convert } = createEncoder(4000, 3000);
  const result = await reachTarget(convert, file, { targetBytes: 200_000 }, {});
  expect(result.blob.size).toBeLessThanOrEqual(200_000);
  expect(result.notes).toEqual([]);
  expect(result.shrunk).toBe(true);
  expect(result.width / result.height).toBeCloseTo(4 / 3, 2);
  // No smaller than it has to be.
  expect(result.width).toBeGreaterThan(800);
});

it('keeps what fills a box filled, and the crop as it is', async () => {
  const { asked, convert } = createEncoder(4000, 3000);
  const crop = { x: 1, y: 2, width: 3000, height: 3000 };
  const resize = { width: 1000, height: 1000, mode: 'fill', position: 'top-left' } as const;
  await reachTarget(convert, file, { targetBytes: 100_000, crop, resize }, {});
  expect(asked.at(-1)).toMatchObject({ crop, resize: { mode: 'fill', position: 'top-left' } });
  expect(asked.at(-1)?.resize?.width).toBeLessThan(1000);
});

it('gives what it has where nothing would be left of the picture', async () => {
  const { convert } = createEncoder(40, 30);
  const result = await reachTarget(convert, file, { targetBytes: 10 }, {});
  expect(result.notes).toEqual(['target-not-reached']);
});

it('lets progress only grow, over all passes', async () => {
  const reported: number[] = [];
  const { convert } = createEncoder(4000, 3000);
  await reachTarget(
    async (given, options, job) => {
      job.onProgress?.(0.5);
      job.onProgress?.(1);
      return convert(given, options);
    },
    file,
    { targetBytes: 100_000 },
    { onProgress: (fraction) => reported.push(fraction) },
  );
  expect(reported.length).toBeGreaterThan(2);
  expect(reported).toEqual(reported.toSorted((a, b) => a - b));
  expect(reported.at(-1)).toBeLessThanOrEqual(1);
});
