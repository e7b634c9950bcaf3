import { deflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { mutate } from '../../../testing/mutate.ts';
import { pixelsOfTiff, tiffOf } from '../../../testing/tiff-pictures.ts';
import { runPipeline } from '../../convert/pipeline.ts';
import { EngineError } from '../../errors.ts';

const corrupt = { code: 'corrupt-file' };
const square = { width: 2, height: 2, strips: [[10, 20, 30, 40]] };
const levels = async (...given: Parameters<typeof tiffOf>): Promise<number[]> =>
  (await pixelsOfTiff(tiffOf(...given))).map(([level]) => level!);

describe('a file that leaves something out', () => {
  test.each([
    ['rows a strip', [[278, null]]],
    ['rows a strip, by a number beyond all', [[278, 4, [2 ** 32 - 1]]]],
    ['the size of its strip', [[279, null]]],
    ['the size of its strip, which is said to be 1', [[279, 4, [1]]]],
    ['what its numbers mean', [[262, null]]],
    ['how many samples a pixel has', [[277, null]]],
  ] as const)('is read: %s', async (_, entries) => {
    expect(await levels([{ ...square, entries }])).toEqual([10, 20, 30, 40]);
  });

  test('is read: how many rows a strip really has', async () => {
    // What lies behind the first one is none of its rows.
    const strips = [
      [10, 20, 99, 99],
      [30, 40],
    ];
    const entries = [[278, 4, [2 ** 31 + 1]]] as const;
    expect(await levels([{ ...square, strips, entries }])).toEqual([10, 20, 30, 40]);
  });

  test('is read: the size of a compressed strip', async () => {
    const strips = [deflateSync(Uint8Array.of(1, 2, 3, 4))];
    const picture = { ...square, compression: 8, strips };
    expect(await levels([{ ...picture, entries: [[279, null]] }])).toEqual([1, 2, 3, 4]);
  });
});

describe('a damaged file is said to be one', () => {
  test.each([
    ['no rows a strip', { entries: [[278, 4, [0]]] }],
    ['no width', { width: 0 }],
    ['no places of strips', { entries: [[273, null]] }],
    ['strips outside the file', { entries: [[273, 4, [99_999]]] }],
    ['a strip in place of two', { height: 4, rowsPerStrip: 2 }],
    ['a palette that is too short', { photometric: 3, entries: [[320, 3, [1, 2, 3]]] }],
    ['fewer samples than colors', { photometric: 2 }],
    ['LZW that ends early', { compression: 5, strips: [[0x80, 0x0a]] }],
    ['LZW with a code out of place', { compression: 5, strips: [[0x80, 0x7f, 0xff, 0xff]] }],
    ['PackBits that ends early', { compression: 32_773, strips: [[1, 5, 6]] }],
    ['ThunderScan beyond its row', { compression: 32_809, bits: 4, strips: [[0xc5, 2, 0xc5, 1]] }],
    ['deflate that ends early', { compression: 8, strips: [deflateSync(Uint8Array.of(1))] }],
    ['deflate that is none', { compression: 8, strips: [[1, 2, 3, 4]] }],
    ['codes of fax machines that are none', { compression: 4, bits: 1, strips: [[1, 255, 0, 0]] }],
    ['a JPEG that is none', { compression: 7, strips: [[0xff, 0xd8, 0xff, 0xd9]] }],
  ] as const)('%s', async (_, change) => {
    await expect(levels([{ ...square, ...change }])).rejects.toMatchObject(corrupt);
  });
});

test('a loop of directories ends where it begins anew', async () => {
  const bytes = tiffOf([square, square]);
  const view = new DataView(bytes.buffer);
  let at = view.getUint32(4, true);
  const first = at;
  at = view.getUint32(at + 2 + 12 * view.getUint16(at, true), true);
  view.setUint32(at + 2 + 12 * view.getUint16(at, true), first, true);
  const { others } = await runPipeline(new Blob([bytes]), 'a.tif', { pictures: 'all' });
  expect(others).toHaveLength(1);
});

test.each([1, 5, 8, 32_773, 32_809])(
  'a small file cannot ask for much memory, compressed by %i',
  async (compression) => {
    const bits = compression === 32_809 ? 4 : 8;
    const strips = [deflateSync(new Uint8Array(100))];
    const large = { width: 9000, height: 9000, bits, compression, strips };
    const before = performance.now();
    await expect(levels([large])).rejects.toMatchObject(corrupt);
    expect(performance.now() - before).toBeLessThan(1000);
  },
);

test('samples that nothing is made of do not take memory without end', async () => {
  const picture = { width: 8000, height: 8000, samples: 200, compression: 4, strips: [[0]] };
  await expect(levels([picture])).rejects.toBeInstanceOf(EngineError);
});

test('a fax that ends early is white from there on, and may be damaged', async () => {
  // A row of white, black and white; and one that ends behind its first two pixels.
  const strips = [[0, 0b00010111, 0b11101100, 0, 0b01011100, 0, 0]];
  const picture = { width: 8, height: 3, bits: 1, photometric: 0, compression: 3, strips };
  const bytes = tiffOf([picture]);
  const { notes } = await runPipeline(new Blob([bytes]), 'a.tif', {});
  expect(notes).toContain('may-be-damaged');
  const pixels = (await pixelsOfTiff(bytes)).map(([level]) => (level === 0 ? 'B' : 'W')).join('');
  expect(pixels).toBe(`WWBB${'W'.repeat(20)}`);
});

test('mutants end in a picture or in an error of ours, at once', async () => {
  const strips = [deflateSync(Uint8Array.from({ length: 64 }, (_, at) => at))];
  const file = tiffOf([{ width: 8, height: 8, compression: 8, strips }, square]);
  for (let seed = 1; seed <= 150; seed++) {
    const before = performance.now();
    const mutant = new Blob([mutate(file, seed).slice()]);
    const thrown: unknown = await runPipeline(mutant, 'a.tif', { format: 'png' }).then(
      () => null,
      (error: unknown) => error,
    );
    expect(
      thrown === null || thrown instanceof EngineError,
      `seed ${seed}: ${String(thrown)}`,
    ).toBe(true);
    expect(performance.now() - before, `seed ${seed}`).toBeLessThan(2000);
  }
});
