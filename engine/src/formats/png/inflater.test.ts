import { constants, deflateSync, type ZlibOptions } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { Inflater } from './inflater.ts';

/** The same bytes each time, some of them more often than others, with repetitions near and far. */
function sampleBytes(size: number, values: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(size);
  let state = values;
  for (let at = 0; at < size; at++) {
    state = (state * 1_103_515_245 + 12_345) & 0x7fff_ffff;
    const repeats = at > 40_000 && at % 1000 < 300;
    bytes[at] = repeats ? bytes[at - 32_700]! : ((state >> 16) % values) ** 2 / values;
  }
  return bytes;
}

/** A stream in parts of so many bytes. */
function cut(stream: Uint8Array<ArrayBuffer>, size: number): Uint8Array<ArrayBuffer>[] {
  const count = Math.ceil(stream.length / size);
  return Array.from({ length: count }, (_, index) =>
    stream.subarray(index * size, (index + 1) * size),
  );
}

async function readAll(
  parts: Uint8Array<ArrayBuffer>[],
  size: number,
  atATime: number,
): Promise<Buffer> {
  const inflater = await Inflater.create(parts);
  const pieces: Uint8Array[] = [];
  for (let at = 0; at < size; at += atATime) {
    pieces.push(inflater.read(Math.min(atATime, size - at)).slice());
  }
  return Buffer.concat(pieces);
}

const compress = (bytes: Uint8Array, options: ZlibOptions = {}) =>
  new Uint8Array(deflateSync(bytes, options));

const damaged = { code: 'corrupt-file' };

describe('a stream is inflated to what went into it', () => {
  const { Z_FIXED, Z_HUFFMAN_ONLY, Z_RLE, Z_DEFAULT_STRATEGY } = constants;
  const bytes = sampleBytes(700_000, 250);

  test.each([0, 1, 6, 9])('of level %d', async (level) => {
    const stream = compress(bytes, { level });
    expect(Buffer.compare(await readAll([stream], bytes.length, 90_001), bytes)).toBe(0);
  });

  test.each([
    ['codes of the format', Z_FIXED],
    ['literals only', Z_HUFFMAN_ONLY],
    ['repetitions of the byte before', Z_RLE],
    ['the usual', Z_DEFAULT_STRATEGY],
  ])('made of %s', async (_, strategy) => {
    for (const values of [2, 5, 60, 256]) {
      const some = sampleBytes(100_000, values);
      const stream = compress(some, { strategy });
      expect(Buffer.compare(await readAll([stream], some.length, 10_007), some)).toBe(0);
    }
  });

  test.each([1, 7, 4096, 300_000])('in parts of %d bytes', async (size) => {
    const stream = compress(bytes);
    expect(Buffer.compare(await readAll(cut(stream, size), bytes.length, 50_000), bytes)).toBe(0);
  });

  test.each([1, 13, 40_000, 700_000])('%d bytes at a time', async (atATime) => {
    const some = bytes.subarray(0, atATime < 100 ? 70_000 : bytes.length);
    expect(Buffer.compare(await readAll([compress(some)], some.length, atATime), some)).toBe(0);
  });

  test.each([
    ['one byte', Uint8Array.of(7)],
    ['one byte again and again', new Uint8Array(300_000).fill(9)],
    ['two in turn', new Uint8Array(100_000).map((_, at) => at & 1)],
    ['three in turn', new Uint8Array(100_000).map((_, at) => at % 3)],
  ])('%s', async (_, some) => {
    expect(Buffer.compare(await readAll([compress(some)], some.length, 60_000), some)).toBe(0);
  });

  test('with codes of all lengths up to the longest', async () => {
    // Each value twice as often as the next.
    const some = new Uint8Array(2 ** 17);
    for (let at = 0; at < some.length; at++)
      some[at] = 31 - Math.clz32((at * 40_503 + 1) & 0x1_ffff);
    const stream = compress(some, { strategy: Z_HUFFMAN_ONLY });
    expect(Buffer.compare(await readAll([stream], some.length, some.length), some)).toBe(0);
  });
});

describe('a stream that is damaged is refused', () => {
  const bytes = sampleBytes(100_000, 200);
  const stream = compress(bytes);

  test('where it ends early, by a byte or by most of it', async () => {
    // Behind the last code there are four bytes of a checksum.
    for (const length of [stream.length - 6, stream.length - 5000, 1000, 30, 3, 2, 1, 0]) {
      const some = stream.subarray(0, length);
      await expect(readAll([some], bytes.length, 10_000)).rejects.toMatchObject(damaged);
    }
  });

  test('where there is less in it than there should be', async () => {
    const reading = readAll([stream], bytes.length + 1, 50_000);
    await expect(reading).rejects.toMatchObject(damaged);
  });

  test.each<[string, number[]]>([
    ['another method', [0x79, 0x9c]],
    ['a header that does not add up', [0x78, 0x9d]],
    ['a dictionary', [0x78, 0xbb]],
    ['a block of no kind', [0x78, 0x9c, 0x07, 0, 0, 0]],
    ['a stored block whose length is not what it says twice', [0x78, 0x9c, 0x01, 5, 0, 5, 0, 1]],
    ['a repetition of what was never there', [0x78, 0x9c, 0x63, 0x60, 0x01, 0x20, 0, 0]],
    ['codes with too few lengths', [0x78, 0x9c, 0x05, 0x80, 0, 0, 0, 0, 0, 0]],
  ])('for %s', async (_, start) => {
    const some = Uint8Array.from([...start, ...Array<number>(40).fill(0xff)]);
    await expect(readAll([some], 1000, 1000)).rejects.toMatchObject(damaged);
  });

  test('or gives as many bytes as were asked for, whatever is changed in it', async () => {
    const endings: unknown[] = [];
    for (let change = 0; change < 400; change++) {
      const some = stream.slice();
      const at = 2 + ((change * 7919) % (some.length - 2));
      some[at]! ^= 1 << (change & 7);
      endings.push(
        await readAll([some], bytes.length, 30_000).then(
          (read) => read.length,
          (error: { code: string }) => error.code,
        ),
      );
    }
    expect(new Set(endings)).toEqual(new Set([bytes.length, 'corrupt-file']));
  });
});
