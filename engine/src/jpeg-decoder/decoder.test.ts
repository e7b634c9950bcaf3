import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { mutate, seededRandom } from '../../testing/mutate.ts';
import { planesOf, samplePhoto } from '../../testing/sample-planes.ts';
import { compiledModule } from '../../testing/wasm.ts';
import { joinBytes } from '../bytes/join.ts';
import { EngineError } from '../errors.ts';
import type { Size } from '../geometry.ts';
import { encodePlanes } from '../formats/jpeg/encode-raster.ts';
import type { ChromaFormat, Planes } from '../planes/planes.ts';
import { samplingOf } from '../planes/sampling.ts';
import { JpegDecoder } from './decoder.ts';
import { readJpegFrame } from './frame.ts';

let decoder: JpegDecoder;

beforeAll(async () => {
  decoder = new JpegDecoder(await compiledModule('jpeg-decoder'));
});

/** The planes without gaps, put together from what the listener hears where it wants rows again. */
function decodeWhole(jpeg: Uint8Array, wantedAgain = 0): Planes {
  const frame = readJpegFrame(jpeg)!;
  const { width, height, chroma } = frame;
  const [across, down] = [
    chroma === '4:2:0' || chroma === '4:2:2' ? 2 : 1,
    chroma === '4:2:0' ? 2 : 1,
  ];
  const sizes = frame.components.map((_, component) =>
    component === 0
      ? { columns: width, rows: height, by: 1 }
      : { columns: Math.ceil(width / across), rows: Math.ceil(height / down), by: down },
  );
  const planes = sizes.map(({ columns, rows }) => new Uint8Array(columns * rows));
  decoder.decode(jpeg, frame, (given, end, top) => {
    sizes.forEach(({ columns, rows, by }, component) => {
      for (let row = Math.ceil(top / by); row < Math.min(Math.ceil(end / by), rows); row++) {
        const from = (row - top / by) * given.strides[component]!;
        const samples = given.planes[component]!.subarray(from, from + columns);
        planes[component]!.set(samples, row * columns);
      }
    });
    return Math.max(0, end - wantedAgain);
  });
  const strides = sizes.map(({ columns }) => columns);
  return { ...frame, bitDepth: 8, chromaBitDepth: 8, planes, strides };
}

function rawOf(size: { width: number; height: number }, channels: 1 | 3) {
  return { raw: { ...size, channels } };
}

/** Full contrast in every block, so that whatever rounds differently shows. */
function noise(width: number, height: number, channels: 1 | 3): Uint8Array {
  const random = seededRandom(width * height);
  return Uint8Array.from({ length: width * height * channels }, () => Math.floor(random() * 256));
}

describe('a gray JPEG', () => {
  test.each([
    ['noise', 100],
    ['noise', 75],
    ['noise', 20],
    ['photo', 95],
    ['photo', 40],
  ] as const)('of %s at quality %i has the samples that libjpeg gives', async (kind, quality) => {
    const size = { width: 203, height: 317 };
    const photo = samplePhoto(size.width, size.height).data.filter((_, at) => at % 3 === 0);
    const samples = kind === 'noise' ? noise(size.width, size.height, 1) : photo;
    const jpeg = await sharp(samples, rawOf(size, 1))
      .toColourspace('b-w')
      .jpeg({ quality })
      .toBuffer();
    const data = await sharp(jpeg).extractChannel(0).raw().toBuffer();
    const { planes, chroma } = decodeWhole(jpeg);
    expect(chroma).toBe('4:0:0');
    expect(Buffer.from(planes[0]!).equals(data)).toBe(true);
  });
});

test('a color JPEG has the samples that libjpeg makes its colors of', async () => {
  const size = { width: 131, height: 77 };
  const { data: photo } = samplePhoto(size.width, size.height);
  const jpeg = await sharp(photo, rawOf(size, 3))
    .jpeg({ quality: 90, chromaSubsampling: '4:4:4' })
    .toBuffer();
  const rgb = await sharp(jpeg).raw().toBuffer();
  const [y, cb, cr] = decodeWhole(jpeg).planes as [Uint8Array, Uint8Array, Uint8Array];
  const made = Array.from(y, (luma, at) => {
    const [blue, red] = [cb[at]! - 128, cr[at]! - 128];
    return [luma + 1.402 * red, luma - 0.344136 * blue - 0.714136 * red, luma + 1.772 * blue];
  }).flat();
  const worst = Math.max(
    ...made.map((value, at) => Math.abs(Math.min(Math.max(value, 0), 255) - rgb[at]!)),
  );
  expect(worst).toBeLessThan(1.01);
});

