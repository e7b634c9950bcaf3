import { describe, expect, test } from 'vitest';
import { box, bytesOf, fullBox, uint } from '../../testing/heif-writer.ts';
import { fixture, readPixels } from '../../testing/pictures.ts';
import { runPipeline } from '../convert/pipeline.ts';
import { readThumbnail } from '../convert/thumbnail.ts';
import { readHeif } from '../heif/file.ts';
import { withFirstFrame } from './image-sequence.ts';

/** What a still picture is coded as. */
async function codedPicture() {
  const file = readHeif(await fixture('rotated.heic'))!;
  const item = file.items.get(file.primaryId!)!;
  const properties = item.properties.map(({ property }) => property);
  const size = properties.find((property) => property.kind === 'size')!;
  const configuration = properties.find((property) => property.kind === 'hevc-configuration')!;
  const rotation = properties.find((property) => property.kind === 'rotation')!;
  return { ...size, ...rotation, configuration: configuration.bytes, data: item.data() };
}

interface Sequence {
  handler?: string;
  coding?: string;
  version?: 0 | 1;
  /** A track's matrix, without what is the same in all of them. */
  matrix?: number[];
  dataAt?: number;
  frames?: number;
  /** Boxes in front of the movie. */
  before?: Uint8Array[];
}

const signed = (value: number) => uint(value >>> 0, 4);
const [one, minusOne] = [0x10000, -0x10000];

/** Frames that are all alike, in a file without any item. */
async function writeSequence({
  handler = 'pict',
  coding = 'hvc1',
  version = 0,
  matrix = [one, 0, 0, one],
  dataAt,
  frames = 2,
  before = [],
}: Sequence = {}): Promise<Uint8Array<ArrayBuffer>> {
  const { width, height, configuration, data } = await codedPicture();
  const start = bytesOf(box('ftyp', 'msf1', uint(0, 4), 'msf1hevc'), ...before);
  const entry = box(
    coding,
    ...[uint(0, 24), uint(width, 2), uint(height, 2), uint(0, 50), box('hvcC', configuration)],
  );
  const movie = (at: number) => {
    const table = box(
      'stbl',
      fullBox('stsd', 0, 0, uint(1, 4), entry),
      fullBox('stts', 0, 0, uint(1, 4), uint(frames, 4), uint(40, 4)),
      fullBox('stsc', 0, 0, uint(1, 4), uint(1, 4), uint(frames, 4), uint(1, 4)),
      fullBox('stsz', 0, 0, uint(data.length, 4), uint(frames, 4)),
      fullBox('stco', 0, 0, uint(1, 4), uint(at, 4)),
    );
    const [a, b, c, d] = matrix.map(signed);
    const header = fullBox(
      ...(['tkhd', version, 0, uint(0, version === 1 ? 32 : 20), uint(0, 16)] as const),
      ...[a!, b!, uint(0, 4), c!, d!, uint(0, 4), uint(0, 8), uint(0x40000000, 4), uint(0, 8)],
    );
    const media = box(
      ...(['mdia', fullBox('hdlr', 0, 0, uint(0, 4), handler, uint(0, 13))] as const),
      box('minf', table),
    );
    return box('moov', box('trak', header, media));
  };
  const at = dataAt ?? start.length + movie(0).length + 8;
  const copies = Array.from({ length: frames }, () => data);
  return Uint8Array.from(bytesOf(start, movie(at), box('mdat', ...copies)));
}

async function pixelsOf(bytes: Uint8Array<ArrayBuffer>) {
  const { blob, ...result } = await runPipeline(new Blob([bytes]), 'frames.heics', {
    format: 'png',
  });
  return { ...result, pixels: await readPixels(blob) };
}

describe('an image sequence without a still picture', () => {
  test('gives its first frame, and says so', async () => {
    const still = await pixelsOf(await fixture('rotated.heic'));
    const { quarterTurns } = await codedPicture();
    // The fixture is turned, and the sequence by the matrix that does the same.
    expect(quarterTurns).toBe(3);
    const result = await pixelsOf(await writeSequence({ matrix: [0, one, minusOne, 0] }));
    expect(result.pixels).toEqual(still.pixels);
    expect(result.notes).toContain('animation-first-frame');
    expect(result.input).toBe('heic');
  });

  test.each([
    ['not', [one, 0, 0, one], 0],
    ['clockwise', [0, one, minusOne, 0], 3],
    ['upside down', [minusOne, 0, 0, minusOne], 2],
    ['counterclockwise', [0, minusOne, one, 0], 1],
  ] as const)('is turned %s', async (_, matrix, quarterTurns) => {
    for (const version of [0, 1] as const) {
      const bytes = await writeSequence({ matrix: [...matrix], version });
      const { file } = withFirstFrame(readHeif(bytes)!);
      const properties = file.items.get(1)!.properties.map(({ property }) => property);
      expect(properties).toContainEqual({ kind: 'rotation', quarterTurns });
    }
  });

  test('gives its first frame where items are listed and none is named as the picture', async () => {
    const { pixels } = await pixelsOf(await writeSequence());
    const entry = fullBox('infe', 2, 0, uint(1, 2), uint(0, 2), 'hvc1', [0]);
    const meta = fullBox('meta', 0, 0, fullBox('iinf', 0, 0, uint(1, 2), entry));
    const result = await pixelsOf(await writeSequence({ before: [meta] }));
    expect(result.pixels).toEqual(pixels);
    expect(result.notes).toContain('animation-first-frame');
  });

  test('has nothing to say of a single frame', async () => {
    const { notes } = await pixelsOf(await writeSequence({ frames: 1 }));
    expect(notes).not.toContain('animation-first-frame');
  });

  test('has no small picture', async () => {
    const bytes = await writeSequence();
    expect(await readThumbnail(new Blob([bytes]))).toBeNull();
  });

  test.each([
    ['of a video', { handler: 'vide' }],
    ['in a coding that the engine does not know', { coding: 'vvc1' }],
  ] as const)('%s is refused by name', async (_, sequence) => {
    await expect(pixelsOf(await writeSequence(sequence))).rejects.toMatchObject({
      code: 'unsupported-feature',
      feature: 'image-sequence',
    });
  });

  test('that ends before its first frame is damaged', async () => {
    await expect(pixelsOf(await writeSequence({ dataAt: 1_000_000 }))).rejects.toMatchObject({
      code: 'corrupt-file',
    });
  });
});
