import { inflateSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { seededRandom } from '../../../testing/mutate.ts';
import { compiledModule } from '../../../testing/wasm.ts';
import { emptyChecksum, joinChecksums, type Checksum } from './checksum.ts';
import { PngCompressor, type Compressed } from './compressor.ts';

let compressor: PngCompressor;

beforeAll(async () => {
  compressor = await PngCompressor.create(await compiledModule('png'));
});

/** A zlib stream of these parts, which zlib itself then inflates and checks. */
function inflate(parts: Compressed[]): Uint8Array {
  const { adler } = parts.map(({ checksum }) => checksum).reduce(joinChecksums, emptyChecksum);
  const end = new Uint8Array([3, 0, adler >>> 24, adler >>> 16, adler >>> 8, adler]);
  return inflateSync(
    Buffer.concat([new Uint8Array([0x78, 0x9c]), ...parts.map(({ bytes }) => bytes), end]),
  );
}

const random = seededRandom(7);

function filled(size: number, next: (at: number) => number): Uint8Array {
  return Uint8Array.from({ length: size }, (_, at) => next(at));
}

describe('compressed bytes come out of zlib as they went in', () => {
  const kinds: [name: string, next: (at: number) => number][] = [
    ['noise', () => random() * 256],
    ['one value', () => 7],
    ['a ramp', (at) => at],
    ['few values', () => random() ** 8 * 5],
    ['steep counts', () => Math.floor(-Math.log2(random() + 1e-9))],
    ['repeats', (at) => (at % 997) ^ (at >> 15)],
    ['two halves', (at) => (at % 2 === 0 ? 0 : random() * 3)],
    ['long runs', (at) => at >> 11],
  ];
  const sizes = [0, 1, 3, 4, 5, 17, 1000, 70_000, 300_001];

  test.each(kinds)('%s', (_, next) => {
    for (const size of sizes) {
      const bytes = filled(size, next);
      expect(inflate([compressor.compressBytes(bytes)])).toEqual(Buffer.from(bytes));
    }
  });

  test('however they are cut into parts', () => {
    const bytes = filled(200_000, (at) => (random() < 0.1 ? random() * 256 : at >> 9));
    const cuts = [0, 1, 7, 5000, 65_536, 65_537, 199_999, 200_000];
    const parts = cuts
      .slice(1)
      .map((end, i) => compressor.compressBytes(bytes.slice(cuts[i], end)));
    expect(inflate(parts)).toEqual(Buffer.from(bytes));
  });

  test('and noise hardly grows', () => {
    const noise = filled(1 << 20, () => random() * 256);
    expect(compressor.compressBytes(noise).bytes.length).toBeLessThan(noise.length * 1.01);
  });

  test('and repeats shrink to almost nothing', () => {
    const bytes = filled(1 << 20, (at) => (at % 5000) * 13);
    expect(compressor.compressBytes(bytes).bytes.length).toBeLessThan(bytes.length / 50);
  });
});

/** Undoes the filters as section 9.2 of the standard describes them. */
function unfilter(bytes: Uint8Array, rowBytes: number, pixelBytes: number): Uint8Array {
  const rows = bytes.length / (rowBytes + 1);
  const out = new Uint8Array(rows * rowBytes);
  for (let y = 0; y < rows; y++) {
    const filter = bytes[y * (rowBytes + 1)]!;
    for (let i = 0; i < rowBytes; i++) {
      const at = y * rowBytes + i;
      const a = i < pixelBytes ? 0 : out[at - pixelBytes]!;
      const b = y === 0 ? 0 : out[at - rowBytes]!;
      const c = y === 0 || i < pixelBytes ? 0 : out[at - rowBytes - pixelBytes]!;
      const [pa, pb, pc] = [Math.abs(b - c), Math.abs(a - c), Math.abs(a + b - 2 * c)];
      const paeth = pa <= pb && pa <= pc ? a : pb <= pc ? b : c;
      const guess = [0, a, b, (a + b) >> 1, paeth][filter]!;
      out[at] = bytes[y * (rowBytes + 1) + 1 + i]! + guess;
    }
  }
  return out;
}

describe('rows keep their samples', () => {
  const cases = ([1, 2, 3, 4] as const).flatMap((stored) =>
    [1, 2, 5, 15, 64, 333].flatMap((width) => [
      [stored, width, false] as const,
      [stored, width, true] as const,
    ]),
  );

  test.each(cases)('%d channels of %d pixels, 16 bits: %s', (stored, width, deep) => {
    const height = 23;
    const smooth = (at: number) => (at >> 2) * 3 + (at % 4) * 40 + random() * 9 + (at % 97) ** 2;
    const samples = Array.from({ length: width * height * 4 }, (_, at) => smooth(at));
    const data = deep
      ? Uint16Array.from(samples, (s) => s * 91)
      : Uint8ClampedArray.from(samples, (s) => s & 255);
    const shared = { opaque: false, gray: false, premultiplied: false, color: {} };
    const parts = compressor.compressRows({ width, height, data, ...shared }, stored);
    const channels = { 1: [0], 2: [0, 3], 3: [0, 1, 2], 4: [0, 1, 2, 3] }[stored];
    const sampleBytes = deep ? 2 : 1;
    const expected = Array.from({ length: width * height }, (_, pixel) =>
      channels.flatMap((channel) => {
        const sample = data[pixel * 4 + channel]!;
        return deep ? [sample >> 8, sample & 255] : [sample];
      }),
    ).flat();
    const rowBytes = width * stored * sampleBytes;
    const found = unfilter(inflate(parts), rowBytes, stored * sampleBytes);
    expect(found).toEqual(Uint8Array.from(expected));
  });

  test('in fewer bytes, where these are worth more than time', () => {
    const [width, height] = [300, 300];
    // Words of a few letters, which come again in other sentences.
    const words = Array.from({ length: 200 }, () => filled(7, () => random() * 256));
    const text = Array.from({ length: (width * height * 4) / 7 }, () => [
      ...words[Math.floor(random() ** 2 * 200)]!,
    ]).flat();
    const data = new Uint8ClampedArray(width * height * 4);
    data.set(text.slice(0, data.length));
    const [quick, small] = [false, true].map((isSmall) =>
      compressor.compressRows({ width, height, data }, 4, isSmall),
    );
    const sizeOf = (parts: Compressed[]) => parts.reduce((sum, { bytes }) => sum + bytes.length, 0);
    expect(sizeOf(small!)).toBeLessThan(sizeOf(quick!));
    expect(unfilter(inflate(small!), width * 4, 4)).toEqual(new Uint8Array(data));
  });

  test('over more rows than are compressed at a time', () => {
    const [width, height] = [600, 1500];
    const data = new Uint8ClampedArray(width * height * 4).map((_, at) => (at >> 6) ^ (at & 15));
    const raster = {
      width,
      height,
      data,
      opaque: true,
      gray: false,
      premultiplied: false,
      color: {},
    };
    const parts = compressor.compressRows(raster, 4);
    expect(parts.length).toBeGreaterThan(2);
    expect(unfilter(inflate(parts), width * 4, 4)).toEqual(new Uint8Array(data));
  });
});

test('joins checksums as if the bytes had lain together', () => {
  const sumOf = (bytes: Uint8Array): Checksum => compressor.compressBytes(bytes).checksum;
  for (const [a, b] of [
    [0, 5],
    [5, 0],
    [1, 1],
    [65_521, 65_521],
    [100_000, 200_000],
  ] as const) {
    const bytes = filled(a + b, () => random() * 256);
    const joined = joinChecksums(sumOf(bytes.slice(0, a)), sumOf(bytes.slice(a)));
    expect(joined).toEqual(sumOf(bytes));
  }
});
