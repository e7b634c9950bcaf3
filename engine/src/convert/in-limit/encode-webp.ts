import type { EncodeSettings } from '../../codec/output.ts';
import { addAlpha, joinLossy, takeAlpha } from '../../formats/webp/encode-lossy.ts';
import type { Size } from '../../geometry.ts';
import type { Raster } from '../../planes/raster.ts';
import type { CollectedPicture } from '../../strips/collecting.ts';
import { reachSize, type PartRunners } from '../../strips/limit/reach-size.ts';
import { webpCoder } from '../../strips/limit/reach-webp.ts';
import { resize } from '../../transform/resize.ts';
import { leastQuality } from '../../codec/quality.ts';
import type { EncodedRaster, Limit } from './limit.ts';
import { collectHere, runHere } from './parts-here.ts';

/** A picture at one size, with its alpha separate. */
interface Sized {
  alpha: Uint8Array<ArrayBuffer> | null;
  picture: CollectedPicture;
}

/**
 * Encodes a raster with straight alpha as a lossy WebP within a limit of bytes. Alpha is lossless.
 */
export async function encodeWebpInLimit(
  raster: Raster,
  { quality: max }: EncodeSettings,
  { room, mayShrink }: Limit,
): Promise<EncodedRaster> {
  const sizeTo = async ({ width, height }: Size): Promise<Sized> => {
    const sized = await resize(raster, width, height);
    const alpha = takeAlpha(sized);
    return { alpha, picture: await collectHere(sized, '4:2:0', max) };
  };
  let latest: { size: Size; sized: Promise<Sized> } | null = null;
  const at = ({ width, height }: Size): Promise<Sized> => {
    if (latest?.size.width !== width || latest.size.height !== height) {
      const size = { width, height };
      latest = { size, sized: sizeTo(size) };
    }
    return latest.sized;
  };
  const runners: PartRunners = {
    ...runHere,
    roomAt: () => room,
    collectAt: async (size) => (await at(size)).picture,
    collectsAgain: true,
  };
  const { picture } = await at(raster);
  const coder = webpCoder({
    async frameAt(size) {
      const { alpha } = await at(size);
      return { ...size, quality: max, metadata: {}, icc: undefined, alpha };
    },
    writeWebp: async (strips, about) =>
      addAlpha(await joinLossy(strips, about, about.quality), about.alpha),
  });
  const quality = { min: Math.min(leastQuality(mayShrink), max), max };
  const limit = { quality, mayShrink, guess: null };
  const reached = await reachSize(picture, limit, runners, coder);
  const { width, height, parts } = reached!;
  return { bytes: parts[0]!, width, height };
}
