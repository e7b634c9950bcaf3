import { describe, expect, test } from 'vitest';
import { seededRandom } from '../../testing/mutate.ts';
import { LzwExpander, type LzwPacking } from './expander.ts';

const asInGif = { codeSize: 8, highFirst: false, early: 0 } as const;
const asInTiff = { codeSize: 8, highFirst: true, early: 1 } as const;

/** Packs codes of 9 bits, of which there must be fewer than make codes wider. */
function pack(codes: readonly number[], { highFirst }: LzwPacking): Uint8Array {
  const bits = codes.flatMap((code) => {
    const digits = Array.from(code.toString(2).padStart(9, '0'), Number);
    return highFirst ? digits : digits.toReversed();
  });
  const bytes = new Uint8Array(Math.ceil(bits.length / 8));
  bits.forEach((bit, at) => {
    bytes[at >> 3]! |= bit << (highFirst ? 7 - (at & 7) : at & 7);
  });
  return bytes;
}

const clear = 256;
const end = 257;

describe.each<[string, LzwPacking]>([
  ['GIF', asInGif],
  ['TIFF', asInTiff],
])('LZW as in %s', (_, packing) => {
  async function expand(codes: readonly number[], size: number) {
    const expander = await LzwExpander.create();
    const packed = pack(codes, packing);
    // In two parts, the first of which ends within a code.
    const parts = [packed.subarray(0, 2), packed.subarray(2)];
    const { bytes, filled, ending } = expander.expand(parts, size, packing);
    return { bytes: [...bytes], filled, ending };
  }

  test('repeats strings, also ones that are being written', async () => {
    expect(await expand([clear, 7, 258, 259, 260, 9, 258, end], 13)).toEqual({
      bytes: [7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 9, 7, 7],
      filled: 13,
      ending: 'end-code',
    });
  });

  test('repeats a string that is longer than a vector', async () => {
    const run = Array.from({ length: 24 }, (__, at) => 258 + at);
    const { bytes, filled } = await expand([clear, 5, ...run, 6, 281, end], 400);
    expect(filled).toBe(351);
    expect(bytes).toEqual([
      ...Array<number>(325).fill(5),
      6,
      ...Array<number>(25).fill(5),
      ...Array<number>(49).fill(0),
    ]);
  });

  test('says what it ended with', async () => {
    expect(await expand([clear, 1, 2], 4)).toMatchObject({ filled: 2, ending: 'data' });
    expect(await expand([clear, 1, 2, 3], 2)).toMatchObject({ filled: 2, ending: 'too-much' });
    expect(await expand([clear, 1, 2, 300], 4)).toMatchObject({
      bytes: [1, 2, 0, 0],
      filled: 2,
      ending: 'out-of-place',
    });
    expect(await expand([clear, 300], 4)).toMatchObject({ filled: 0, ending: 'out-of-place' });
  });

  test('keeps to the size where a string goes beyond it', async () => {
    expect(await expand([clear, 1, 258, 259, end], 5)).toEqual({
      bytes: [1, 1, 1, 1, 1],
      filled: 6,
      ending: 'end-code',
    });
  });
});

test('expands any bytes within their size', async () => {
  const expander = await LzwExpander.create();
  const random = seededRandom(8);
  for (let round = 0; round < 200; round++) {
    const data = Uint8Array.from({ length: 300 }, () => random() * 256);
    const codeSize = 1 + (round % 11);
    const { bytes, filled } = expander.expand([data], 1000, { ...asInGif, codeSize });
    expect(bytes).toHaveLength(1000);
    expect(bytes.subarray(filled).every((byte) => byte === 0)).toBe(true);
  }
});

test('looks up the colors of what was expanded', async () => {
  const expander = await LzwExpander.create();
  expander.expand([pack([clear, 3, 255, 0, 1, 2, 3, end], asInGif)], 6, asInGif);
  const palette = Uint32Array.from({ length: 256 }, (_, index) => index * 0x0101_0101);
  const colorsOf = expander.prepareColors(palette, 6);
  expect([...colorsOf(0, 6)]).toEqual([3, 255, 0, 1, 2, 3].map((index) => index * 0x0101_0101));
  expect([...colorsOf(4, 2)]).toEqual([0x0202_0202, 0x0303_0303]);
});
