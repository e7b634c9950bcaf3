import type { StripCoding } from '../../codec/output.ts';
import type { PictureHeader } from '../../codec/picture-header.ts';
import { isGrayProfile } from '../../color/profile-header.ts';
import type { PlanarPicture } from '../../tiles/planar-picture.ts';
import { mapInStrips, type StripPlan } from '../../strips/tasks/plan.ts';
import { canDecodeTiles } from '../../tiles/choose-decoder.ts';
import {
  hasStep,
  mayKeepOriginal,
  planSteps,
  stripCodingOf,
  type Plan,
  type PlannedSteps,
  type StepKind,
  type Way,
} from './plan.ts';
import { listWanted } from './wanted-pictures.ts';
import type { PictureRequest } from './picture-request.ts';
import { planJpeg } from './plan-jpeg.ts';
import { onlyHas, stepsOfMcuRows, stepsOnPlanes, stepsOnStored } from './strip-steps.ts';
import { findToSrgb } from './srgb-step.ts';

/** Strips that are coded in one way. */
interface Strips {
  /** All steps that they can do. */
  steps: readonly StepKind[];
  /** They can be made for a limit in bytes. */
  hasLimits: boolean;
  /** `null` if they cannot make this picture. */
  plan: (
    request: PictureRequest,
    picture: PlanarPicture,
    header: PictureHeader,
    steps: PlannedSteps,
  ) => Promise<StripPlan | null>;
}

const stripsOf: Record<StripCoding, Strips> = {
  'mcu-rows': { steps: stepsOfMcuRows, hasLimits: true, plan: planJpeg },
  'png-rows': {
    steps: [...stepsOnStored, 'turn-upright', 'rotate', 'convert-to-srgb'],
    hasLimits: false,
    plan: planPng,
  },
  macroblocks: { steps: stepsOnPlanes, hasLimits: true, plan: planWebp },
};

/**
 * Plans strips of pixels and of HDR pictures, see `pixel-pictures.ts`, `plan-pixels.ts` and
 * `plan-tone.ts`. Photos in tiles do not need this code.
 */
export interface PixelPictures {
  findFile: (request: PictureRequest, steps: PlannedSteps) => PlanarPicture | null;
  findDecoded: (request: PictureRequest, steps: PlannedSteps) => PlanarPicture | null;
  planPixels: (request: PictureRequest, steps: PlannedSteps) => Promise<StripPlan | null>;
  planToneMapped: (request: PictureRequest, steps: PlannedSteps) => Promise<StripPlan | null>;
}

/** A plan, with its strips if these are its first way. */
export interface PlannedPicture {
  plan: Plan;
  strips: StripPlan | null;
}

/**
 * Plans picture `index` of a file, including how it will be made. Nothing is decoded. Throws
 * `invalid-options` or `too-large`.
 */
export async function planPicture(
  request: PictureRequest,
  index: number,
  loadPixelPictures: () => Promise<PixelPictures>,
): Promise<PlannedPicture> {
  const { source, codec, options } = request;
  const header = source.pictures[index]!;
  const steps = planSteps(header, options, codec);
  if (index === 0 && request.video) {
    steps.steps.push({ kind: 'keep-video', reason: 'asked for; it goes behind the picture' });
  }
  const alone = listWanted(source, options).length === 1;
  const strips = alone ? await planInStrips(request, steps, loadPixelPictures) : null;
  const { icc } = header.color;
  // A gray profile does not match the three channels that an encoder makes.
  const asStored =
    onlyHas(steps, stepsOnStored) &&
    !(icc && isGrayProfile(icc)) &&
    !(header.gray && hasStep(steps, 'keep-gain-map')) &&
    options.targetBytes === undefined;
  const inBands = hasStep(steps, 'resize') && source.findBands?.(index, steps.turn);
  const ways: Way[] = [
    ...(strips ? (['strips'] as const) : []),
    ...(asStored && codec.encodePlanes && source.decodePlanes ? (['planes'] as const) : []),
    ...(asStored && codec.encodePixels && source.decodePixels ? (['pixels'] as const) : []),
    ...(inBands ? (['bands'] as const) : []),
    'raster',
  ];
  const keeps =
    index === 0 && source.format === codec.format && mayKeepOriginal(steps, header, options, codec);
  return { plan: { ...steps, ways, mayKeepOriginal: keeps }, strips };
}

/**
 * The primary picture as strips, if these can do what was requested and this browser has the
 * decoder.
 */
async function planInStrips(
  request: PictureRequest,
  steps: PlannedSteps,
  loadPixelPictures: () => Promise<PixelPictures>,
): Promise<StripPlan | null> {
  const { source, codec, options } = request;
  if (hasStep(steps, 'tone-map')) {
    const { planToneMapped } = await loadPixelPictures();
    const strips = await planToneMapped(request, steps);
    return strips && (await canDecode(strips)) ? strips : null;
  }
  const coding = stripCodingOf(codec, steps);
  const inStrips = coding && stripsOf[coding];
  if (!inStrips || !onlyHas(steps, inStrips.steps)) return null;
  if (options.targetBytes !== undefined && !inStrips.hasLimits) return null;
  const header = source.pictures[0]!;
  const { icc } = header.color;
  if (icc && isGrayProfile(icc) && !header.gray) return null;
  const planFrom = async (
    picture: PlanarPicture | null,
    { color }: Pick<PictureHeader, 'color'>,
  ): Promise<StripPlan | null> => {
    if (!picture) return null;
    const strips = await inStrips.plan(request, picture, { ...header, color }, steps);
    return strips && (await canDecode(strips)) ? strips : null;
  };
  const inItems = source.findPicture && (await planFrom(source.findPicture(0), header));
  if (inItems) return inItems;
  const { findDecoded, findFile, planPixels } = await loadPixelPictures();
  const shrunk = await planPixels(request, steps);
  if (shrunk && (await canDecode(shrunk))) return shrunk;
  const inBrowser = await planFrom(findFile(request, steps), header);
  if (inBrowser) return inBrowser;
  // A decoder that returns sRGB leaves no color tags to carry.
  return planFrom(findDecoded(request, steps), header.decodesTo?.srgb ? { color: {} } : header);
}

async function canDecode(plan: StripPlan): Promise<boolean> {
  const first = [plan, mapInStrips(plan)].flatMap((each) => each?.tasks[0]?.tiles[0] ?? []);
  return (await Promise.all(first.map(canDecodeTiles))).every(Boolean);
}

async function planPng(...planned: Parameters<Strips['plan']>): Promise<StripPlan | null> {
  const { planPngPicture } = await import('./plan-png.ts');
  return planPngPicture(...planned);
}

async function planWebp(
  request: PictureRequest,
  picture: PlanarPicture,
  header: PictureHeader,
  steps: PlannedSteps,
): Promise<StripPlan | null> {
  const toSrgb = await findToSrgb(steps, header.color);
  const { planWebpPicture } = await import('./plan-webp.ts');
  return planWebpPicture(request, picture, header, steps, toSrgb);
}
