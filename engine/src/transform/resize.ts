import type { Rectangle } from '../geometry.ts';
import type { Raster } from '../planes/raster.ts';
import { OpaqueResampler } from './opaque-resampler.ts';
import { PixelResampler } from './pixel-resampler.ts';
import { planeResampler } from './plane-resampler.ts';

/** Parts of an upright picture from top to bottom, each as wide as the picture. */
export type Bands = AsyncIterable<Raster> | Iterable<Raster>;

/** Prefers integer arithmetic, which needs opaque 8-bit pixels. */
async function findResampler(
  like: Raster,
  area: Rectangle,
  width: number,
  height: number,
): Promise<PixelResampler | OpaqueResampler> {
  if (!like.opaque || like.data instanceof Uint16Array) {
    return PixelResampler.create(like, area, width, height);
  }
  return new OpaqueResampler(await planeResampler.require(), like, area, { width, height });
}

/** Resamples a raster; see `PixelResampler`. Returns the raster itself when it has the size already. */
export async function resize(raster: Raster, width: number, height: number): Promise<Raster> {
  if (width === raster.width && height === raster.height) return raster;
  const area = { x: 0, y: 0, width: raster.width, height: raster.height };
  return resizeBands([raster], area, width, height);
}

/**
 * Like `resize`, for the part `area` of a picture of which only one band at a time is in memory.
 * Throws `unsupported-feature` for bands of different kinds.
 */
export async function resizeBands(
  bands: Bands,
  area: Rectangle,
  width: number,
  height: number,
): Promise<Raster> {
  let resampler: PixelResampler | OpaqueResampler | null = null;
  let top = 0;
  for await (const band of bands) {
    resampler ??= await findResampler(band, area, width, height);
    resampler.push(band, top);
    top += band.height;
  }
  return resampler!.finish();
}
