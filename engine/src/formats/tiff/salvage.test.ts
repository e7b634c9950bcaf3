import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { mutate, seededRandom } from '../../../testing/mutate.ts';
import { readPixels } from '../../../testing/pictures.ts';
import { tiffOf } from '../../../testing/tiff-pictures.ts';
import { joinBytes } from '../../bytes/join.ts';
import { runPipeline, salvagePipeline } from '../../convert/pipeline.ts';
import { EngineError } from '../../errors.ts';
import { createLocalPool } from '../../run/local-pool.ts';
import type { ConvertOptions } from '../../options.ts';

type Bytes = Uint8Array<ArrayBuffer>;

const png = { format: 'png' } as const;

const salvage = (bytes: Bytes, options: ConvertOptions = png) =>
  salvagePipeline(new Blob([bytes]), 'a.tif', options);

const convert = (bytes: Bytes) => runPipeline(new Blob([bytes]), 'a.tif', png);

async function pixelsOf(blob: Blob): Promise<number[][]> {
  const { data } = await readPixels(blob, 4);
  return Array.from({ length: data.length / 4 }, (_, at) => [...data.subarray(4 * at, 4 * at + 4)]);
}

/** Numbers without a pattern, so that compressed they stay about as long. */
function noise(length: number, seed = 1): Bytes {
  const random = seededRandom(seed);
  return Uint8Array.from({ length }, () => Math.floor(random() * 256));
}

/** Each byte by a code of its own, which is as long as it was before the table could grow. */
function lzwOf(bytes: Bytes): Bytes {
  const codes = [...bytes].flatMap((byte, at) => (at % 200 === 0 ? [256, byte] : [byte]));
  const bits = [...codes, 257].map((code) => code.toString(2).padStart(9, '0')).join('');
  return Uint8Array.from({ length: Math.ceil(bits.length / 8) }, (_, at) =>
    Number.parseInt(bits.slice(8 * at, 8 * at + 8).padEnd(8, '0'), 2),
  );
}

/** In pieces of up to 100 literals. */
function packBitsOf(bytes: Bytes): Bytes {
  const packed: number[] = [];
  for (let at = 0; at < bytes.length; at += 100) {
    const piece = bytes.subarray(at, at + 100);
    packed.push(piece.length - 1, ...piece);
  }
  return Uint8Array.from(packed);
}

const compressions: [name: string, compression: number, compress: (bytes: Bytes) => Bytes][] = [
  ['none', 1, (bytes) => bytes],
  ['LZW', 5, lzwOf],
  ['Deflate', 8, (bytes) => new Uint8Array(deflateSync(bytes))],
  ['PackBits', 32_773, packBitsOf],
];

const [width, height] = [300, 60];
const rowBytes = width * 3;
const samples = noise(rowBytes * height);

type Parts = readonly (Bytes | null)[];

/** A file whose strips or tiles are behind all else, as photos have them that are sent as they are written. */
function writeBefore(
  picture: Omit<Parameters<typeof tiffOf>[0][number], 'strips'>,
  parts: Parts,
  [offsetsTag, sizesTag] = [273, 279],
): Bytes {
  const headOf = (start: number): Bytes => {
    let at = start;
    const offsets = parts.map((part) => {
      const place = part ? at : 2 ** 31;
      at += part?.length ?? 0;
      return place;
    });
    const sizes = parts.map((part) => part?.length ?? 1);
    const places = [
      [offsetsTag!, 4, offsets],
      [sizesTag!, 4, sizes],
    ] as const;
    const entries = [...(picture.entries ?? []), ...places];
    return tiffOf([{ ...picture, strips: [], entries }]);
  };
  return joinBytes([headOf(headOf(0).length), ...parts.flatMap((part) => part ?? [])]);
}

/** A colored picture in strips. */
function write(
  compression: number,
  compress: (bytes: Bytes) => Bytes,
  rowsPerStrip: number,
  damage: (strip: Bytes, index: number) => Bytes = (strip) => strip,
): Bytes {
  const strips = Array.from({ length: Math.ceil(height / rowsPerStrip) }, (_, index) => {
    const start = index * rowsPerStrip * rowBytes;
    return damage(compress(samples.slice(start, start + rowsPerStrip * rowBytes)), index);
  });
  const picture = { width, height, samples: 3, photometric: 2, compression, rowsPerStrip };
  return writeBefore(picture, strips);
}

/** How many rows from the top are those of the whole picture. All below must be gray. */
async function countRows(blob: Blob): Promise<number> {
  const { data } = await readPixels(blob, 3);
  const isSound = (row: number): boolean => {
    const [start, end] = [row * rowBytes, (row + 1) * rowBytes];
    return Buffer.from(data.subarray(start, end)).equals(samples.subarray(start, end));
  };
  let rows = 0;
  while (rows < height && isSound(rows)) rows++;
  expect(data.subarray(rows * rowBytes).every((level) => level === 128)).toBe(true);
  return rows;
}

