// Pictures whose pixels are converted to planes for strips.
import type { PictureHeader } from '../../codec/picture-header.ts';
import { fullChromaBits } from '../../codec/quality.ts';
import { mostPixelsAtOnce } from '../../geometry.ts';
import type { PlanarPicture } from '../../tiles/planar-picture.ts';
import type { ChromaFormat } from '../../planes/planes.ts';
import { wholeFilePicture } from '../../tiles/whole-file.ts';
import { isGrayColor } from '../../transform/color-text.ts';
import { memoryBudget } from './memory-budget.ts';
import { hasRoom } from './memory.ts';
import { encodingOf, hasStep, stripCodingOf, type PlannedSteps } from './plan.ts';
import type { PictureRequest } from './picture-request.ts';

/** Under a limit this is a guess. If it turns out wrong, the picture is planned again. */
function isChromaHalved(
  { width, height }: PictureHeader,
  steps: PlannedSteps,
  { codec, options: { targetBytes }, chosen }: PictureRequest,
): boolean {
  const { settings } = encodingOf(steps);
  if (settings.halfChroma || codec.strips(settings) === 'macroblocks') return true;
  if (chosen?.chroma) return chosen.chroma === 'half';
  if (targetBytes === undefined) return false;
  // A crop cannot be planned again with halved chroma, see `keepsPixels`.
  return hasStep(steps, 'crop') || targetBytes * 8 < width * height * fullChromaBits;
}

/**
 * The chroma format for a file that is decoded to pixels, and the background for transparent ones.
 */
export function pixelsFor(
  header: PictureHeader,
  steps: PlannedSteps,
  request: PictureRequest,
): { chroma: ChromaFormat; background: string | undefined } {
  const background = steps.steps.find((step) => step.kind === 'fill-transparency')?.background;
  const isHalved = isChromaHalved(header, steps, request);
  const staysGray = header.gray && (background === undefined || isGrayColor(background));
  const isGray = staysGray && stripCodingOf(request.codec, steps) === 'mcu-rows';
  return { chroma: isGray ? '4:0:0' : isHalved ? '4:2:0' : '4:4:4', background };
}

/**
 * Whether strips give the same result as converting in one piece. A requested smaller size averages
 * each color as light, which planes cannot do. A crop would move halved chroma, and converting
 * colors loses less from pixels than from planes.
 */
function keepsPixels(
  steps: PlannedSteps,
  chroma: ChromaFormat,
  { decodesTo }: PictureHeader,
  { chosen }: PictureRequest,
): boolean {
  if (hasStep(steps, 'resize') && !chosen) return false;
  if (hasStep(steps, 'crop') && chroma === '4:2:0') return false;
  return !hasStep(steps, 'convert-to-srgb') || decodesTo?.srgb === true;
}

/** A file for the browser's decoder. */
export function findFile(request: PictureRequest, steps: PlannedSteps): PlanarPicture | null {
  const { source, codec } = request;
  if (stripCodingOf(codec, steps) === 'png-rows' || hasStep(steps, 'reduce-to-8-bit')) return null;
  const header = source.pictures[0]!;
  const { chroma, background } = pixelsFor(header, steps, request);
  const picture = source.findFile?.(0, chroma, background) ?? null;
  return picture?.pixels && !keepsPixels(steps, chroma, header, request) ? null : picture;
}

/** With fewer pixels, encoding takes no longer than sending them to workers. */
export const leastShared = 1e6;

/**
 * A picture that one worker decodes as a whole and all encode, if there is no other way to make
 * strips.
 */
export function findDecoded(request: PictureRequest, steps: PlannedSteps): PlanarPicture | null {
  const { source, bytes, codec } = request;
  if (stripCodingOf(codec, steps) === 'png-rows') return null;
  const header = source.pictures[0]!;
  const { width, height, bitDepth, hasAlpha, mayHaveAlpha, placement, decodesTo } = header;
  const { chroma, background } = pixelsFor(header, steps, request);
  if (!keepsPixels(steps, chroma, header, request)) return null;
  const pixels = width * height;
  if (pixels < leastShared || pixels > mostPixelsAtOnce) return null;
  const isClear = hasAlpha || mayHaveAlpha === true;
  if (isClear && background === undefined) return null;
  // Deep samples are filled, cropped and turned before their depth is reduced.
  const isDeep = (decodesTo?.bitDepth ?? bitDepth) > 8;
  const loses = hasStep(steps, 'turn-upright', 'rotate', 'crop');
  if (isDeep && (isClear || loses)) return null;
  if (!hasRoom(header, steps, codec, memoryBudget())) return null;
  const picture = wholeFilePicture('file', bytes, { width, height }, 1, chroma);
  return { ...picture, placement, pixels: { background } };
}
