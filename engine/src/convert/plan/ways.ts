import type { Source } from '../../codec/input.ts';
import type { OutputCodec, StripCoding } from '../../codec/output.ts';
import type { PictureHeader } from '../../codec/picture-header.ts';
import { isGrayProfile } from '../../color/profile-header.ts';
import type { ToSrgb } from '../../color/to-srgb.ts';
import { metadataSegments } from '../../formats/jpeg/metadata.ts';
import { jpegOutput } from '../../formats/jpeg/output.ts';
import type { PlanarPicture } from '../../tiles/planar-picture.ts';
import type { ColorTags } from '../../planes/raster.ts';
import { fullChromaBits, fullChromaQuality } from '../../codec/quality.ts';
import { sizeLimit } from './encode.ts';
import { prepareMetadata } from '../../metadata/prepare.ts';
import type { FileOptions } from '../../options.ts';
import type { Frame } from '../../strips/frame.ts';
import { countingFor } from '../../strips/counting.ts';
import { type PlannedStrips, planStrips, writeHeader } from '../../strips/plan-strips.ts';
import {
  type Collecting,
  mapInStrips,
  type McuRows,
  type StripPlan,
} from '../../strips/tasks/plan.ts';
import type { Chosen, SizeLimit } from '../../strips/tasks/size-limit.ts';
import type { JpegStripTask } from '../../strips/tasks/task.ts';
import { canDecodeTiles } from '../../tiles/choose-decoder.ts';
import {
  encodingOf,
  hasStep,
  mapShare,
  mayKeepOriginal,
  mostBesideSmall,
  planSteps,
  stripCodingOf,
  type Plan,
  type PlannedSteps,
  type StepKind,
  type Way,
} from './plan.ts';
import { profileFor } from '../../color/profile-for.ts';
import { hasRoom } from './memory.ts';
import { memoryBudget, mostCollected } from './memory-budget.ts';
import { isOfColors, planMap } from './plan-map.ts';
import { closeHead } from '../../gain-map/open-head.ts';
import type { MetadataBlocks } from '../../metadata/blocks.ts';
import type { KeptVideo } from './video.ts';
import { listWanted } from './wanted-pictures.ts';
import { openHead, trailingOf, trailingWithMap } from '../../formats/jpeg/trailing-items.ts';

/** Steps for which samples can stay as they are stored. */
const stepsOnStored: readonly StepKind[] = [
  'decode',
  'encode',
  'carry-profile',
  'keep-gain-map',
  'remove-gain-map',
  'keep-video',
  'keep-metadata',
  'remove-location',
  'strip-metadata',
];

/** Further steps that strips can do with 8-bit samples. */
const stepsOnPlanes: readonly StepKind[] = [
  ...stepsOnStored,
  ...(['turn-upright', 'rotate', 'crop', 'resize', 'reduce-to-8-bit', 'convert-to-srgb'] as const),
];

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

const mcuRows: Strips = {
  steps: [...stepsOnPlanes, 'fill-transparency'],
  hasLimits: true,
  plan: planJpeg,
};

const stripsOf: Record<StripCoding, Strips> = {
  'mcu-rows': mcuRows,
  'png-rows': {
    steps: [...stepsOnStored, 'turn-upright', 'rotate', 'convert-to-srgb'],
    hasLimits: false,
    plan: planPng,
  },
  macroblocks: { steps: stepsOnPlanes, hasLimits: true, plan: planWebp },
};

/** A file whose header has been read, and what to make of it. */
export interface PictureRequest {
  bytes: Uint8Array<ArrayBuffer>;
  source: Source;
  codec: OutputCodec;
  options: FileOptions;
  /** The video to keep. */
  video: KeptVideo | null;
  /** Choices made for a limit in bytes. `options` contains them already. */
  chosen: Chosen | null;
}

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