describe.each<ChromaFormat>(['4:0:0', '4:2:0', '4:2:2', '4:4:4'])('planes of %s', (chroma) => {
  test.each([
    [640, 480],
    [333, 601],
    [1, 1],
    [17, 9],
  ])('come back as they were coded, %i x %i, with restart markers', async (width, height) => {
    const planes = planesOf(samplePhoto(width, height), chroma);
    const decoded = decodeWhole(await encodePlanes(planes, 100));
    expect(decoded.chroma).toBe(chroma);
    decoded.planes.forEach((plane, component) => {
      const stride = planes.strides[component]!;
      const columns = decoded.strides[component]!;
      const worst = [...plane].reduce((max, value, at) => {
        const row = Math.floor(at / columns);
        const expected = planes.planes[component]![row * stride + (at % columns)]!;
        return Math.max(max, Math.abs(value - expected));
      }, 0);
      expect(worst).toBeLessThanOrEqual(2);
    });
  });
});

describe.each<ChromaFormat>(['4:0:0', '4:2:0', '4:2:2', '4:4:4'])('pixels of %s', (chroma) => {
  /** Hard edges of strong colors beside each other, so that whatever is rounded or clipped shows. */
  function noisyPhoto(width: number, height: number) {
    const { data } = samplePhoto(width, height);
    const grain = noise(width, height, 3);
    const samples = data.map((value, at) => (at % 97 < 40 ? grain[at]! : value));
    return { width, height, data: samples };
  }

  /** As libjpeg decodes them. */
  async function expectedOf(jpeg: Uint8Array): Promise<Buffer> {
    return sharp(jpeg).toColourspace('srgb').ensureAlpha().raw().toBuffer();
  }

  async function pixelsOf(jpeg: Uint8Array, size: Size): Promise<Buffer> {
    const pixels = decoder.openPixels(jpeg, size);
    const rowBytes = size.width * 4;
    const copied = new Uint8Array(rowBytes * size.height);
    // Not as many rows at a time as an MCU has.
    for (let top = 0; top < size.height; top += 23) {
      const rows = Math.min(23, size.height - top);
      await pixels.copy(top, rows, copied.subarray(top * rowBytes));
    }
    return Buffer.from(copied.buffer);
  }

  test.each([
    [640, 480],
    [333, 601],
    [5, 1],
    [6, 2],
    [7, 33],
    [1023, 17],
    [16, 16],
    [47, 1040],
  ])('are those of libjpeg, %i x %i', async (width, height) => {
    const jpeg = await encodePlanes(planesOf(noisyPhoto(width, height), chroma), 90);
    const pixels = await pixelsOf(jpeg, { width, height });
    expect(pixels.equals(await expectedOf(jpeg))).toBe(true);
  });

  test('are those of libjpeg where several scans refine them', async () => {
    const { width, height, data } = noisyPhoto(203, 317);
    const gray = chroma === '4:0:0';
    const jpeg = await sharp(data, rawOf({ width, height }, 3))
      .toColourspace(gray ? 'b-w' : 'srgb')
      .jpeg({ progressive: true, chromaSubsampling: chroma === '4:4:4' ? '4:4:4' : '4:2:0' })
      .toBuffer();
    const pixels = await pixelsOf(jpeg, { width, height });
    expect(pixels.equals(await expectedOf(jpeg))).toBe(true);
  });
});

test('pixels of a picture so narrow that libjpeg repeats its chroma are left to libjpeg', async () => {
  const narrow = { width: 4, height: 40 };
  const jpeg = await encodePlanes(planesOf(samplePhoto(4, 40), '4:2:0'), 90);
  expect(() => decoder.openPixels(jpeg, narrow)).toThrow(EngineError);
});

