import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { pixelsOfTiff, tiffOf } from '../../../../testing/tiff-pictures.ts';
import type { TiffEntry } from '../../../../testing/tiff-writer.ts';

const levelsOf = async (...given: Parameters<typeof tiffOf>): Promise<number[]> =>
  (await pixelsOfTiff(tiffOf(...given))).map(([level]) => level!);

/** Bits in a string, spaces ignored, as bytes. */
function bytesOfBits(bits: string): number[] {
  const packed = bits.replaceAll(' ', '');
  return Array.from({ length: Math.ceil(packed.length / 8) }, (_, at) =>
    Number.parseInt(packed.slice(at * 8, at * 8 + 8).padEnd(8, '0'), 2),
  );
}

const reversed = (bits: string): string => bits.split('').toReversed().join('');

const reverseBits = (byte: number): number =>
  Number.parseInt(reversed(byte.toString(2).padStart(8, '0')), 2);

/** LZW's codes as bytes: they become wider as the reader's table grows, a code early but in the old style. */
function packCodes(codes: readonly number[], isOld: boolean): number[] {
  let bits = '';
  let next = 257;
  let width = 9;
  for (const code of codes) {
    const written = code.toString(2).padStart(width, '0');
    bits += isOld ? reversed(written) : written;
    next = code === 256 ? 257 : next + 1;
    width =
      code === 256 ? 9 : Math.min(12, Math.max(9, (next + (isOld ? 0 : 1)).toString(2).length));
  }
  const bytes = bytesOfBits(bits);
  return isOld ? bytes.map(reverseBits) : bytes;
}

describe.each([
  ['LZW', false],
  ['LZW as before TIFF 5.0', true],
])('%s', (_, isOld) => {
  const options = { width: 7, height: 1, compression: 5 };

  test('repeats what was there, also what its last code ends with', async () => {
    // 258 is 65 and 66, 260 is 258 and its first byte, which is being written.
    const strips = [packCodes([256, 65, 66, 258, 260, 257], isOld)];
    expect(await levelsOf([{ ...options, strips }])).toEqual([65, 66, 65, 66, 65, 66, 65]);
  });

  test('has codes of up to 12 bits, and begins anew when it is told to', async () => {
    const levels = Array.from({ length: 5000 }, (__, at) => (at * 7) % 251);
    const codes = levels.flatMap((level, at) => (at % 3800 === 0 ? [256, level] : [level]));
    const strips = [packCodes([...codes, 257], isOld)];
    const picture = { width: 100, height: 50, compression: 5, strips };
    expect(await levelsOf([picture])).toEqual(levels);
  });
});

test('PackBits has runs and literals', async () => {
  const strips = [[254, 9, 128, 1, 5, 6, 255, 7]];
  expect(await levelsOf([{ width: 7, height: 1, compression: 32_773, strips }])).toEqual([
    ...[9, 9, 9, 5, 6, 7, 7],
  ]);
});

test.each([8, 32_946, 50_013])(
  'deflate is compression %i, each strip for itself',
  async (compression) => {
    const rows = [
      [1, 2, 3],
      [200, 100, 50],
    ];
    const strips = rows.map((row) => deflateSync(Uint8Array.from(row)));
    const picture = { width: 3, height: 2, rowsPerStrip: 1, compression, strips };
    expect(await levelsOf([picture])).toEqual(rows.flat());
  },
);

test.each([
  ['WebP', 3],
  ['WebP with alpha', 4],
])('%s may be a strip', async (_, samples) => {
  const pixels = [10, 200, 30, 40, 50, 60].flatMap((value, at) =>
    samples === 4 && at % 3 === 2 ? [value, 128] : [value],
  );
  const raw = { width: 2, height: 1, channels: samples as 3 | 4 };
  const strip = await sharp(Uint8Array.from(pixels), { raw })
    .webp({ lossless: true, exact: true })
    .toBuffer();
  const picture = { width: 2, height: 1, samples, photometric: 2, compression: 50_001 };
  const entries = samples === 4 ? ([[338, 3, [2]]] as const) : [];
  expect(await pixelsOfTiff(tiffOf([{ ...picture, strips: [strip], entries }]))).toEqual([
    [10, 200, 30, samples === 4 ? 128 : 255],
    [40, 50, 60, samples === 4 ? 128 : 255],
  ]);
});

test('ThunderScan tells pixels by those in front of them', async () => {
  // A raw 5, a run of two, +1 -1 and nothing, +3 and -2.
  const strips = [[0xc5, 0x02, 0b01_01_11_10, 0b10_011_110, 0xc0]];
  const picture = { width: 8, height: 1, bits: 4, compression: 32_809, strips };
  const levels = await levelsOf([picture]);
  expect(levels.map((level) => level / 17)).toEqual([5, 5, 5, 6, 5, 8, 6, 0]);
});

test('ThunderScan that lacks the last of many rows is white there', async () => {
  // A raw 5 and seven more of it.
  const strips = [Array.from({ length: 15 }, () => [0xc5, 0x07]).flat()];
  const picture = { width: 8, height: 16, bits: 4, photometric: 0, compression: 32_809, strips };
  const levels = await levelsOf([picture]);
  expect(levels.slice(0, 120).every((level) => level === 170)).toBe(true);
  expect(levels.slice(120)).toEqual(Array(8).fill(255));
});