function onlyHas({ steps }: PlannedSteps, kinds: readonly StepKind[]): boolean {
  return steps.every(({ kind }) => kinds.includes(kind));
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

/** The conversion to sRGB if that is a step, see `planToSrgb`. */
async function findToSrgb(steps: PlannedSteps, color: ColorTags): Promise<ToSrgb | 'same' | null> {
  if (!hasStep(steps, 'convert-to-srgb')) return 'same';
  const { planToSrgb } = await import('../../color/to-srgb.ts');
  return planToSrgb(color);
}

async function planPng(...planned: Parameters<Strips['plan']>): Promise<StripPlan | null> {
  const { planPngPicture } = await import('./plan-png.ts');
  return planPngPicture(...planned);
}

async function planJpeg(
  request: PictureRequest,
  picture: PlanarPicture,
  header: PictureHeader,
  steps: PlannedSteps,
): Promise<StripPlan | null> {
  const { bytes, options, video } = request;
  const { color, metadata, gainMap } = header;
  // A picture with a map needs three channels, but strips of a gray picture keep their one.
  if (picture.chroma === '4:0:0' && hasStep(steps, 'keep-gain-map')) return null;
  const prepared = await prepareMetadata(metadata, options.metadata ?? 'keep', steps);
  const toSrgb = await findToSrgb(steps, color);
  if (toSrgb === null || (toSrgb !== 'same' && picture.chroma === '4:0:0')) return null;
  const icc = hasStep(steps, 'convert-to-srgb') ? undefined : profileFor(color);
  const { quality } = encodingOf(steps).settings;
  const segments = await metadataSegments(prepared, icc);
  const limit = limitOf(steps, request, picture);
  const plain = planStrips(bytes, picture, quality, segments, {
    turn: steps.turn,
    frame: frameOf(steps, limit),
    collects: limit !== null,
    toSrgb: toSrgb === 'same' ? null : toSrgb,
    maxCollected: mostCollected(),
  });
  if (!plain) return null;
  const rows = rowsOf(plain, limit);
  const { width, height } = plain;
  const start = video ? await headerWithVideo(plain, prepared, icc, video) : plain.header;
  const file = {
    kind: 'jpeg',
    width,
    height,
    header: start,
    video: video?.blob ?? null,
    notes: [],
  } as const;
  if (!hasStep(steps, 'keep-gain-map')) return { ...file, ...rows, map: null };
  if (toSrgb !== 'same' && gainMap && isOfColors(gainMap)) return null;
  const map = gainMap && gainMap !== 'unusable' ? planMap(bytes, gainMap, quality, steps) : null;
  if (!map) return null;
  const head = await openHead(bareHeader(plain), prepared, icc, trailingWithMap(video));
  const behind = video ? [video.size] : [];
  // A map with three channels that differ at every pixel does not fit into a tenth of a small
  // picture.
  const least = map.tasks[0]!.chroma === '4:0:0' ? 0 : mostBesideSmall;
  const fitsWhole = hasRoom(header, steps, jpegOutput, memoryBudget());
  const placed = { ...map, head, behind, share: mapShare, least, fitsWhole };
  return { ...file, ...rows, map: placed };
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

/** A picture as strips that return their samples, and the color of these. */
export interface SamplesPlan {
  tasks: readonly JpegStripTask[];
  collecting: Collecting;
  color: ColorTags;
}

/** The primary picture's planes as they are coded, if steps and file allow it; else `null`. */
export async function planSamples(
  { bytes, source }: Pick<PictureRequest, 'bytes' | 'source'>,
  steps: PlannedSteps,
): Promise<SamplesPlan | null> {
  const picture = source.findPicture?.(0);
  const { color, gray } = source.pictures[0]!;
  const { icc } = color;
  if (!picture || !onlyHas(steps, mcuRows.steps) || (icc && isGrayProfile(icc) && !gray))
    return null;
  const toSrgb = await findToSrgb(steps, color);
  if (toSrgb === null || (toSrgb !== 'same' && picture.chroma === '4:0:0')) return null;
  const { turn, area, width, height } = steps;
  const isFramed = hasStep(steps, 'crop', 'resize');
  const frame = { area, size: { width, height }, halfChroma: null, kernel: 'lanczos' } as const;
  const plan = planStrips(bytes, picture, encodingOf(steps).settings.quality, [], {
    turn,
    collects: true,
    toSrgb: toSrgb === 'same' ? null : toSrgb,
    frame: isFramed ? frame : undefined,
  });
  if (!plan?.collecting) return null;
  const meaning = hasStep(steps, 'convert-to-srgb') ? {} : color;
  return { tasks: plan.tasks, collecting: plan.collecting, color: meaning };
}

function limitOf(
  steps: PlannedSteps,
  { options, chosen }: PictureRequest,
  { pixels, chroma }: PlanarPicture,
): SizeLimit | null {
  const { width, height } = steps;
  const { quality: max, halfChroma } = encodingOf(steps).settings;
  const limit = sizeLimit(options, max);
  if (!limit) return null;
  // Planes made from pixels have a chroma format that was chosen for them. So have 4:2:0 planes
  // that are resized.
  const isResized = pixels === undefined && hasStep(steps, 'resize') && chroma === '4:2:0';
  const isChosen = pixels !== undefined || isResized;
  const isGuess = isChosen && !halfChroma && chosen?.chroma !== 'half';
  const mayBeFull = limit.bytes * 8 >= width * height * fullChromaBits;
  const isFull = isResized ? chosen?.chroma === 'full' || mayBeFull : chroma === '4:4:4';
  const keepsChroma = isGuess && isFull;
  const decodesAgain = width * height > mostCollected();
  if (keepsChroma) {
    const range = { min: Math.min(fullChromaQuality, max), max };
    const guess = { chroma: 'full' } as const;
    return { ...limit, quality: range, mayShrink: false, guess, decodesAgain };
  }
  const isHalved = isGuess && chroma === '4:2:0';
  const guess = isHalved ? ({ chroma: 'half', fullFrom: fullChromaQuality } as const) : null;
  return { ...limit, guess, decodesAgain };
}

/**
 * Strips that keep their samples unchanged count symbols for the limit while they have the samples.
 */
function rowsOf({ tasks, collecting }: PlannedStrips, limit: SizeLimit | null): McuRows {
  if (!collecting) return { tasks, collecting, limit: null };
  if (!limit || limit.decodesAgain) return { tasks, collecting, limit };
  const counting = countingFor(limit.quality);
  const counted = tasks.map((task): JpegStripTask => {
    const { output } = task;
    const counts = output.kind === 'samples' && output.resampling === null;
    if (!counts) return task;
    return { ...task, output: { ...output, counting } };
  });
  return { tasks: counted, collecting, limit };
}

/** The shown part and size of a turned picture, unless it is the whole as it is. */
function frameOf(steps: PlannedSteps, limit: SizeLimit | null): Frame | undefined {
  if (!hasStep(steps, 'crop', 'resize')) return undefined;
  const { width, height, area } = steps;
  // Without resizing, chroma keeps its format. Under a limit it does, too, unless full resolution
  // was guessed to fit.
  const keeps = limit ? limit.guess?.chroma !== 'full' : !hasStep(steps, 'resize');
  const halfChroma = keeps ? null : encodingOf(steps).settings.halfChroma;
  return { area, size: { width, height }, halfChroma, kernel: 'lanczos' };
}

/** The header of a plan's JPEG without metadata. */
function bareHeader({ width, height, tasks, collecting }: PlannedStrips): Uint8Array {
  const { quality } = tasks[0]!;
  const { chroma } = collecting ?? tasks[0]!;
  return writeHeader({ width, height, chroma, quality, segments: [] });
}

/** A header that names the video. */
async function headerWithVideo(
  strips: PlannedStrips,
  metadata: MetadataBlocks,
  icc: Uint8Array | undefined,
  video: KeptVideo,
): Promise<Uint8Array<ArrayBuffer>> {
  const head = await openHead(bareHeader(strips), metadata, icc, trailingOf(video));
  closeHead(head, 0, [video.size]);
  return head.bytes;
}
