import encode, { init } from '@jsquash/webp/encode.js';
import { joinBytes } from '../../bytes/join.ts';
import { EngineError } from '../../errors.ts';
import type { Raster } from '../../planes/raster.ts';
import { PackagedCodec } from '../../wasm/packaged-codec.ts';
import { writeWebp } from './container.ts';
import { contentOf } from './lossless/content.ts';
import { encodePhoto } from './lossless/encode-photo.ts';
import { vp8lModule } from './lossless/vp8l-module.ts';

const encoder = new PackagedCodec('webp-encoder', init);

/**
 * Effort, out of 100. Drawings and screenshots become up to 8 % smaller with more of it; other
 * pictures only take twice the time.
 */
const effort = { drawing: 75, other: 30 } as const;

async function encodeByLibwebp(
  { width, height, data }: Raster,
  quality: number,
): Promise<Uint8Array<ArrayBuffer>> {
  try {
    // `exact` preserves the color of fully transparent pixels.
    const options = { lossless: 1, exact: 1, quality } as const;
    const image = {
      data: data as Uint8ClampedArray<ArrayBuffer>,
      width,
      height,
      colorSpace: 'srgb',
    } as const;
    return new Uint8Array(await encoder.use(() => encode(image, options)));
  } catch (cause) {
    if (cause instanceof EngineError) throw cause;
    throw new EngineError('encode-failed', `libwebp: ${String(cause)}`, { cause });
  }
}

/**
 * Encodes straight 8-bit RGBA losslessly. May overwrite the raster. Throws `encode-failed` or
 * `out-of-memory`.
 */
export async function encodeLossless(raster: Raster): Promise<Uint8Array<ArrayBuffer>> {
  if (!(raster.data instanceof Uint8ClampedArray))
    throw new EngineError('encode-failed', 'WebP takes 8-bit samples');
  const content = contentOf(raster);
  if (content !== 'photo') return encodeByLibwebp(raster, effort[content]);
  const module = await vp8lModule.require();
  try {
    return writeWebp([
      { type: 'VP8L', data: joinBytes(encodePhoto(module, raster, !raster.opaque)) },
    ]);
  } catch (error) {
    vp8lModule.drop();
    throw error;
  }
}
