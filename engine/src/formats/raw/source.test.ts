import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { mutate } from '../../../testing/mutate.ts';
import { bytesOfBlob, readPixels } from '../../../testing/pictures.ts';
import { cameraNotes, type RawKind, rawKinds, writeRaw } from '../../../testing/raw-files.ts';
import { runInStrips } from '../../../testing/run-in-strips.ts';
import { writeTiff, type TiffEntry } from '../../../testing/tiff-writer.ts';
import { FileParts } from '../../bytes/file-parts.ts';
import { joinBytes } from '../../bytes/join.ts';
import { runPipeline, startPipeline } from '../../convert/pipeline.ts';
import { type EngineError, orNull } from '../../errors.ts';
import { summarizeExif } from '../../metadata/exif-summary.ts';
import type { ConvertOptions } from '../../options.ts';
import { requireFormat } from '../require-format.ts';
import { loadInput } from '../table.ts';
import { findPreview } from './find-preview.ts';
import { createRawInput } from './source.ts';

type Bytes = Uint8Array<ArrayBuffer>;

const [red, blue] = ['#e02010', '#1020e0'];
let [large, small, upright]: Bytes[] = [];

async function draw(width: number, height: number, background: string, orientation?: number) {
  const drawn = sharp({ create: { width, height, channels: 3, background } });
  const described = orientation ? drawn.withMetadata({ orientation }) : drawn;
  return new Uint8Array(await described.jpeg().toBuffer());
}

beforeAll(async () => {
  [large, small, upright] = await Promise.all([
    draw(700, 500, red),
    draw(160, 120, blue),
    draw(700, 500, red, 8),
  ]);
});

/** Fujifilm's JPEG alone says how the camera was held. */
const write = (kind: RawKind, samples?: Bytes): Bytes =>
  writeRaw(kind, kind === 'raf' ? upright! : large!, small!, samples);

const convert = (bytes: Bytes, options: ConvertOptions = {}) =>
  runPipeline(new Blob([bytes]), 'photo.raw', options);

async function sizeAndColor(blob: Blob) {
  const { width, height, data } = await readPixels(blob);
  return { width, height, isRed: data[0]! > 200 && data[2]! < 40 };
}

describe('the largest JPEG comes out, upright and with what the camera noted', () => {
  test.each(rawKinds)('%s', async (kind) => {
    const { blob, input, notes } = await convert(write(kind));
    expect(await sizeAndColor(blob)).toEqual({ width: 500, height: 700, isRed: true });
    expect(input).toBe('raw');
    expect(notes).toContain('embedded-preview');
    const { exif } = await sharp(await bytesOfBlob(blob)).metadata();
    // Fujifilm's and Sigma's JPEGs have that themselves, and ours has not.
    const noted = { make: 'Maker', model: 'Model 1', takenAt: '2024:05:06 07:08:09' };
    const summary = exif && summarizeExif(Uint8Array.from(exif.subarray(6)));
    const saysItself = kind === 'raf' || kind === 'x3f';
    expect(summary ?? { make: null }).toMatchObject(saysItself ? { make: null } : noted);
  });

  test('but not when that is to be left out', async () => {
    const { blob } = await convert(write('dng'), { metadata: 'strip' });
    expect((await sharp(await bytesOfBlob(blob)).metadata()).exif).toBeUndefined();
  });
});

test('the JPEG itself is believed where it says how the camera was held', async () => {
  // The file says 6, the JPEG 8: the other way around.
  const bytes = writeRaw('arw', upright!, small!);
  const input = await loadInput(await requireFormat(bytes));
  const { pictures } = await input.open(bytes);
  expect(pictures[0]!.orientation).toBe(8);
});

describe('the header alone says what the whole file says', () => {
  test.each(rawKinds)('%s', async (kind) => {
    // As long as files are, so that the parts are read apart.
    const samples = new Uint8Array(1_000_000);
    const endsWithDirectory = kind === 'crw' || kind === 'x3f';
    const bytes = endsWithDirectory ? write(kind, samples) : joinBytes([write(kind), samples]);
    let read = 0;
    class CountingBlob extends Blob {
      override slice(start = 0, end = this.size): Blob {
        read += Math.min(end, this.size) - start;
        return super.slice(start, end);
      }
    }
    const input = await loadInput(await requireFormat(bytes));
    const header = await input.readHeader(new FileParts(new CountingBlob([bytes])));
    expect((await input.open(header)).pictures).toEqual((await input.open(bytes)).pictures);
    expect(read).toBeLessThan(300_000);
  });
});

