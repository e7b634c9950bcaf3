import { metadataSegments } from '../formats/jpeg/metadata.ts';
import { openHead, trailingOf } from '../formats/jpeg/trailing-items.ts';
import { mostPixelsAtOnce } from '../geometry.ts';
import type { PlanarPicture } from '../heif/pictures.ts';
import type { ChromaFormat } from '../planes/planes.ts';
import { prepareMetadata } from '../metadata/prepare.ts';
import { type StripPlan, type ToneStripTask, writeHeader } from '../strips/task.ts';
import { planShapes } from '../tiles/strip-shape.ts';
import { memoryBudget } from './memory-budget.ts';
import {
  encodingOf,
  hasStep,
  mapShare,
  mostBesideSmall,
  type PlannedSteps,
  type StepKind,
} from './plan.ts';
import type { PictureRequest } from './ways.ts';

/** What strips that are tone-mapped do. */
const stepsInStrips: readonly StepKind[] = [
  ...(['decode', 'turn-upright', 'rotate', 'crop', 'resize', 'tone-map', 'encode'] as const),
  'reduce-to-8-bit',
  ...(['keep-metadata', 'remove-location', 'strip-metadata'] as const),
];

/** Measured of 20 megapixels: samples of 16 bits, copies of parts, pixels of those, and what they are coded to. */
const bytesPerPixel = 15;

/** Color as the JPEG will have it, or can be had from; and sides that a map of half as many pixels has half of. */
function isRegular({ chroma, canvas, placement }: PlanarPicture, wanted: ChromaFormat[]): boolean {
  const { width, height } = canvas;
  const { crop } = placement;
  const isEven = width % 2 === 0 && height % 2 === 0 && width >= 16;
  const isWhole = crop.width === width && crop.height === height;
  return isEven && isWhole && chroma !== null && wanted.includes(chroma);
}

/**
 * The primary picture as strips where all that has to be done is to turn, cut, size and tone-map it, and it is one
 * coded item; `null` for others.
 */
export async function planToneMapped(
  { bytes, source, options, video }: PictureRequest,
  steps: PlannedSteps,
): Promise<StripPlan | null> {
  const toneMap = steps.steps.find((step) => step.kind === 'tone-map');
  const isPlain = steps.steps.every(({ kind }) => stepsInStrips.includes(kind));
  if (!toneMap || !isPlain || steps.format !== 'jpeg' || options.targetBytes !== undefined)
    return null;
  const picture = source.findPicture?.(0);
  const { quality, halfChroma } = encodingOf(steps).settings;
  const chroma = halfChroma ? '4:2:0' : '4:4:4';
  // What gets another size gets its color anew.
  const wanted: ChromaFormat[] = hasStep(steps, 'resize') ? ['4:2:0', '4:4:4'] : [chroma];
  if (!picture || !isRegular(picture, wanted)) return null;
  const { width, height, area } = steps;
  const { canvas } = picture;
  const pixels = Math.max(canvas.width * canvas.height, width * height);
  // Parts of a larger one are not shared, and all its planes would wait for one worker.
  if (video || pixels > mostPixelsAtOnce || pixels * bytesPerPixel > memoryBudget()) return null;
  // Shapes are only found for what is no HDR: of the code points, the transfer is the task's.
  const { nclx } = picture.color;
  const color = { ...picture.color, nclx: nclx && { ...nclx, transfer: 2 } };
  const planned = planShapes(bytes, { ...picture, color }, steps.turn);
  const [shape, ...others] = planned?.shapes ?? [];
  if (!planned || !shape || others.length > 0 || shape.pieces.length > 1) return null;
  const header = source.pictures[0]!;
  const metadata = prepareMetadata(header.metadata, options.metadata ?? 'keep', steps);
  const task: ToneStripTask = {
    ...{ kind: 'tone', ...shape, quality, firstMcuRow: 0, last: true },
    ...{ color: header.color, makesGainMap: toneMap.makesGainMap },
    ...(hasStep(steps, 'crop', 'resize') && { frame: { area, target: { width, height }, chroma } }),
  };
  const frame = { width, height, chroma, quality } as const;
  const segments = await metadataSegments(metadata, undefined);
  const plan: StripPlan = {
    ...{ width, height, header: writeHeader({ ...frame, segments }) },
    ...{ tasks: [task], notes: ['tone-mapped'] },
  };
  if (!toneMap.makesGainMap) return plan;
  const bare = writeHeader({ ...frame, segments: [] });
  const head = await openHead(bare, metadata, undefined, trailingOf(true, null));
  const madeMap = { head, behind: [], share: mapShare, least: mostBesideSmall };
  return { ...plan, madeMap, notes: ['gain-map-made'] };
}