test('pixels of two pictures can be copied in turns', async () => {
  const [one, other] = await Promise.all(
    [60, 95].map((quality) => encodePlanes(planesOf(samplePhoto(160, 96), '4:2:0'), quality)),
  );
  const size = { width: 160, height: 96 };
  const alone = new Uint8Array(160 * 96 * 4);
  await decoder.openPixels(one!, size).copy(0, 96, alone);
  const pixels = decoder.openPixels(one!, size);
  const between = decoder.openPixels(other!, size);
  const copied = new Uint8Array(alone.length);
  for (let top = 0; top < 96; top += 8) {
    await pixels.copy(top, 8, copied.subarray(top * 640));
    await between.copy(top, 8, new Uint8Array(8 * 640));
    decodeWhole(other!);
  }
  expect(copied).toEqual(alone);
});

test.each([false, true])(
  'pixels can be copied again, and left out, progressive %s',
  async (progressive) => {
    const { data, width, height } = samplePhoto(160, 96);
    const jpeg = await sharp(data, rawOf({ width, height }, 3)).jpeg({ progressive }).toBuffer();
    const rowBytes = width * 4;
    const whole = new Uint8Array(rowBytes * height);
    await decoder.openPixels(jpeg, { width, height }).copy(0, height, whole);
    const pixels = decoder.openPixels(jpeg, { width, height });
    for (const [top, rows] of [
      [0, 40],
      [70, 10],
      [10, 86],
      [0, 96],
    ] as const) {
      const copied = new Uint8Array(rowBytes * rows);
      await pixels.copy(top, rows, copied);
      expect(copied).toEqual(whole.slice(top * rowBytes, (top + rows) * rowBytes));
    }
  },
);

test.each([0, 1, 40, 300, 10_000])(
  'rows that are wanted once more, %i of them, are what they were',
  async (again) => {
    const { data, width, height } = samplePhoto(96, 1500);
    const jpeg = await sharp(data, rawOf({ width, height }, 3)).jpeg({ quality: 80 }).toBuffer();
    expect(decodeWhole(jpeg, again)).toEqual(decodeWhole(jpeg));
  },
);

test('coded data of several megabytes passes through in pieces', async () => {
  const size = { width: 1400, height: 1000 };
  const jpeg = await sharp(noise(size.width, size.height, 1), rawOf(size, 1))
    .toColourspace('b-w')
    .jpeg({ quality: 100 })
    .toBuffer();
  expect(jpeg.length).toBeGreaterThan(1.3e6);
  const expected = await sharp(jpeg).extractChannel(0).raw().toBuffer();
  expect(Buffer.from(decodeWhole(jpeg).planes[0]!).equals(expected)).toBe(true);
});

