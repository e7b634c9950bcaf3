import decode, { init } from '@jsquash/avif/decode.js';
import { EngineError } from '../../errors.ts';
import type { Raster } from '../../planes/raster.ts';
import { PackagedCodec } from '../../wasm/packaged-codec.ts';

const decoder = new PackagedCodec('avif-decoder', init);

/**
 * Decodes an AVIF file's primary picture as coded, without crop or turn. Samples have 16 bits when
 * the file has more than 8.
 */
export async function decodeAvif(
  bytes: Uint8Array<ArrayBuffer>,
  bitDepth: number,
): Promise<Pick<Raster, 'width' | 'height' | 'data'>> {
  try {
    const buffer = bytes as unknown as ArrayBuffer;
    if (bitDepth > 8) {
      const image = await decoder.use(() => decode(buffer, { bitDepth: 16 }));
      if (image)
        return {
          width: image.width,
          height: image.height,
          data: new Uint16Array(image.data.buffer),
        };
    } else {
      const image = await decoder.use(() => decode(buffer));
      if (image)
        return {
          width: image.width,
          height: image.height,
          data: new Uint8ClampedArray(image.data.buffer),
        };
    }
  } catch (cause) {
    if (cause instanceof EngineError) throw cause;
    throw new EngineError('corrupt-file', `AVIF: ${String(cause)}`, { cause });
  }
  throw new EngineError('corrupt-file', 'AVIF: the picture could not be decoded');
}
