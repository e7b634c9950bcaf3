import decode, { init } from '@jsquash/webp/decode.js';
import { EngineError } from '../../errors.ts';
import type { Raster } from '../../planes/raster.ts';
import { PackagedCodec } from '../../wasm/packaged-codec.ts';
import { readFirstFrame, readWebp, type WebpFile } from './container.ts';
import { readWebpMetadata } from './read-metadata.ts';
import { mayBeDamaged } from './damage.ts';
import { modeReader } from './vp8-modes.ts';

const decoder = new PackagedCodec('webp-decoder', init);

async function decodeStill(bytes: Uint8Array<ArrayBuffer>): Promise<ImageData> {
  try {
    return await decoder.use(() => decode(bytes as unknown as ArrayBuffer));
  } catch (cause) {
    if (cause instanceof EngineError) throw cause;
    throw new EngineError('corrupt-file', `WebP: ${String(cause)}`, { cause });
  }
}

/** Places the first frame of an animation on its transparent canvas. */
function placeOnCanvas(
  frame: ImageData,
  x: number,
  y: number,
  { width, height }: WebpFile,
): Raster['data'] {
  const data = new Uint8ClampedArray(width * height * 4);
  const columns = Math.min(frame.width, width - x);
  for (let row = 0; row < Math.min(frame.height, height - y); row++) {
    const from = row * frame.width * 4;
    data.set(frame.data.subarray(from, from + columns * 4), ((y + row) * width + x) * 4);
  }
  return data;
}

/**
 * A lossless picture may have alpha despite its alpha hint: indices outside the palette are
 * transparent.
 */
function isOpaque({ hasAlpha, lossless }: WebpFile): boolean {
  return !hasAlpha && !lossless;
}

/** Decodes a WebP picture, or the first frame of an animation, to straight 8-bit RGBA. */
export async function decodeWebp(bytes: Uint8Array<ArrayBuffer>, file: WebpFile): Promise<Raster> {
  const { icc } = readWebpMetadata(file);
  const modes = await modeReader.require();
  const shared = { gray: false, premultiplied: false, color: icc ? { icc } : {} };
  if (!file.animated) {
    const damage = mayBeDamaged(file, modes) && { mayBeDamaged: true };
    const { width, height, data } = await decodeStill(bytes);
    return {
      width,
      height,
      data: new Uint8ClampedArray(data.buffer),
      opaque: isOpaque(file),
      ...shared,
      ...damage,
    };
  }
  const { still, x, y } = readFirstFrame(file);
  const inside = readWebp(still);
  // Section 2.7.1.1: frames lie within the canvas. Otherwise a frame could claim any amount of
  // memory.
  if (x + inside.width > file.width || y + inside.height > file.height) {
    throw new EngineError('corrupt-file', 'WebP: a frame larger than its picture');
  }
  const damage = mayBeDamaged(inside, modes) && { mayBeDamaged: true };
  const frame = await decodeStill(still);
  const covers = x === 0 && y === 0 && frame.width === file.width && frame.height === file.height;
  const data = placeOnCanvas(frame, x, y, file);
  return {
    width: file.width,
    height: file.height,
    data,
    opaque: covers && isOpaque(file) && isOpaque(inside),
    ...shared,
    ...damage,
  };
}
