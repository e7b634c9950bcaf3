import decode, { init } from '@jsquash/avif/decode.js';
import { EngineError } from '../errors.ts';
import type { Raster } from '../raster.ts';
import { loadWasm } from '../wasm.ts';

let ready: Promise<void> | undefined;

async function start(): Promise<void> {
  const module = await loadWasm('avif-decoder');
  // The package's types leave out the first parameter, the compiled module.
  await (init as unknown as (module: WebAssembly.Module) => Promise<void>)(module);
}

/**
 * Decodes the primary picture of an AVIF file as it is coded, neither cropped nor turned.
 * Samples have 16 bits when the file has more than 8.
 */
export async function decodeAvif(
  bytes: Uint8Array<ArrayBuffer>,
  bitDepth: number,
): Promise<Pick<Raster, 'width' | 'height' | 'data'>> {
  ready ??= start().catch((error: unknown) => {
    ready = undefined;
    throw error;
  });
  await ready;
  try {
    const buffer = bytes as unknown as ArrayBuffer;
    if (bitDepth > 8) {
      const image = await decode(buffer, { bitDepth: 16 });
      if (image)
        return { width: image.width, height: image.height, data: new Uint16Array(image.data) };
    } else {
      const image = await decode(buffer);
      if (image)
        return {
          width: image.width,
          height: image.height,
          data: new Uint8ClampedArray(image.data),
        };
    }
  } catch (cause) {
    ready = undefined; // a decoder that stopped halfway is not used again
    throw new EngineError('corrupt-file', `AVIF: ${String(cause)}`, { cause });
  }
  throw new EngineError('corrupt-file', 'AVIF: the picture could not be decoded');
}
