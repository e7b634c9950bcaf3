// A JPEG in strips, with its limit, its gain map and its video.
import type { PictureHeader } from '../../codec/picture-header.ts';
import { metadataSegments } from '../../formats/jpeg/metadata.ts';
import { jpegOutput } from '../../formats/jpeg/output.ts';
import type { PlanarPicture } from '../../tiles/planar-picture.ts';
import { fullChromaBits, fullChromaQuality } from '../../codec/quality.ts';
import { sizeLimit } from './encode.ts';
import { prepareMetadata } from '../../metadata/prepare.ts';
import type { Frame } from '../../strips/frame.ts';
import { countingFor } from '../../strips/counting.ts';
import { type PlannedStrips, planStrips, writeHeader } from '../../strips/plan-strips.ts';
import type { McuRows, StripPlan } from '../../strips/tasks/plan.ts';
import type { SizeLimit } from '../../strips/tasks/size-limit.ts';
import type { JpegStripTask } from '../../strips/tasks/task.ts';
import { encodingOf, hasStep, mapShare, mostBesideSmall, type PlannedSteps } from './plan.ts';
import { profileFor } from '../../color/profile-for.ts';
import { hasRoom } from './memory.ts';
import { memoryBudget, mostCollected } from './memory-budget.ts';
import { isOfColors, planMap } from './plan-map.ts';
import { closeHead } from '../../gain-map/open-head.ts';
import type { MetadataBlocks } from '../../metadata/blocks.ts';
import type { KeptVideo } from './video.ts';
import { openHead, trailingOf, trailingWithMap } from '../../formats/jpeg/trailing-items.ts';
import type { PictureRequest } from './picture-request.ts';
import { findToSrgb } from './srgb-step.ts';

/** `null` if strips cannot make the picture. */
export async function planJpeg(
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