describe('columns that are wanted one after the other', () => {
  /** Each of the columns without gaps, in the order they came. */
  function decodeColumns(jpeg: Uint8Array, wanted: readonly { x: number; width: number }[]) {
    const frame = readJpegFrame(jpeg)!;
    const { across, down } = samplingOf(frame.chroma);
    const columns: Uint8Array[][] = [];
    decoder.decodeColumns(jpeg, frame, wanted, (given, index, left) => {
      const { x, width } = wanted[index]!;
      columns[index] = bytesOf(given).map((plane, component) => {
        const [byX, byY] = component === 0 ? [1, 1] : [across, down];
        const from = (x - left) / byX;
        const rows = Array.from({ length: Math.ceil(frame.height / byY) }, (_, row) => {
          const start = row * given.strides[component]! + from;
          return plane.slice(start, start + Math.ceil(width / byX));
        });
        return joinBytes(rows);
      });
    });
    return columns;
  }

  /** Samples of a baseline JPEG have 8 bits. */
  const bytesOf = ({ planes }: Planes): Uint8Array[] =>
    planes.filter((plane) => plane instanceof Uint8Array);

  function cutColumns(whole: Planes, x: number, width: number) {
    const { chroma, strides } = whole;
    const { across } = samplingOf(chroma);
    return bytesOf(whole).map((plane, component) => {
      const by = component === 0 ? 1 : across;
      const stride = strides[component]!;
      const rows = Array.from({ length: plane.length / stride }, (_, row) =>
        plane.slice(row * stride + x / by, row * stride + x / by + Math.ceil(width / by)),
      );
      return joinBytes(rows);
    });
  }

  const { data, width, height } = samplePhoto(701, 333);
  const photo = () => sharp(data, rawOf({ width, height }, 3));
  const files: [string, () => Promise<Uint8Array>][] = [
    ['4:2:0', () => photo().jpeg({ quality: 85 }).toBuffer()],
    ['4:4:4', () => photo().jpeg({ quality: 95, chromaSubsampling: '4:4:4' }).toBuffer()],
    ['gray', () => photo().toColourspace('b-w').jpeg().toBuffer()],
    ['several scans', () => photo().jpeg({ quality: 85, progressive: true }).toBuffer()],
    [
      'restart markers in each row',
      () => encodePlanes(planesOf({ data, width, height }, '4:2:0'), 90),
    ],
  ];

  test.each(files)('have the samples of the whole, with %s', async (_, make) => {
    const jpeg = new Uint8Array(await make());
    const whole = decodeWhole(jpeg);
    const wanted = [
      { x: 512, width: 189 },
      { x: 0, width: 256 },
      { x: 250, width: 262 },
      { x: 14, width: 2 },
      { x: 0, width },
    ];
    const columns = decodeColumns(jpeg, wanted);
    expect(columns).toEqual(wanted.map((each) => cutColumns(whole, each.x, each.width)));
  });

  test('pass through in pieces where the coded data is of several megabytes', async () => {
    const size = { width: 1400, height: 1000 };
    const jpeg = await sharp(noise(size.width, size.height, 1), rawOf(size, 1))
      .toColourspace('b-w')
      .jpeg({ quality: 100 })
      .toBuffer();
    const whole = decodeWhole(jpeg);
    const wanted = [
      { x: 1024, width: 376 },
      { x: 512, width: 512 },
    ];
    const columns = decodeColumns(jpeg, wanted);
    expect(columns).toEqual(wanted.map((each) => cutColumns(whole, each.x, each.width)));
  });

  test('end in the same error as the whole where it is damaged', async () => {
    const jpeg = new Uint8Array(await photo().resize(301, 97).jpeg({ quality: 90 }).toBuffer());
    for (let seed = 0; seed < 500; seed++) {
      const mutant = mutate(jpeg, seed);
      const ending = endingOf(mutant);
      if (ending === 'other') continue;
      const wanted = [
        { x: 100, width: 200 },
        { x: 0, width: 100 },
      ].filter((each) => each.x + each.width <= readJpegFrame(mutant)!.width);
      if (wanted.length === 0) continue;
      const inColumns = (() => {
        try {
          decodeColumns(mutant, wanted);
          return 'decoded';
        } catch (error) {
          return error instanceof EngineError ? error.code : String(error);
        }
      })();
      expect([seed, inColumns]).toEqual([seed, ending]);
    }
  });
});

describe('a progressive JPEG', () => {
  test.each<[chromaSubsampling: '4:2:0' | '4:4:4' | 'gray', width: number, height: number]>([
    ['4:2:0', 640, 480],
    ['4:2:0', 333, 601],
    ['4:2:0', 17, 33],
    ['4:2:0', 1, 1],
    ['4:4:4', 250, 131],
    ['gray', 97, 260],
  ])('has the samples of the baseline one, %s, %i x %i', async (chroma, width, height) => {
    const { data } = samplePhoto(width, height);
    const picture = () => {
      const photo = sharp(data, rawOf({ width, height }, 3));
      return chroma === 'gray' ? photo.toColourspace('b-w') : photo;
    };
    for (const quality of [40, 95]) {
      const shared = { quality, ...(chroma !== 'gray' && { chromaSubsampling: chroma }) };
      const baseline = decodeWhole(await picture().jpeg(shared).toBuffer()).planes;
      // Scans as libjpeg has them, and as many as make the file smallest.
      for (const optimizeScans of [false, true]) {
        const jpeg = await picture()
          .jpeg({ ...shared, progressive: true, optimizeScans })
          .toBuffer();
        expect(readJpegFrame(jpeg)).toMatchObject({ isProgressive: true, scan: null });
        expect(decodeWhole(jpeg).planes).toEqual(baseline);
        expect(decodeWhole(jpeg, 40).planes).toEqual(baseline);
      }
    }
  });

  test('takes no more memory the higher it is', async () => {
    const sizes: number[] = [];
    for (const height of [600, 6000]) {
      const fresh = new JpegDecoder(await compiledModule('jpeg-decoder'));
      const size = { width: 800, height };
      const jpeg = await sharp(samplePhoto(800, height).data, rawOf(size, 3))
        .jpeg({ quality: 50, progressive: true })
        .toBuffer();
      let most = 0;
      fresh.decode(jpeg, size, ({ planes }, rows) => {
        most = Math.max(most, planes[0]!.buffer.byteLength);
        return rows;
      });
      sizes.push(most);
    }
    expect(sizes[1]).toBe(sizes[0]);
  });

  test.each([
    ['without its last scan', (jpeg: Uint8Array) => jpeg.subarray(0, lastScan(jpeg))],
    ['cut off in the middle', (jpeg: Uint8Array) => jpeg.subarray(0, jpeg.length >> 1)],
  ])('is left to other decoders %s', async (_, damage) => {
    const { data, width, height } = samplePhoto(301, 97);
    const photo = sharp(data, rawOf({ width, height }, 3));
    const jpeg = await photo.jpeg({ quality: 90, progressive: true }).toBuffer();
    const cut = joinBytes([damage(jpeg), Uint8Array.of(0xff, 0xd9)]);
    expect(endingOf(cut)).toBe('unsupported-feature');
  });
});

