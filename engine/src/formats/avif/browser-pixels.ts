import { EngineError } from '../../errors.ts';
import type { Picture } from '../../heif/picture.ts';
import type { DecodedPixels } from '../../planes/decoded-pixels.ts';
import type { Planes } from '../../planes/planes.ts';
import { PlanesPixels } from '../../planes/planes-pixels.ts';
import { sampleFormatOf } from '../../planes/sample-format.ts';
import { requireRgbaConverter } from '../../planes/to-rgba.ts';
import { loadDecoder } from '../../tiles/choose-decoder.ts';
import { type CodedTile, codedTileOf } from '../../tiles/coded-tile.ts';

/** Whether the picture is one 8-bit coded item, with alpha (if any) of the same size. */
function isPlain({ layout, bitDepth, canvas, alpha }: Picture): boolean {
  if (layout.kind !== 'coded' || bitDepth !== 8) return false;
  if (!alpha) return true;
  const { width, height } = alpha.picture.canvas;
  const isSize = width === canvas.width && height === canvas.height;
  return isSize && !alpha.premultiplied && isPlain(alpha.picture);
}

async function decodePlanes(tile: CodedTile, data: Uint8Array): Promise<Planes> {
  const decode = await loadDecoder(tile);
  let planes: Planes | null = null;
  // The browser's decoder hands over planes that the caller owns.
  await decode([tile], [data], (_, decoded) => (planes = decoded));
  return planes!;
}

/**
 * Decodes a picture with the browser's video decoder, to its samples as coded. `null` for anything
 * but one 8-bit item, for limited-range alpha, and where the browser fails. Throws `out-of-memory`.
 */
export async function openPixels(
  bytes: Uint8Array<ArrayBuffer>,
  picture: Picture,
): Promise<DecodedPixels | null> {
  if (typeof VideoDecoder === 'undefined' || !isPlain(picture)) return null;
  try {
    const alpha = picture.alpha?.picture ?? null;
    const [converter, planes, alphaPlanes] = await Promise.all([
      requireRgbaConverter(),
      decodePlanes(codedTileOf(picture, bytes), picture.source.data()),
      alpha && decodePlanes({ ...codedTileOf(alpha, bytes), gray: true }, alpha.source.data()),
    ]);
    // Limited-range alpha (from old writers) must be scaled first.
    if (alphaPlanes?.color?.fullRange === false) return null;
    const format = sampleFormatOf(picture.color.nclx, planes);
    return new PlanesPixels(planes, format, alphaPlanes, converter);
  } catch (error) {
    if (error instanceof EngineError && error.code === 'out-of-memory') throw error;
    return null;
  }
}
