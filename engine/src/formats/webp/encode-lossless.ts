import encode, { init } from '@jsquash/webp/encode.js';
import { EngineError } from '../../errors.ts';
import type { Raster } from '../../planes/raster.ts';
import { PackagedCodec } from '../../wasm/packaged-codec.ts';

const encoder = new PackagedCodec('webp-encoder', init);

/**
 * Of 100. Drawings and screenshots take up to 8 % fewer bytes with much of it; photos, which have no repeats to be
 * found, take twice the time for as many bytes, and a fifth more of them below the lesser one.
 */
const effort = { drawing: 75, photo: 30 } as const;

/** Rows that are looked at, and from which share of pixels on that are the same as those above a picture is a drawing. */
const lookedAt = 64;
const drawnShare = 0.3;

function isDrawing({ width, height, data }: Raster): boolean {
  const pixels = new Uint32Array(data.buffer, data.byteOffset, width * height);
  const step = Math.max(1, Math.floor(height / lookedAt));
  let same = 0;
  let all = 0;
  for (let y = 1; y < height; y += step, all += width) {
    const end = (y + 1) * width;
    for (let at = y * width; at < end; at++) if (pixels[at] === pixels[at - width]) same++;
  }
  return same >= all * drawnShare;
}

/** Encodes straight 8-bit RGBA with libwebp, losslessly. Throws `encode-failed`. */
export async function encodeLossless(raster: Raster): Promise<Uint8Array<ArrayBuffer>> {
  const { width, height, data } = raster;
  if (!(data instanceof Uint8ClampedArray))
    throw new EngineError('encode-failed', 'WebP takes 8-bit samples');
  try {
    const quality = isDrawing(raster) ? effort.drawing : effort.photo;
    // `exact` keeps the color under full transparency; without it that would be lost.
    const options = { lossless: 1, exact: 1, quality } as const;
    const image = { data, width, height, colorSpace: 'srgb' } as const;
    return new Uint8Array(await encoder.use(() => encode(image, options)));
  } catch (cause) {
    if (cause instanceof EngineError) throw cause;
    throw new EngineError('encode-failed', `libwebp: ${String(cause)}`, { cause });
  }
}