/** Where the last scan begins. */
function lastScan(jpeg: Uint8Array): number {
  let at = jpeg.length - 2;
  while (jpeg[at] !== 0xff || jpeg[at + 1] !== 0xda) at--;
  return at;
}

/** How decoding ends; `other` for what is not begun. */
function endingOf(jpeg: Uint8Array): string {
  const frame = readJpegFrame(jpeg);
  if (!frame || frame.width * frame.height > 1e6) return 'other';
  try {
    decoder.decode(jpeg, frame, (_, rows) => rows);
    return 'decoded';
  } catch (error) {
    return error instanceof EngineError ? error.code : String(error);
  }
}

describe('what is left to other decoders', () => {
  const photo = samplePhoto(64, 48);
  const made = () => sharp(photo.data, rawOf({ width: 64, height: 48 }, 3));

  test('are four inks and other things than pictures', async () => {
    const inks = await made().toColourspace('cmyk').jpeg().toBuffer();
    for (const file of [inks, await made().png().toBuffer(), new Uint8Array(0)]) {
      expect(readJpegFrame(file)).toBeNull();
    }
  });

  test('are pictures of another size than was claimed, without an end, and with too little in them', async () => {
    const jpeg = await made().jpeg().toBuffer();
    const decode = (bytes: Uint8Array, height: number) => () =>
      decoder.decode(bytes, { width: 64, height }, () => 0);
    const unsupported = { code: 'unsupported-feature' };
    expect(decode(jpeg, 40)).toThrow(expect.objectContaining(unsupported));
    expect(decode(jpeg.subarray(0, -2), 48)).toThrow(expect.objectContaining(unsupported));
    const tall = Uint8Array.from(jpeg);
    const frame = tall.findIndex((byte, at) => byte === 0xff && tall[at + 1] === 0xc0);
    tall.set([0xff, 0x00], frame + 5);
    expect(decode(tall, 0xff00)).toThrow(expect.objectContaining(unsupported));
  });

  test('is every damage that is noticed: it ends in the same error, and the decoder goes on', async () => {
    const files = [
      new Uint8Array(await made().jpeg({ quality: 90 }).toBuffer()),
      await encodePlanes(planesOf(photo, '4:2:0'), 85),
      new Uint8Array(await made().jpeg({ quality: 90, progressive: true }).toBuffer()),
    ];
    const whole = files.map((file) => decodeWhole(file));
    const endings = new Map<string, number>();
    for (let seed = 0; seed < 3000; seed++) {
      const ending = endingOf(mutate(files[seed % files.length]!, seed));
      endings.set(ending, (endings.get(ending) ?? 0) + 1);
    }
    expect([...endings.keys()].sort()).toEqual(['decoded', 'other', 'unsupported-feature']);
    expect(Math.min(...endings.values())).toBeGreaterThan(100);
    expect(files.map((file) => decodeWhole(file))).toEqual(whole);
  });
});