describe.each(compressions)('a file that is cut, compression: %s', (_, compression, compress) => {
  test.each([
    ['strips', 7],
    ['a single strip', height],
  ])('keeps the rows of %s before the cut, and the others are gray', async (__, rowsPerStrip) => {
    const whole = write(compression, compress, rowsPerStrip);
    for (const part of [0.2, 0.5, 0.9, 0.99]) {
      const cut = whole.slice(0, whole.length * part);
      await expect(convert(cut)).rejects.toMatchObject({ code: 'corrupt-file' });
      const { blob, notes, missing = 0 } = await salvage(cut);
      expect(notes).toEqual(['partly-missing']);
      const rows = await countRows(blob);
      expect(rows).toBeGreaterThan((part - 0.06) * height);
      expect(rows).toBeLessThan(height);
      expect(missing).toBeCloseTo(1 - rows / height, 10);
    }
  });
});

describe('a damaged strip among sound ones', () => {
  test.each<[string, number, (bytes: Bytes) => Bytes, number[]]>([
    ['a Deflate stream that is none', 8, compressions[2]![2], [1, 2, 3]],
    ['LZW with a code out of place', 5, lzwOf, [0x80, 0x7f, 0xff, 0xff]],
    ['PackBits that ends early', 32_773, packBitsOf, [1, 5, 6]],
  ])('is gray, the others are as they were: %s', async (_, compression, compress, bad) => {
    const bytes = write(compression, compress, 20, (strip, index) =>
      index === 1 ? Uint8Array.from(bad) : strip,
    );
    await expect(convert(bytes)).rejects.toMatchObject({ code: 'corrupt-file' });
    const { blob, notes, missing } = await salvage(bytes);
    const { data } = await readPixels(blob, 3);
    const strip = 20 * rowBytes;
    expect(Buffer.from(data.subarray(0, strip)).equals(samples.subarray(0, strip))).toBe(true);
    expect(data.subarray(strip, 2 * strip).every((level) => level === 128)).toBe(true);
    expect(Buffer.from(data.subarray(2 * strip)).equals(samples.subarray(2 * strip))).toBe(true);
    expect(notes).toEqual(['partly-missing']);
    expect(missing).toBeCloseTo(1 / 3, 10);
  });

  test('is gray where it is a JPEG', async () => {
    const raw = { width: 16, height: 16, channels: 1 } as const;
    const strip = await sharp(new Uint8Array(256).fill(50), { raw })
      .toColorspace('b-w')
      .jpeg()
      .toBuffer();
    const picture = { width: 16, height: 32, rowsPerStrip: 16, compression: 7 };
    const bytes = tiffOf([{ ...picture, strips: [strip, strip.subarray(0, 100)] }]);
    const { blob, missing } = await salvage(bytes);
    const levels = (await pixelsOf(blob)).map(([level]) => level);
    expect([levels[0], levels[255], levels[256], levels[511]]).toEqual([50, 50, 128, 128]);
    expect(missing).toBe(0.5);
  });
});

