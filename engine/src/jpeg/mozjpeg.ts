import encode, { init } from '@jsquash/jpeg/encode.js';
import { EngineError } from '../errors.ts';
import type { Raster } from '../raster.ts';
import { loadWasm } from '../wasm.ts';

/** The package's const enum MozJpegColorSpace, which isolated modules can't read. */
const colorSpaces = { gray: 1, yCbCr: 3 } as const;

let ready: Promise<void> | undefined;

async function start(): Promise<void> {
  const module = await loadWasm('mozjpeg-encoder');
  // The package's types leave out the first parameter, the compiled module.
  await (init as unknown as (module: WebAssembly.Module) => Promise<void>)(module);
}

/**
 * Encodes an opaque 8-bit raster with mozjpeg, progressive and with its search for small files.
 * `quality` is libjpeg's, 1 to 100. Throws `encode-failed`.
 */
export async function encodeMozjpeg(
  raster: Raster,
  quality: number,
  halfChroma: boolean,
): Promise<Uint8Array<ArrayBuffer>> {
  ready ??= start().catch((error: unknown) => {
    ready = undefined;
    throw error;
  });
  await ready;
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
    return new Uint8Array(await encode(image, options));
  } catch (cause) {
    ready = undefined; // an encoder that stopped halfway is not used again
    throw new EngineError('encode-failed', `mozjpeg: ${String(cause)}`, { cause });
  }
}
