import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, it, test } from 'vitest';
import { pixelsOfTiff, tiffOf } from '../../../testing/tiff-pictures.ts';
import type { TiffEntry } from '../../../testing/tiff-writer.ts';

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

  it('repeats what was there, also what its last code ends with', async () => {
    // 258 is 65 and 66, 260 is 258 and its first byte, which is being written.
    const strips = [packCodes([256, 65, 66, 258, 260, 257], isOld)];
    expect(await levelsOf([{ ...options, strips }])).toEqual([65, 66, 65, 66, 65, 66, 65]);
  });

  it('has codes of up to 12 bits, and begins anew when it is told to', async () => {
    const levels = Array.from({ length: 5000 }, (__, at) => (at * 7) % 251);
    const codes = levels.flatMap((level, at) => (at % 3800 === 0 ? [256, level] : [level]));
    const strips = [packCodes([...codes, 257], isOld)];
    const picture = { width: 100, height: 50, compression: 5, strips };
    expect(await levelsOf([picture])).toEqual(levels);
  });
});

it('PackBits has runs and literals', async () => {
  const strips = [[254, 9, 128, 1, 5, 6, 255, 7]];
  expect(await levelsOf([{ width: 7, height: 1, compression: 32_773, strips }])).toEqual([
    ...[9, 9, 9, 5, 6, 7, 7],
  ]);
});

test.each([8, 32_946])('deflate is compression %i, each strip for itself', async (compression) => {
  const rows = [
    [1, 2, 3],
    [200, 100, 50],
  ];
  const strips = rows.map((row) => deflateSync(Uint8Array.from(row)));
  const picture = { width: 3, height: 2, rowsPerStrip: 1, compression, strips };
  expect(await levelsOf([picture])).toEqual(rows.flat());
});

it('ThunderScan tells pixels by those in front of them', async () => {
  // A raw 5, a run of two, +1 -1 and nothing, +3 and -2.
  const strips = [[0xc5, 0x02, 0b01_01_11_10, 0b10_011_110, 0xc0]];
  const picture = { width: 8, height: 1, bits: 4, compression: 32_809, strips };
  const levels = await levelsOf([picture]);
  expect(levels.map((level) => level / 17)).toEqual([5, 5, 5, 6, 5, 8, 6, 0]);
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

  it('of group 4 pass over what the row above has', async () => {
    const strips = [bytesOfBits('001 0111 10 1 0001 1')];
    const levels = await levelsOf([{ ...picture, compression: 4, strips }]);
    expect(draw(levels)).toEqual(['WWBBBWWW', 'WWWWWWWW']);
  });

  it('of group 4 look back in the row above where a color begins far to the left', async () => {
    const above = '001 000111 011 001 000111 11';
    // Runs of white 2 and black 0, then three to the left, and three times as above.
    const strips = [bytesOfBits(`${above} 001 0111 0000110111 0000010 1 1 1`)];
    const levels = await levelsOf([{ ...picture, compression: 4, strips }]);
    expect(draw(levels)).toEqual(['WBBBBWBB', 'WWWBBWBB']);
  });

  it('have runs that take several codes', async () => {
    const strips = [bytesOfBits('00110101 0000001111 0000110111 11011 00110101')];
    const levels = await levelsOf([{ ...picture, width: 128, height: 1, compression: 2, strips }]);
    expect(levels).toEqual([...Array(64).fill(0), ...Array(64).fill(255)]);
  });
});

