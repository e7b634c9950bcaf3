import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { samplePhoto } from '../../../testing/sample-planes.ts';
import { joinBytes } from '../../bytes/join.ts';
import { runPipeline } from '../../convert/pipeline.ts';

const photo = samplePhoto(320, 240);
const raw = { width: photo.width, height: photo.height, channels: 3 as const };
const gif = new Uint8Array(await sharp(photo.data, { raw }).gif().toBuffer());

async function endingOf(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return runPipeline(new Blob([bytes]), '', { format: 'png' }).then(
    ({ notes }) => ['converted', ...notes].join(' '),
    (error: { code: string }) => error.code,
  );
}

/** In the screen's size, the frame's, or both. */
function withHeight(height: number, where: 'screen' | 'frame' | 'both'): Uint8Array<ArrayBuffer> {
  const copy = gif.slice();
  const view = new DataView(copy.buffer);
  const size = [0x40, 0x01, 0xf0, 0x00];
  const frame = copy.findIndex(
    (byte, at) => at > 10 && byte === 0x2c && size.every((one, n) => copy[at + 5 + n] === one),
  );
  if (where !== 'frame') view.setUint16(8, height, true);
  if (where !== 'screen') view.setUint16(frame + 7, height, true);
  return copy;
}

const flagged = /^(?:corrupt-file|converted may-be-damaged)$/;

describe('a damaged GIF is not given as whole', () => {
  const shares = [0.1, 0.3, 0.5, 0.7, 0.88];

  test.each(shares)('with a tenth zeroed from %d on', async (share) => {
    const from = Math.floor(gif.length * share);
    const zeroed = gif.slice().fill(0, from, from + Math.floor(gif.length / 10));
    expect(await endingOf(zeroed)).toMatch(flagged);
  });

  test.each(shares)('with a third cut out from %d on', async (share) => {
    const from = Math.floor(gif.length * share * 0.7);
    const rest = gif.subarray(from + Math.floor(gif.length * 0.3));
    expect(await endingOf(joinBytes([gif.subarray(0, from), rest]))).toMatch(flagged);
  });

  test.each(['frame', 'both'] as const)('with half the height: %s', async (where) => {
    expect(await endingOf(withHeight(120, where))).toMatch(flagged);
  });

  test('with a screen that is less high than its picture', async () => {
    expect(await endingOf(withHeight(120, 'screen'))).toBe('converted may-be-damaged');
  });

  test('with twice the height', async () => {
    expect(await endingOf(withHeight(480, 'both'))).toBe('corrupt-file');
  });

  test('but whole it is', async () => {
    expect(await endingOf(gif)).toBe('converted');
  });
});

describe('a GIF of two rows of three pixels, of which there are', () => {
  const write = (count: number): Uint8Array<ArrayBuffer> => {
    // Codes stay three bits long where each is behind one that clears (4); 5 is the end.
    const codes = [...Array.from({ length: count }, (_, index) => [4, index % 2]).flat(), 5];
    const bits = codes.reduceRight((sum, code) => sum * 8 + code, 0);
    const size = Math.ceil((codes.length * 3) / 8);
    const data = Array.from({ length: size }, (_, index) => Math.floor(bits / 256 ** index) % 256);
    const screen = [3, 0, 2, 0, 0x80, 0, 0];
    const palette = [255, 0, 0, 0, 255, 0];
    const frame = [0x2c, 0, 0, 0, 0, 3, 0, 2, 0, 0, 2];
    const behindMark = [...screen, ...palette, ...frame, size, ...data, 0, 0x3b];
    return joinBytes([new TextEncoder().encode('GIF89a'), Uint8Array.from(behindMark)]);
  };

  test.each([
    [6, 'converted'],
    [5, 'converted may-be-damaged'],
    [4, 'converted may-be-damaged'],
    [3, 'corrupt-file'],
    [0, 'corrupt-file'],
  ])('%i: %s', async (count, ending) => {
    expect(await endingOf(write(count))).toBe(ending);
  });
});

test('a frame of billions of pixels on a small screen is refused by name', async () => {
  const copy = withHeight(65_535, 'frame');
  const view = new DataView(copy.buffer);
  const at = copy.findIndex((_, index) => index > 10 && view.getUint16(index, true) === 65_535);
  view.setUint16(at - 2, 65_535, true);
  expect(await endingOf(copy)).toBe('too-large');
});