describe('a missing part', () => {
  test('is the part of the picture that its tile covers', async () => {
    const tiles = [1, 2, 3, 4].map((level) => new Uint8Array(256).fill(level));
    const entries = [
      [273, null],
      [278, null],
      [279, null],
      [322, 4, [16]],
      [323, 4, [16]],
    ] as const;
    const picture = { width: 20, height: 18, entries };
    const bytes = writeBefore(picture, tiles.with(1, null!), [324, 325]);
    const { blob, missing } = await salvage(bytes);
    const pixels = await pixelsOf(blob);
    const levelAt = (x: number, y: number) => pixels[y * 20 + x]![0];
    expect([levelAt(15, 15), levelAt(16, 0), levelAt(19, 15)]).toEqual([1, 128, 128]);
    expect([levelAt(0, 16), levelAt(16, 16)]).toEqual([3, 4]);
    expect(missing).toBeCloseTo((4 * 16) / (20 * 18), 10);
  });

  test('is transparent in a picture with transparency', async () => {
    const picture = { width: 1, height: 2, samples: 4, photometric: 2, rowsPerStrip: 1 };
    const { blob } = await salvage(writeBefore(picture, [Uint8Array.of(9, 8, 7, 200), null]));
    expect(await pixelsOf(blob)).toEqual([
      [9, 8, 7, 200],
      [0, 0, 0, 0],
    ]);
  });

  test.each([
    ['on 16 bits', { bits: 16 }],
    ['between inks', { samples: 4, photometric: 5 }],
    [
      'among colors of a palette',
      { photometric: 3, entries: [[320, 3, Array<number>(768).fill(7)]] },
    ],
  ] as const)('is gray %s', async (_, kind) => {
    const picture = { width: 1, height: 2, rowsPerStrip: 1, ...kind };
    const { blob, missing } = await salvage(writeBefore(picture, [new Uint8Array(4), null]));
    expect((await pixelsOf(blob))[1]).toEqual([128, 128, 128, 255]);
    expect(missing).toBe(0.5);
  });

  test('is missing in all colors where one of them is', async () => {
    const planes = [
      [10, 11],
      [20, 21],
      [30, 31],
    ];
    const strips = planes.flatMap((levels) =>
      levels.map((level) => deflateSync(Uint8Array.of(level))),
    );
    const picture = {
      width: 1,
      height: 2,
      samples: 3,
      photometric: 2,
      rowsPerStrip: 1,
      compression: 8,
      strips: strips.with(3, Buffer.from([1, 2, 3])),
      entries: [[284, 3, [2]]] as const,
    };
    const { blob, missing } = await salvage(tiffOf([picture]));
    expect(await pixelsOf(blob)).toEqual([
      [10, 20, 30, 255],
      [128, 128, 128, 255],
    ]);
    expect(missing).toBe(0.5);
  });

  test('begins where pixels share their colors with missing ones', async () => {
    const unit = [0, 50, 100, 150, 128, 128];
    const picture = { width: 2, height: 4, samples: 3, photometric: 6 };
    const strip = Uint8Array.of(...unit, ...unit.slice(0, 4));
    const { blob, missing } = await salvage(writeBefore(picture, [strip]));
    const levels = (await pixelsOf(blob)).map(([level]) => level);
    expect(levels).toEqual([0, 50, 100, 150, 128, 128, 128, 128]);
    expect(missing).toBe(0.5);
  });
});

describe('of a file of several pages', () => {
  const page = (level: number) => ({ width: 2, height: 2, strips: [Array<number>(4).fill(level)] });
  const lost = { ...page(0), entries: [[273, 4, [99_999]]] as const };

  test('a lost one is said to be missing, and the others are there', async () => {
    const file = tiffOf([page(1), lost, page(3)]);
    const result = await salvage(file, { ...png, pictures: 'all' });
    const all = [result, ...result.others];
    expect(all.map(({ missing }) => missing)).toEqual([undefined, 1, undefined]);
    const levels = await Promise.all(all.map(async ({ blob }) => (await pixelsOf(blob))[0]![0]));
    expect(levels).toEqual([1, 128, 3]);
    expect(result.notes).toContain('may-be-damaged');
  });

  test('nothing is left of, where that is the one that is asked for', async () => {
    await expect(salvage(tiffOf([lost, page(3)]))).rejects.toMatchObject({ code: 'corrupt-file' });
  });
});

test.each([
  ['its directory', (bytes: Bytes) => bytes.slice(0, 20)],
  ['all of its samples', (bytes: Bytes) => bytes.slice(0, bytes.length - rowBytes * height)],
])('nothing is left of a file without %s', async (_, damage) => {
  const bytes = damage(write(1, (strip) => strip, height));
  await expect(salvage(bytes)).rejects.toMatchObject({ code: 'corrupt-file' });
});

test('a pool salvages where that is asked for', async () => {
  const whole = write(8, compressions[2]![2], 10);
  const file = new Blob([whole.slice(0, whole.length / 2)]);
  const pool = createLocalPool();
  await expect(pool.convert(file, {})).rejects.toMatchObject({ code: 'corrupt-file' });
  const { missing, notes } = await pool.convert(file, { salvage: true });
  expect(notes).toEqual(['partly-missing']);
  expect(missing).toBeCloseTo(0.5, 1);
});

test('mutants end in what is left of the picture or in an error of ours, at once', async () => {
  const small = { width: 12, height: 12, rowsPerStrip: 5 };
  const rows = [5, 5, 2].map((count, index) => noise(count * 12, index));
  const files = compressions.map(([, compression, compress]) =>
    writeBefore({ ...small, compression }, rows.map(compress)),
  );
  let salvaged = 0;
  for (let seed = 1; seed <= 200; seed++) {
    const before = performance.now();
    const mutant = mutate(files[seed % files.length]!, seed).slice();
    const ending: unknown = await salvage(mutant).catch((error: unknown) => error);
    const isOurs = ending instanceof EngineError;
    expect(!(ending instanceof Error) || isOurs, `seed ${seed}: ${String(ending)}`).toBe(true);
    expect(performance.now() - before, `seed ${seed}`).toBeLessThan(2000);
    if (!isOurs) salvaged++;
  }
  expect(salvaged).toBeGreaterThan(40);
});
