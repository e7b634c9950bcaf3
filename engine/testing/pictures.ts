/** Fixtures, and the engine's results read back by another library. */
import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { runPipeline } from '../src/convert/pipeline.ts';
import { EngineError } from '../src/errors.ts';
import type { ConvertOptions, ConvertResult } from '../src/options.ts';

export async function fixture(name: string): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await readFile(new URL(`../fixtures/${name}`, import.meta.url)));
}

/** Converts a fixture in this thread. */
export async function convertFixture(
  name: string,
  options: ConvertOptions = {},
): Promise<ConvertResult> {
  return runPipeline(new Blob([await fixture(name)]), name, options);
}

/** What becomes of a file: `converted`, or its error's code. */
export async function codeOf(
  bytes: Uint8Array<ArrayBuffer>,
  name = 'photo.heic',
  options: ConvertOptions = {},
) {
  return runPipeline(new Blob([bytes]), name, options).then(
    () => 'converted',
    (error: unknown) => (error instanceof EngineError ? error.code : 'not an EngineError'),
  );
}

export interface Pixels {
  width: number;
  height: number;
  /** Interleaved samples of 8 bits. */
  data: Uint8Array;
  channels: number;
}

/** Samples as they are stored: no turn, no color management. */
export async function readPixels(picture: Uint8Array | Blob, channels: 3 | 4 = 3): Promise<Pixels> {
  const bytes = picture instanceof Blob ? new Uint8Array(await picture.arrayBuffer()) : picture;
  const opened = sharp(bytes, { ignoreIcc: true }).toColorspace('srgb');
  const shaped = channels === 4 ? opened.ensureAlpha() : opened.removeAlpha();
  const { data, info } = await shaped.raw().toBuffer({ resolveWithObject: true });
  return {
    width: info.width,
    height: info.height,
    data: new Uint8Array(data),
    channels: info.channels,
  };
}

export async function bytesOfBlob(blob: Blob): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await blob.arrayBuffer());
}

const pixelXDimension = 0xa002;
const [short, long] = [3, 4];

/** What a picture's Exif says of its width; `null` where it says nothing. */
export async function exifWidthOf(picture: Blob): Promise<number | null> {
  const { exif } = await sharp(await bytesOfBlob(picture)).metadata();
  if (!exif) return null;
  const littleEndian = exif.includes('II*\0');
  const view = new DataView(exif.buffer, exif.byteOffset, exif.length);
  for (let at = 0; at + 12 <= exif.length; at++) {
    if (view.getUint16(at, littleEndian) !== pixelXDimension) continue;
    const type = view.getUint16(at + 2, littleEndian);
    if (type === short) return view.getUint16(at + 8, littleEndian);
    if (type === long) return view.getUint32(at + 8, littleEndian);
  }
  return null;
}

/** Peak signal-to-noise ratio in dB over all samples; 99 for equal pictures. */
export function psnrOf(a: Pixels, b: Pixels): number {
  if (a.width !== b.width || a.height !== b.height || a.channels !== b.channels) return 0;
  let sum = 0;
  for (let at = 0; at < a.data.length; at++) sum += (a.data[at]! - b.data[at]!) ** 2;
  return sum === 0 ? 99 : Math.min(99, 10 * Math.log10((255 * 255 * a.data.length) / sum));
}

/** The characters of `text` anywhere in the bytes, as UTF-8. */
export function contains(bytes: Uint8Array, text: string): boolean {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(text);
}
