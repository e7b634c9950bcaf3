import encode, { init } from '@jsquash/jpeg/encode.js';
import { EngineError } from '../../errors.ts';
import type { Raster } from '../../planes/raster.ts';
import { PackagedCodec } from '../../wasm/packaged-codec.ts';

/** The package's const enum MozJpegColorSpace, which isolated modules can't read. */
const colorSpaces = { gray: 1, yCbCr: 3 } as const;

const encoder = new PackagedCodec('mozjpeg-encoder', init);

/**
 * Encodes an opaque 8-bit raster with mozjpeg, progressive and with its search for small files.
 * `quality` is libjpeg's, 1 to 100. Throws `encode-failed`.
 */
export async function encodeMozjpeg(
  raster: Raster,
  quality: number,
  halfChroma: boolean,
): Promise<Uint8Array<ArrayBuffer>> {
  if (!(raster.data instanceof Uint8ClampedArray)) {
    throw new EngineError('encode-failed', 'JPEG takes 8-bit samples');
  }
  const image = {
    data: raster.data,
    width: raster.width,
    height: raster.height,
    colorSpace: 'srgb' as const,
  };
  try {
    const options = {
      quality,
      auto_subsample: false,
      chroma_subsample: halfChroma ? 2 : 1,
      color_space: raster.gray ? colorSpaces.gray : colorSpaces.yCbCr,
    };
    return new Uint8Array(await encoder.use(() => encode(image, options)));
  } catch (cause) {
    if (cause instanceof EngineError) throw cause;
    throw new EngineError('encode-failed', `mozjpeg: ${String(cause)}`, { cause });
  }
}
