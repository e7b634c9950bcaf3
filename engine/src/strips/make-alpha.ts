import { toEngineError } from '../errors.ts';
import { encodeAlpha } from '../formats/webp/alpha/alpha-chunk.ts';
import type { AlphaPlane } from '../formats/webp/alpha/alpha-plane.ts';
import type { Size } from '../geometry.ts';
import { planeResampler } from '../transform/plane-resampler.ts';
import { type Resampling, RowJoiner } from '../transform/resampled-rows.ts';

/** Rows resampled at a time, because the resampler's memory never shrinks. */
const rowsAtOnce = 512;

/** Codes the alpha of a WebP of this size, for its frame. Throws as `makeStrip` does. */
export async function makeAlpha(plane: AlphaPlane, size: Size): Promise<Uint8Array<ArrayBuffer>> {
  try {
    const isSame = plane.width === size.width && plane.height === size.height;
    return encodeAlpha(isSame ? plane.samples : await resizeAlpha(plane, size), size);
  } catch (error) {
    planeResampler.drop();
    throw toEngineError(error, 'encode-failed');
  }
}

async function resizeAlpha(
  { width, height, samples }: AlphaPlane,
  target: Size,
): Promise<Uint8Array> {
  const resampler = await planeResampler.require();
  const resampling: Resampling = {
    source: { width, height },
    across: { start: 0, length: width },
    down: { start: 0, length: height },
    target: { width: target.width, height: target.height },
    kernel: 'lanczos',
    light: false,
  };
  const joiner = new RowJoiner(resampling);
  for (let top = 0; top < height; top += rowsAtOnce) {
    const rows = Math.min(rowsAtOnce, height - top);
    const band = { data: samples, offset: top * width, stride: width, step: 1, width, top, rows };
    joiner.add(resampler.resample(band, resampling));
  }
  return joiner.finish();
}
