import { release } from '../../bytes/release.ts';
import { EngineError } from '../../errors.ts';
import type { Size } from '../../geometry.ts';
import type { Raster } from '../../planes/raster.ts';
import { loadWasm } from '../../wasm/load.ts';
import { ThreadCodec } from '../../wasm/thread-codec.ts';
import { JpegEncoder } from '../jpeg/encoder/encoder.ts';
import { encodeAlpha } from './alpha/alpha-chunk.ts';
import { fillTransparent } from './alpha/fill-transparent.ts';
import { extendedHeader, readWebp, writeWebp } from './container.ts';
import { Vp8Encoder } from './vp8-encoder.ts';

/** Pixels per strip, which limits the memory for samples. */
const stripPixels = 2e6;
const macroblock = 16;

export const vp8Encoder = new ThreadCodec(
  async () => new Vp8Encoder(await loadWasm('vp8-encoder')),
);
/** Converts pixels to planes. */
const converter = new ThreadCodec(async () => JpegEncoder.create(await loadWasm('jpeg-encoder')));

/**
 * Encodes a picture's alpha for `addAlpha`. `null` where it is opaque. Fully transparent pixels
 * lose their color, in place.
 */
export function takeAlpha(raster: Raster): Uint8Array<ArrayBuffer> | null {
  if (raster.opaque) return null;
  const alpha = new Uint8Array(raster.width * raster.height);
  fillTransparent(raster, alpha);
  return encodeAlpha(alpha, raster);
}

/** Adds alpha, if any, to a file from `joinLossy`, which is then unusable. */
export function addAlpha(
  file: Uint8Array<ArrayBuffer>,
  alpha: Uint8Array | null,
): Uint8Array<ArrayBuffer> {
  if (!alpha) return file;
  const { chunks, width, height } = readWebp(file);
  const extended = extendedHeader({ width, height, hasAlpha: true, animated: false });
  const whole = writeWebp([extended, { type: 'ALPH', data: alpha }, ...chunks]);
  release(file.buffer);
  return whole;
}

/**
 * Encodes straight 8-bit RGBA to a lossy WebP file. `quality` is 0 to 100. Fully transparent pixels
 * lose their color, in place. Throws `encode-failed`, `out-of-memory`.
 */
export async function encodeLossy(
  raster: Raster,
  quality: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const { width, height, data } = raster;
  if (!(data instanceof Uint8ClampedArray))
    throw new EngineError('encode-failed', 'WebP takes 8-bit samples');
  const alpha = takeAlpha(raster);
  const [vp8, jpeg] = await Promise.all([vp8Encoder.require(), converter.require()]);
  const rows = Math.max(1, Math.floor(stripPixels / width / macroblock)) * macroblock;
  try {
    vp8.setQuality({ width, height }, quality);
    const strips: Uint8Array[] = [];
    for (let top = 0; top < height; top += rows) {
      const shape = { width, height: Math.min(rows, height - top) };
      const strip = jpeg.samples.startStrip({ ...shape, chroma: '4:2:0', sampleBytes: 1 });
      jpeg.samples.placeRgba(
        strip,
        data.subarray(top * width * 4, (top + shape.height) * width * 4),
      );
      jpeg.samples.finish(strip, null);
      strips.push(vp8.codeStrip(jpeg.samples.paddedSamplesOf(strip), shape, top === 0));
    }
    return addAlpha(await joinLossy(strips, { width, height }, quality), alpha);
  } catch (error) {
    // WebAssembly memory never shrinks: only dropping the instances frees it.
    vp8Encoder.drop();
    converter.drop();
    throw error;
  }
}

/**
 * Joins the results of `Vp8Encoder.codeStrip` to a simple WebP file. Throws `encode-failed`,
 * `out-of-memory`.
 */
export async function joinLossy(
  strips: readonly Uint8Array[],
  size: Size,
  quality: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const vp8 = await vp8Encoder.require();
  try {
    const data = vp8.write(strips, size, quality);
    const file = writeWebp([{ type: 'VP8 ', data }]);
    release(data.buffer);
    return file;
  } catch (error) {
    vp8Encoder.drop();
    throw error;
  }
}