test('samples are where a worker that reads the file by itself looks for them', async () => {
  const [front, behind] = [write('cr3'), new Uint8Array(2_000_000)];
  const file = new Blob([front, behind]);
  const begun = await startPipeline(file, 'photo.cr3', {}, {});
  if (begun.kind !== 'planned') throw new Error('made in one piece');
  const [tile] = begun.planned.plan.tasks[0]!.tiles;
  const { start, end } = tile!.data as { start: number; end: number };
  expect(await bytesOfBlob(file.slice(start, end))).toEqual(large);
  const { blob } = await runInStrips(begun.planned, file);
  expect(await sizeAndColor(blob)).toEqual({ width: 500, height: 700, isRed: true });
});

describe('the samples of a sensor are no picture', () => {
  test.each([
    ['in a strip', [273, 279]],
    ['in tiles', [324, 325]],
  ])('%s', async (_, [offsets, sizes]) => {
    const linear: TiffEntry[] = [
      [259, 3, [34892]],
      [262, 3, [34892]],
      [offsets!, 'offset', large!],
      [sizes!, 4, [large!.length]],
    ];
    const preview: TiffEntry[] = [
      [513, 'offset', small!],
      [514, 4, [small!.length]],
    ];
    const bytes = writeTiff({
      directories: [[...cameraNotes, ...preview, [330, 'directories', [linear]]]],
    });
    expect(findPreview(bytes).jpeg).toMatchObject({ width: 160, height: 120 });
  });

  test('where they are all that there is', async () => {
    const sensor: TiffEntry[] = [
      [259, 3, [7]],
      [262, 3, [32803]],
      [273, 'offset', large!],
      [279, 4, [large!.length]],
    ];
    await expect(convert(writeTiff({ directories: [sensor] }))).rejects.toMatchObject({
      code: 'unsupported-feature',
      feature: 'raw-without-preview',
    });
  });
});

test('a JPEG that no structure names is found, and one that is cut is not', async () => {
  const head = writeTiff({ directories: [cameraNotes], mark: 0x55 });
  const noise = Uint8Array.from({ length: 5000 }, (_, at) => (at * 31) % 256);
  const bytes = joinBytes([head, noise, small!, noise, large!.subarray(0, 400)]);
  expect(findPreview(bytes).jpeg).toMatchObject({
    width: 160,
    height: 120,
    start: head.length + 5000,
  });
  const header = await loadInput('raw').then((input) =>
    input.readHeader(new FileParts(new Blob([bytes]))),
  );
  expect(findPreview(header).jpeg).toMatchObject({ width: 160, height: 120 });
});

test.each(rawKinds)('%s: what ends before its JPEG is damaged', async (kind) => {
  const bytes = writeRaw(kind, large!, small!);
  const { start } = findPreview(bytes).jpeg;
  const cut = convert(bytes.slice(0, start + 200));
  const ending = await cut.then(({ width }) => width).catch((error: EngineError) => error.code);
  expect([120, 'corrupt-file']).toContain(ending);
});

test.each(rawKinds)('%s: damage gives a JPEG or an error of ours', (kind) => {
  const bytes = writeRaw(kind, large!, small!);
  const found = Array.from({ length: 50 }, (_, seed) =>
    orNull(() => findPreview(Uint8Array.from(mutate(bytes, seed))).jpeg.end <= 2 * bytes.length),
  );
  expect(found.filter((each) => each === false)).toEqual([]);
});

describe('of a damaged file', () => {
  // The others name their JPEG behind it, as they are written here.
  const behind: readonly RawKind[] = ['dng', 'nef', 'crw', 'x3f'];
  test.each(rawKinds.filter((kind) => !behind.includes(kind)))(
    '%s: the largest JPEG is salvaged, also one that is cut',
    async (kind) => {
      const bytes = write(kind);
      const { start, end } = findPreview(bytes).jpeg;
      const salvaged: Bytes[] = [];
      const jpeg = await loadInput('jpeg');
      const input = createRawInput(async () => ({
        ...jpeg,
        openDamaged(part) {
          salvaged.push(part);
          return jpeg.open(bytes.subarray(start, end));
        },
      }));
      const cut = bytes.slice(0, end - 300);
      const { format, notes, pictures } = await input.openDamaged!(cut);
      expect(salvaged).toEqual([cut.subarray(start)]);
      expect({ format, notes }).toEqual({ format: 'raw', notes: ['embedded-preview'] });
      const { width, height, orientation } = (await input.open(bytes)).pictures[0]!;
      expect(pictures).toMatchObject([{ width, height, orientation }]);
    },
  );

  test('nothing is salvaged where there is no structure', async () => {
    const bytes = write('dng').slice(0, 6);
    const input = await loadInput('raw');
    await expect(input.openDamaged!(bytes)).rejects.toMatchObject({ code: 'corrupt-file' });
  });
});
