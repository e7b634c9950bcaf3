import sharp, { type Sharp, type WebpOptions } from 'sharp';
import { describe, expect, test } from 'vitest';
import { samplePhoto } from '../../../testing/sample-planes.ts';
import { compiledModule } from '../../../testing/wasm.ts';
import { joinBytes } from '../../bytes/join.ts';
import { runPipeline } from '../../convert/pipeline.ts';
import { readWebp, writeWebp } from './container.ts';
import { ModeReader } from './vp8-modes.ts';

const modes = new ModeReader(await compiledModule('webp-modes'));

type Bytes = Uint8Array<ArrayBuffer>;

const photo = samplePhoto(640, 480);
const picture = () =>
  sharp(photo.data, { raw: { width: photo.width, height: photo.height, channels: 3 } });
const bytesOf = async (made: Sharp): Promise<Bytes> => new Uint8Array(await made.toBuffer());

const kinds: Record<string, Bytes> = {
  lossy: await bytesOf(picture().webp({ quality: 90 })),
  lossless: await bytesOf(picture().webp({ lossless: true })),
  'with alpha': await bytesOf(picture().ensureAlpha(0.5).webp({ quality: 80 })),
};

const shares = [0.05, 0.2, 0.4, 0.6, 0.85];

async function endingOf(bytes: Bytes): Promise<string> {
  return runPipeline(new Blob([bytes]), '', { format: 'png' }).then(
    ({ notes }) => ['converted', ...notes].join(' '),
    (error: { code: string }) => error.code,
  );
}

/** The size in the lossy frame's own header; there is no other in a plain file. */
function withHeight(bytes: Bytes, height: number): Bytes {
  const copy = bytes.slice();
  const start = copy.findIndex(
    (byte, at) => byte === 0x9d && copy[at + 1] === 1 && copy[at + 2] === 0x2a,
  );
  new DataView(copy.buffer).setUint16(start + 5, height, true);
  return copy;
}

describe.each(Object.entries(kinds))('a damaged WebP, %s, is not given as whole', (_, bytes) => {
  test.each(shares)('with a tenth zeroed from %d on', async (share) => {
    const from = Math.floor(bytes.length * share);
    const zeroed = bytes.slice().fill(0, from, from + Math.floor(bytes.length / 10));
    expect(await endingOf(zeroed)).toMatch(/^(?:corrupt-file|converted may-be-damaged)$/);
  });

  test.each(shares)('with a third cut out from %d on', async (share) => {
    const from = Math.floor(bytes.length * share * 0.7);
    const rest = bytes.subarray(from + Math.floor(bytes.length * 0.3));
    expect(await endingOf(joinBytes([bytes.subarray(0, from), rest]))).toBe('corrupt-file');
  });

  test('but whole it is', async () => {
    expect(await endingOf(bytes)).toBe('converted');
  });
});

test.each([16, 240, 464, 496, 960])(
  'a lossy WebP with a false height of %d is refused',
  async (height) => {
    expect(await endingOf(withHeight(kinds['lossy']!, height))).toBe('corrupt-file');
  },
);

test('a lossy WebP without rows is refused from its header', () => {
  expect(() => readWebp(withHeight(kinds['lossy']!, 0))).toThrow('no pixels');
});

describe('the modes of a lossy WebP', () => {
  const sizes = [
    [1, 1],
    [17, 33],
    [640, 480],
    [1500, 40],
  ] as const;
  const options: WebpOptions[] = [
    { quality: 5, effort: 0 },
    { quality: 60, effort: 2 },
    { quality: 95, effort: 6 },
    { quality: 80, effort: 4, preset: 'drawing' },
    { quality: 30, effort: 6, preset: 'photo', smartSubsample: true },
  ];

  test.each(sizes)('are as many as its size says: %d x %d', async (width, height) => {
    for (const flat of [false, true]) {
      for (const option of options) {
        const source = flat
          ? sharp({ create: { width, height, channels: 3, background: '#369' } })
          : picture().resize(width, height, { fit: 'fill' });
        const { chunks } = readWebp(await bytesOf(source.webp(option)));
        expect(modes.hasModesForSize(chunks.find(({ type }) => type === 'VP8 ')!.data)).toBe(true);
      }
    }
  });
});

test('an animation whose frame is larger than its canvas is refused before it is decoded', async () => {
  const frame = readWebp(kinds['lossy']!).chunks;
  const u24 = (value: number) => [value & 255, (value >> 8) & 255, value >> 16];
  const animation = (canvas: number) =>
    writeWebp([
      { type: 'VP8X', data: new Uint8Array([2, 0, 0, 0, ...u24(canvas - 1), ...u24(canvas - 1)]) },
      { type: 'ANIM', data: new Uint8Array(6) },
      {
        type: 'ANMF',
        data: joinBytes([
          new Uint8Array([...u24(0), ...u24(0), ...u24(639), ...u24(479), ...u24(100), 0]),
          writeWebp(frame).subarray(12),
        ]),
      },
    ]);
  expect(await endingOf(animation(640))).toBe('converted animation-first-frame');
  expect(await endingOf(animation(100))).toBe('corrupt-file');
});