describe('predictors', () => {
  const strip = (row: number[]) => [deflateSync(Uint8Array.from(row))];

  it('add up differences of 8 bits, sample by sample', async () => {
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

  it('join the bytes of floating point, which stand by their weight', async () => {
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

describe('a JPEG inside', () => {
  const size = { width: 32, height: 16 };

  /** Four flat blocks, which JPEG hardly alters. */
  async function makeJpeg() {
    const colors = [
      [200, 40, 40],
      [40, 160, 40],
      [60, 60, 200],
      [220, 220, 90],
    ];
    const pixels = Uint8Array.from({ length: size.width * size.height * 3 }, (_, at) => {
      const x = Math.floor(at / 3) % size.width;
      return colors[Math.floor(x / 8)]![at % 3]!;
    });
    const jpeg = await sharp(pixels, { raw: { ...size, channels: 3 } })
      .jpeg({ quality: 95, chromaSubsampling: '4:4:4', optimizeCoding: false })
      .toBuffer();
    const segments: { marker: number; bytes: Uint8Array }[] = [];
    let at = 2;
    while (segments.at(-1)?.marker !== 0xda) {
      const end = at + 2 + jpeg.readUInt16BE(at + 2);
      segments.push({ marker: jpeg[at + 1]!, bytes: jpeg.subarray(at, end) });
      at = end;
    }
    return { colors, jpeg, segments, coded: jpeg.subarray(at, -2), pixels };
  }

  const isTable = (marker: number): boolean => marker === 0xdb || marker === 0xc4;
  const stream = (...parts: Uint8Array[]) => [
    0xff,
    0xd8,
    ...parts.flatMap((p) => [...p]),
    0xff,
    0xd9,
  ];
  const ycbcr = { ...size, samples: 3, photometric: 6 };
  const sharing: TiffEntry = [530, 3, [1, 1]];

  /** How far the blocks' colors are from these, at most. */
  async function differenceFrom(
    colors: number[][],
    bytes: Uint8Array<ArrayBuffer>,
  ): Promise<number> {
    const pixels = await pixelsOfTiff(bytes);
    const differences = colors.flatMap((color, block) =>
      color.map((value, channel) => Math.abs(pixels[3 + 8 * block]![channel]! - value)),
    );
    return Math.max(...differences);
  }

  it('may have its tables apart from it', async () => {
    const { colors, segments, coded } = await makeJpeg();
    const tables = segments.filter(({ marker }) => isTable(marker)).map(({ bytes }) => bytes);
    const rest = segments.filter(({ marker }) => !isTable(marker) && marker !== 0xe0);
    const strips = [stream(...rest.map(({ bytes }) => bytes), coded)];
    const entries: TiffEntry[] = [[347, 7, stream(...tables)], sharing];
    expect(
      await differenceFrom(colors, tiffOf([{ ...ycbcr, compression: 7, strips, entries }])),
    ).toBeLessThan(6);
  });

  it('has the colors that the directory says, not those that JPEGs mostly have', async () => {
    const { jpeg, pixels } = await makeJpeg();
    const picture = { ...ycbcr, photometric: 2, compression: 7, strips: [[...jpeg]] };
    const [first] = await pixelsOfTiff(tiffOf([picture]));
    // Y, Cb and Cr of the first pixel, taken for red, green and blue.
    const [red = 0, green = 0, blue = 0] = pixels;
    const luma = 0.299 * red + 0.587 * green + 0.114 * blue;
    const expected = [luma, 128 + (blue - luma) * 0.564, 128 + (red - luma) * 0.713];
    for (const [channel, value] of expected.entries())
      expect(Math.abs(first![channel]! - value)).toBeLessThan(6);
  });

  it('of the old kind may be one stream that the directory names', async () => {
    const { colors, jpeg } = await makeJpeg();
    const entries: TiffEntry[] = [[513, 'offset', jpeg], [514, 4, [jpeg.length]], sharing];
    expect(
      await differenceFrom(colors, tiffOf([{ ...ycbcr, compression: 6, strips: [[0]], entries }])),
    ).toBeLessThan(6);
  });

  it('of the old kind may be nothing but codes, with tables by tags', async () => {
    const { colors, segments, coded } = await makeJpeg();
    const places = new Map<string, Uint8Array>();
    for (const { marker, bytes } of segments.filter((each) => isTable(each.marker))) {
      for (let at = 4; at < bytes.length;) {
        const id = bytes[at]!;
        const counts = bytes.subarray(at + 1, at + 17).reduce((sum, count) => sum + count, 0);
        const length = marker === 0xdb ? 64 : 16 + counts;
        places.set(`${marker} ${id}`, bytes.subarray(at + 1, at + 1 + length));
        at += 1 + length;
      }
    }
    const table = (name: string): Uint8Array => places.get(name)!;
    const entries: TiffEntry[] = [
      [519, 'offsets', [table('219 0'), table('219 1')]],
      [520, 'offsets', [table('196 0'), table('196 1')]],
      [521, 'offsets', [table('196 16'), table('196 17')]],
      sharing,
    ];
    const picture = { ...ycbcr, compression: 6, strips: [[...coded]], entries };
    expect(await differenceFrom(colors, tiffOf([picture]))).toBeLessThan(6);
  });
});
