import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { joinBytes } from '../../bytes/join.ts';
import { samplePhoto, planesOf } from '../../../testing/sample-planes.ts';
import { runPipeline } from '../../convert/pipeline.ts';
import { createLocalPool } from '../../run/local-pool.ts';
import { encodePlanes } from './encode-raster.ts';
import { readJpeg } from './segments.ts';

const photo = samplePhoto(640, 480);
/** With a restart marker after each row of MCUs, as this engine and many cameras write. */
const marked = await encodePlanes(planesOf(photo, '4:2:0'), 90);
const raw = { raw: { width: photo.width, height: photo.height, channels: 3 as const } };
const plain = new Uint8Array(await sharp(photo.data, raw).jpeg({ quality: 90 }).toBuffer());
const progressive = new Uint8Array(
  await sharp(photo.data, raw).jpeg({ quality: 90, progressive: true }).toBuffer(),
);

type Bytes = Uint8Array<ArrayBuffer>;

/** Where the first scan's coded data begins. */
function dataStart(jpeg: Bytes): number {
  const { scan } = readJpeg(jpeg);
  return scan + 2 + ((jpeg[scan + 2]! << 8) | jpeg[scan + 3]!);
}

function at(jpeg: Bytes, share: number): number {
  const start = dataStart(jpeg);
  return start + Math.floor((jpeg.length - start) * share);
}

function withHeight(jpeg: Bytes, factor: number): Bytes {
  const copy = jpeg.slice();
  const frame = copy.findIndex(
    (byte, index) => byte === 0xff && (copy[index + 1] === 0xc0 || copy[index + 1] === 0xc2),
  );
  new DataView(copy.buffer).setUint16(frame + 5, photo.height * factor);
  return copy;
}

/** Every fifth restart marker gets another one's number. */
function withWrongMarkers(jpeg: Bytes): Bytes {
  const copy = jpeg.slice();
  let count = 0;
  for (let index = dataStart(copy); index + 1 < copy.length; index++) {
    const marker = copy[index + 1]!;
    if (copy[index] !== 0xff || marker < 0xd0 || marker > 0xd7) continue;
    if (count++ % 5 === 2) copy[index + 1] = 0xd0 + ((marker + 3) & 7);
  }
  return copy;
}

const damages: Record<string, (jpeg: Bytes) => Bytes> = {
  'a tenth of it zeroed': (jpeg) => jpeg.slice().fill(0, at(jpeg, 0.4), at(jpeg, 0.5)),
  'a third cut out': (jpeg) =>
    joinBytes([jpeg.subarray(0, at(jpeg, 0.3)), jpeg.subarray(at(jpeg, 0.6))]),
  'twice the height': (jpeg) => withHeight(jpeg, 2),
  'half the height': (jpeg) => withHeight(jpeg, 0.5),
  'its end missing': (jpeg) => jpeg.slice(0, at(jpeg, 0.7)),
};

const pool = createLocalPool();

/** To PNG the whole picture is decoded by libjpeg, to JPEG it becomes planes where it can. */
async function endingsOf(jpeg: Bytes): Promise<string[]> {
  const name = 'a.jpg';
  const endings = [
    runPipeline(new Blob([jpeg]), name, { format: 'png' }),
    pool.convert(new Blob([jpeg]), { name }),
  ].map((conversion) =>
    conversion.then(
      ({ notes }) => ['converted', ...notes].join(' '),
      (error: { code: string }) => error.code,
    ),
  );
  return [...new Set(await Promise.all(endings))];
}

describe('a damaged JPEG is refused, never given as whole', () => {
  const kinds = { marked, plain, progressive };
  const cases = Object.keys(damages).flatMap((damage) =>
    Object.keys(kinds).map((kind) => [kind as keyof typeof kinds, damage] as const),
  );

  test.each(cases)('%s, with %s', async (kind, damage) => {
    expect(await endingsOf(damages[damage]!(kinds[kind]))).toEqual(['corrupt-file']);
  });

  test('with restart markers out of order', async () => {
    expect(await endingsOf(withWrongMarkers(marked))).toEqual(['corrupt-file']);
  });

  test('but whole ones are not', async () => {
    for (const jpeg of [marked, plain, progressive]) {
      expect(await endingsOf(jpeg)).toEqual(['converted']);
    }
  });
});

test('takes a few stray bytes in front of the end, and tells of them', async () => {
  const end = plain.length - 2;
  const stray = joinBytes([plain.subarray(0, end), new Uint8Array(3), plain.subarray(end)]);
  expect(await endingsOf(stray)).toEqual(['converted may-be-damaged']);
});

test('takes a few stray bytes between segments, and tells of them', async () => {
  const { segments } = readJpeg(plain);
  const second = 2 + 4 + segments[0]!.payload.length;
  const stray = (count: number) =>
    joinBytes([plain.subarray(0, second), new Uint8Array(count), plain.subarray(second)]);
  expect(await endingsOf(stray(3))).toEqual(['converted may-be-damaged']);
  expect(await endingsOf(stray(300))).toEqual(['corrupt-file']);
});

test.each([
  ['one scan', plain],
  ['restart markers', marked],
  ['several scans', progressive],
])('a picture in %s may lack the end marker, and no more', async (_, jpeg) => {
  expect(await endingsOf(jpeg.slice(0, -2))).toEqual(['converted']);
  expect(await endingsOf(jpeg.slice(0, -12))).toEqual(['corrupt-file']);
});

test('a picture in four inks may not lack it, as browsers show such without what is missing', async () => {
  const inks = await sharp(photo.data, raw).toColorspace('cmyk').jpeg().toBuffer();
  expect(await endingsOf(new Uint8Array(inks))).toEqual(['converted']);
  expect(await endingsOf(new Uint8Array(inks).slice(0, -2))).toEqual(['corrupt-file']);
});

test('refuses a progressive picture of thousands of scans by name, before it is decoded', async () => {
  const large = await sharp({
    create: { width: 2000, height: 1500, channels: 3, background: '#567' },
  })
    .jpeg({ progressive: true })
    .toBuffer();
  const bytes = new Uint8Array(large);
  const last = bytes.findLastIndex((byte, index) => byte === 0xff && bytes[index + 1] === 0xda);
  const scan = bytes.subarray(last, bytes.length - 2);
  const many = Array.from({ length: 3000 }, () => scan);
  const bomb = joinBytes([bytes.subarray(0, last), ...many, bytes.subarray(-2)]);
  await expect(runPipeline(new Blob([bomb]), 'a.jpg', {})).rejects.toMatchObject({
    code: 'unsupported-feature',
    feature: 'jpeg-scans',
  });
});
