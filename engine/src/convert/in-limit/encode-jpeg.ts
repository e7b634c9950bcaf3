import { joinBytes } from '../../bytes/join.ts';
import type { EncodeSettings } from '../../codec/output.ts';
import type { ChromaFormat } from '../../planes/planes.ts';
import type { Raster } from '../../planes/raster.ts';
import { jpegCoder } from '../../strips/limit/reach-jpeg.ts';
import { reachSize, resizeParts, type PartRunners } from '../../strips/limit/reach-size.ts';
import { writeHeader } from '../../strips/plan-strips.ts';
import type { ChromaGuess, SizeLimit } from '../../strips/tasks/size-limit.ts';
import { fullChromaQuality, leastQuality } from '../../codec/quality.ts';
import type { EncodedRaster, Limit } from './limit.ts';
import { collectHere, runHere } from './parts-here.ts';

/** Encodes an opaque raster as a JPEG within a limit of bytes. */
export async function encodeJpegInLimit(
  raster: Raster,
  { quality: max, halfChroma }: EncodeSettings,
  { room, mayShrink }: Limit,
): Promise<EncodedRaster> {
  /** `null` if halved chroma is a guess, and full chroma resolution may be worthwhile. */
  const encodeAs = async (
    chroma: ChromaFormat,
    min: number,
    { mayShrink: shrinks, guess }: Pick<SizeLimit, 'mayShrink' | 'guess'>,
  ): Promise<(EncodedRaster & { fits: boolean }) | null> => {
    const { width, height } = raster;
    const headerBytes = writeHeader({ width, height, chroma, quality: max, segments: [] }).length;
    const runners: PartRunners = {
      ...runHere,
      roomAt: () => room - headerBytes,
      async collectAt(size) {
        const { collecting, parts } = await collectHere(raster, chroma, max);
        return resizeParts(parts, collecting, size, runHere);
      },
    };
    const quality = { min: Math.min(min, max), max };
    const reached = await reachSize(
      await collectHere(raster, chroma, max),
      { quality, mayShrink: shrinks, guess },
      runners,
      jpegCoder,
    );
    if (!reached) return null;
    const { parts, fits, ...made } = reached;
    const header = writeHeader({ ...made, chroma, segments: [] });
    const bytes = joinBytes([header, ...parts]);
    return { bytes, width: made.width, height: made.height, fits };
  };
  const least = leastQuality(mayShrink);
  const encodeHalved = (guess: ChromaGuess | null) =>
    encodeAs('4:2:0', least, { mayShrink, guess });
  if (raster.gray) return (await encodeAs('4:0:0', least, { mayShrink, guess: null }))!;
  // Full chroma is used if it leaves room for a sufficient quality.
  const guess: ChromaGuess = { chroma: 'half', fullFrom: fullChromaQuality };
  const halved = await encodeHalved(halfChroma ? null : guess);
  const full = halved
    ? null
    : await encodeAs('4:4:4', fullChromaQuality, { mayShrink: false, guess: null });
  return halved ?? (full?.fits ? full : (await encodeHalved(null))!);
}
