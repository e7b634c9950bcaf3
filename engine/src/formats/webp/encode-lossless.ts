import encode, { init } from '@jsquash/webp/encode.js';
import { EngineError } from '../../errors.ts';
import type { Raster } from '../../planes/raster.ts';
import { PackagedCodec } from '../../wasm/packaged-codec.ts';

const encoder = new PackagedCodec('webp-encoder', init);

/**
 * `exact` keeps the color under full transparency. `quality` is the effort, of 100: 75 takes up to twice the time of 30
 * for 0 to 1 % fewer bytes, and below 30 photos take a fifth more.
 */
const options = { lossless: 1, exact: 1, quality: 30 } as const;

/** Encodes straight 8-bit RGBA with libwebp, losslessly. Throws `encode-failed`. */
export async function encodeLossless({
  width,
  height,
  data,
}: Raster): Promise<Uint8Array<ArrayBuffer>> {
  if (!(data instanceof Uint8ClampedArray))
    throw new EngineError('encode-failed', 'WebP takes 8-bit samples');
  try {
    const image = { data, width, height, colorSpace: 'srgb' } as const;
    return new Uint8Array(await encoder.use(() => encode(image, options)));
  } catch (cause) {
    if (cause instanceof EngineError) throw cause;
    throw new EngineError('encode-failed', `libwebp: ${String(cause)}`, { cause });
  }
}
