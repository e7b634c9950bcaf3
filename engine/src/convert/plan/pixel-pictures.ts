// Pictures whose pixels become planes on their way to strips.
import type { PictureHeader } from '../../codec/picture-header.ts';
import { fullChromaBits } from '../../codec/quality.ts';
import { mostPixelsAtOnce } from '../../geometry.ts';
import type { PlanarPicture } from '../../heif/pictures.ts';
import type { ChromaFormat } from '../../planes/planes.ts';
import { wholeFilePicture } from '../../tiles/whole-file.ts';
import { isGrayColor } from '../../transform/color-text.ts';
import { memoryBudget } from './memory-budget.ts';
import { hasRoom } from './memory.ts';
import { encodingOf, hasStep, type PlannedSteps } from './plan.ts';
import type { PictureRequest } from './ways.ts';

/** Under a limit that is a guess: where it turns out wrong, the picture is planned again. */
function isChromaHalved(
  { width, height }: PictureHeader,
  steps: PlannedSteps,
  { options: { targetBytes }, chosen }: PictureRequest,
): boolean {
  if (steps.format === 'webp' || encodingOf(steps).settings.halfChroma) return true;
  if (chosen?.chroma) return chosen.chroma === 'half';
  if (targetBytes === undefined) return false;
  // A part has one chance only, see `keepsPixels`.
  return hasStep(steps, 'crop') || targetBytes * 8 < width * height * fullChromaBits;
}

/** What a file that becomes pixels becomes planes of, and what transparent ones lie on. */
export function pixelsFor(
  header: PictureHeader,
  steps: PlannedSteps,
  request: PictureRequest,
): { chroma: ChromaFormat; background: string | undefined } {
  const background = steps.steps.find((step) => step.kind === 'fill-transparency')?.background;
  const isHalved = isChromaHalved(header, steps, request);
  const staysGray = header.gray && (background === undefined || isGrayColor(background));
  const isGray = staysGray && steps.format === 'jpeg';
  return { chroma: isGray ? '4:0:0' : isHalved ? '4:2:0' : '4:4:4', background };
}

/**
 * Whether strips make of pixels what is made of all of them at once. Where they become smaller as was asked, each
 * color is averaged as light, which planes cannot do. A part of halved color would be moved, and colors that become
 * others lose less on their way from pixels than from planes.
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
  if (steps.format === 'png' || hasStep(steps, 'reduce-to-8-bit')) return null;
  const { source } = request;
  const header = source.pictures[0]!;
  const { chroma, background } = pixelsFor(header, steps, request);
  const picture = source.findFile?.(0, chroma, background) ?? null;
  return picture?.pixels && !keepsPixels(steps, chroma, header, request) ? null : picture;
}

/** Of fewer pixels encoding takes no longer than the ways between workers. */
export const leastShared = 1e6;

/** A picture that one worker decodes whole and all encode, where nothing else gives strips. */
export function findDecoded(request: PictureRequest, steps: PlannedSteps): PlanarPicture | null {
  const { source, bytes, codec } = request;
  const header = source.pictures[0]!;
  const { width, height, bitDepth, hasAlpha, mayHaveAlpha, placement, decodesTo } = header;
  const { chroma, background } = pixelsFor(header, steps, request);
  if (steps.format === 'png' || !keepsPixels(steps, chroma, header, request)) return null;
  const pixels = width * height;
  if (pixels < leastShared || pixels > mostPixelsAtOnce) return null;
  const isClear = hasAlpha || mayHaveAlpha === true;
  if (isClear && background === undefined) return null;
  // Deep samples are laid on a color, cut and turned before they lose their depth.
  const isDeep = (decodesTo?.bitDepth ?? bitDepth) > 8;
  const loses = hasStep(steps, 'turn-upright', 'rotate', 'crop');
  if (isDeep && (isClear || loses)) return null;
  if (!hasRoom(header, steps, codec, memoryBudget())) return null;
  const picture = wholeFilePicture('file', bytes, { width, height }, 1, chroma);
  return { ...picture, placement, pixels: { background } };
}