describe('codes of fax machines', () => {
  /** 0 is white. */
  const picture = { width: 8, height: 2, bits: 1, photometric: 0 };
  const rows = ['WWBBBWWW', 'WBBBBBWW'];
  const draw = (levels: number[]): string[] =>
    [levels.slice(0, 8), levels.slice(8)].map((row) =>
      row.map((level) => (level === 0 ? 'B' : 'W')).join(''),
    );
  // Runs of white 2, black 3, white 3, and of white 1, black 5, white 2.
  const [first, second] = ['0111 10 1000', '000111 0011 0111'];
  // By the row above: one to the left, one to the right, then to the end.
  const byAbove = '010 011 1';
  const endOfLine = '000000000001';
  const fromLowBit = (bits: string) => bytesOfBits(bits).map(reverseBits);

  test.each([
    ['by rows', 2, [...bytesOfBits(first), ...bytesOfBits(second)], []],
    ['by rows of 16 bits', 32_771, [...bytesOfBits(first), ...bytesOfBits(second)], []],
    ['of group 3', 3, bytesOfBits(`${endOfLine}${first}${endOfLine}${second}`), []],
    [
      'of group 3 with zeros in front of marks',
      3,
      bytesOfBits(`0000${endOfLine}${first} 000${endOfLine}${second}`),
      [[292, 4, [4]]],
    ],
    ['of group 3 without marks', 3, bytesOfBits(`${first}${second}`), []],
    [
      'of group 3 by the row above',
      3,
      bytesOfBits(`${endOfLine}1${first}${endOfLine}0${byAbove}`),
      [[292, 4, [1]]],
    ],
    ['of group 4', 4, bytesOfBits(`001 ${first.slice(0, 8)} 1 ${byAbove} ${endOfLine}`), []],
    [
      'of group 4 from the low bit up',
      4,
      fromLowBit(`001 ${first.slice(0, 8)} 1 ${byAbove}`),
      [[266, 3, [2]]],
    ],
  ] as [string, number, number[], TiffEntry[]][])(
    '%s are read',
    async (_, compression, strip, entries) => {
      const levels = await levelsOf([{ ...picture, compression, strips: [strip], entries }]);
      expect(draw(levels)).toEqual(rows);
    },
  );

  test('of group 4 pass over what the row above has', async () => {
    const strips = [bytesOfBits('001 0111 10 1 0001 1')];
    const levels = await levelsOf([{ ...picture, compression: 4, strips }]);
    expect(draw(levels)).toEqual(['WWBBBWWW', 'WWWWWWWW']);
  });

  test('of group 4 look back in the row above where a color begins far to the left', async () => {
    const above = '001 000111 011 001 000111 11';
    // Runs of white 2 and black 0, then three to the left, and three times as above.
    const strips = [bytesOfBits(`${above} 001 0111 0000110111 0000010 1 1 1`)];
    const levels = await levelsOf([{ ...picture, compression: 4, strips }]);
    expect(draw(levels)).toEqual(['WBBBBWBB', 'WWWBBWBB']);
  });

  test('have runs that take several codes', async () => {
    const strips = [bytesOfBits('00110101 0000001111 0000110111 11011 00110101')];
    const levels = await levelsOf([{ ...picture, width: 128, height: 1, compression: 2, strips }]);
    expect(levels).toEqual([...Array(64).fill(0), ...Array(64).fill(255)]);
  });
});

describe('predictors', () => {
  const strip = (row: number[]) => [deflateSync(Uint8Array.from(row))];

  test('add up differences of 8 bits, sample by sample', async () => {
    const options = { width: 3, height: 1, samples: 3, photometric: 2, compression: 8 };
    const strips = strip([10, 20, 30, 1, 2, 3, 255, 0, 226]);
    const bytes = tiffOf([{ ...options, strips, entries: [[317, 3, [2]]] }]);
    expect(await pixelsOfTiff(bytes)).toEqual([
      [10, 20, 30, 255],
      [11, 22, 33, 255],
      [10, 22, 3, 255],
    ]);
  });

  test.each([
    [true, [0x00, 0x40, 0x01, 0x40]],
    [false, [0x40, 0x00, 0x40, 0x01]],
  ])('add up differences of 16 bits, little-endian %s', async (littleEndian, row) => {
    const options = { width: 2, height: 1, bits: 16, compression: 8 };
    const picture = { ...options, strips: strip(row), entries: [[317, 3, [2]]] as const };
    expect(await levelsOf([picture], { littleEndian })).toEqual([0x40, 0x80]);
  });

  test('join the bytes of floating point, which stand by their weight', async () => {
    const entries = [
      [317, 3, [3]],
      [339, 3, [3]],
    ] as const;
    // 0.5 and 1: 3f000000 and 3f800000.
    const bytes = [0x3f, 0x3f, 0x00, 0x80, 0, 0, 0, 0];
    const differences = bytes.map((byte, at) => (byte - (bytes[at - 1] ?? 0) + 256) % 256);
    const options = { width: 2, height: 1, bits: 32, compression: 8 };
    const levels = await levelsOf([{ ...options, strips: strip(differences), entries }]);
    expect(levels).toEqual([128, 255]);
  });
});
