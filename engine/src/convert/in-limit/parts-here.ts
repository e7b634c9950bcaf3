// Works on a raster's rows in parts, like strips, in this thread.
import type { ChromaFormat } from '../../planes/planes.ts';
import type { Raster } from '../../planes/raster.ts';
import { toPlanes } from '../../formats/jpeg/encode-raster.ts';
import { type CollectedPicture, joinSamples } from '../../strips/collecting.ts';
import { makePart } from '../../strips/make-part.ts';
import { makeScan } from '../../strips/make-strip.ts';
import type { PartRunners } from '../../strips/limit/reach-size.ts';

export const runHere: Pick<PartRunners, 'runPart' | 'writeScan' | 'codeAt'> = {
  runPart: makePart,
  writeScan: (tokens, huffman) => makeScan(tokens, huffman, () => {}),
  codeAt: null,
};

/**
 * The samples of a raster without alpha, in the form in which they are encoded. Throws
 * `encode-failed` or `out-of-memory`.
 */
export async function collectHere(
  raster: Raster,
  chroma: ChromaFormat,
  quality: number,
): Promise<CollectedPicture & { parts: NonNullable<CollectedPicture['parts']> }> {
  const { width, height } = raster;
  const collecting = { width, height, chroma, resampling: null };
  const planes = await toPlanes(raster, chroma);
  const rows = planes.map((data) => ({ first: 0, data, open: [] }));
  return { collecting, parts: joinSamples([rows], collecting, quality), counted: [] };
}
