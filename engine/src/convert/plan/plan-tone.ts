import type { StripCoding } from '../../codec/output.ts';
import { metadataSegments } from '../../formats/jpeg/metadata.ts';
import { openHead, trailingWithMap } from '../../formats/jpeg/trailing-items.ts';
import { mostPixelsAtOnce, type Size } from '../../geometry.ts';
import type { PlanarPicture } from '../../tiles/planar-picture.ts';
import type { ChromaFormat } from '../../planes/planes.ts';
import { prepareMetadata } from '../../metadata/prepare.ts';
import { countingFor } from '../../strips/counting.ts';
import { writeHeader } from '../../strips/plan-strips.ts';
import type { JpegPlan, MadeMapPlan, McuRows, WebpPlan } from '../../strips/tasks/plan.ts';
import type { SizeLimit } from '../../strips/tasks/size-limit.ts';
import type { StripOutput, ToneStripTask } from '../../strips/tasks/task.ts';
import { planShapes } from '../../tiles/strip-shape.ts';
import { sizeLimit } from './encode.ts';
import { memoryBudget } from './memory-budget.ts';
import {
  encodingOf,
  hasStep,
  mapShare,
  mostBesideSmall,
  type PlannedSteps,
  type StepKind,
} from './plan.ts';
import type { PictureRequest } from './picture-request.ts';

/** Steps that tone-mapped strips can do. */
const stepsInStrips: readonly StepKind[] = [
  ...(['decode', 'turn-upright', 'rotate', 'crop', 'resize', 'tone-map', 'encode'] as const),
  'reduce-to-8-bit',
  ...(['keep-metadata', 'remove-location', 'strip-metadata'] as const),
];

/**
 * Measured at 20 megapixels: samples of 16 bits, copies of parts, their pixels, and the encoded
 * output.
 */
const bytesPerPixel = 15;

/**
 * Whether chroma has a wanted format, and the sides are even, so that a map can have exactly half
 * of them.
 */
function isRegular({ chroma, canvas, placement }: PlanarPicture, wanted: ChromaFormat[]): boolean {
  const { width, height } = canvas;
  const { crop } = placement;
  const isEven = width % 2 === 0 && height % 2 === 0 && width >= 16;
  const isWhole = crop.width === width && crop.height === height;
  return isEven && isWhole && chroma !== null && wanted.includes(chroma);
}

/** The chroma format of the result; `null` if strips cannot make it. */
function findChroma(
  picture: PlanarPicture,
  steps: PlannedSteps,
  limit: SizeLimit | null,
  coding: StripCoding,
): ChromaFormat | null {
  const { halfChroma } = encodingOf(steps).settings;
  // Under a limit it stays as it is, because the quality is not known yet.
  const wished = limit ? picture.chroma : halfChroma ? '4:2:0' : '4:4:4';
  const chroma = coding === 'macroblocks' ? '4:2:0' : wished;
  if (!chroma) return null;
  // Resizing makes new chroma anyway.
  const wanted: ChromaFormat[] = hasStep(steps, 'resize') ? ['4:2:0', '4:4:4'] : [chroma];
  return isRegular(picture, wanted) ? chroma : null;
}

/** What strips return for this output. */
function outputFor(size: Size, limit: SizeLimit | null, coding: StripCoding): StripOutput {
  const isVp8 = coding === 'macroblocks';
  if (!limit) return isVp8 ? { kind: 'macroblocks', picture: size } : { kind: 'tokens' };
  // Only writing a WebP tells its size.
  const counting = isVp8 ? null : countingFor(limit.quality);
  return { kind: 'samples', resampling: null, counting };
}

/**
 * The primary picture as strips, if it is one coded item and the only steps are turn, crop, resize
 * and tone-map; `null` otherwise.
 */
export async function planToneMapped(
  { bytes, source, codec, options, video }: PictureRequest,
  steps: PlannedSteps,
): Promise<JpegPlan | WebpPlan | null> {
  const { width, height, area } = steps;
  const toneMap = steps.steps.find((step) => step.kind === 'tone-map');
  const isPlain = steps.steps.every(({ kind }) => stepsInStrips.includes(kind));
  const { settings } = encodingOf(steps);
  const { quality } = settings;
  const coding = codec.strips(settings);
  const limit = sizeLimit(options, quality);
  if (!toneMap || !isPlain || coding === null || coding === 'png-rows') return null;
  const picture = source.findPicture?.(0);
  const chroma = picture ? findChroma(picture, steps, limit, coding) : null;
  if (!picture || !chroma) return null;
  const { canvas } = picture;
  const pixels = Math.max(canvas.width * canvas.height, width * height);
  // Larger ones are not shared in parts, and all planes would wait for one worker.
  if (video || pixels > mostPixelsAtOnce || pixels * bytesPerPixel > memoryBudget()) return null;
  // Shapes are planned for SDR only, so the transfer is left out of the code points; the task's
  // `color` has it.
  const { nclx } = picture.color;
  const color = { ...picture.color, nclx: nclx && { ...nclx, transfer: 2 } };
  const planned = planShapes(bytes, { ...picture, color }, steps.turn);
  const [shape, ...others] = planned?.shapes ?? [];
  if (!planned || !shape || others.length > 0 || shape.pieces.length > 1) return null;
  const header = source.pictures[0]!;
  const metadata = await prepareMetadata(header.metadata, options.metadata ?? 'keep', steps);
  const size = { width, height };
  const task: ToneStripTask = {
    kind: 'tone',
    ...shape,
    quality,
    firstMcuRow: 0,
    last: true,
    color: header.color,
    makesGainMap: toneMap.makesGainMap,
    output: outputFor(size, limit, coding),
    ...(hasStep(steps, 'crop', 'resize') && { frame: { area, target: size, chroma } }),
  };
  const tasks = [task];
  const rows: McuRows = limit
    ? { tasks, limit, collecting: { ...size, chroma, resampling: null } }
    : { tasks, limit, collecting: null };
  const plan = { ...size, ...rows, notes: ['tone-mapped' as const] };
  if (coding === 'macroblocks') {
    return {
      kind: 'webp',
      ...plan,
      frame: { ...size, quality, metadata, icc: undefined, alpha: null },
    };
  }
  const frame = { ...size, chroma, quality };
  const segments = await metadataSegments(metadata, undefined);
  const start = writeHeader({ ...frame, segments });
  const jpeg = { kind: 'jpeg', ...plan, header: start, video: null } as const;
  if (!toneMap.makesGainMap) return { ...jpeg, map: null };
  const bare = writeHeader({ ...frame, segments: [] });
  const head = await openHead(bare, metadata, undefined, trailingWithMap(null));
  const map: MadeMapPlan = {
    kind: 'made',
    head,
    behind: [],
    share: mapShare,
    least: mostBesideSmall,
  };
  return { ...jpeg, map, notes: ['gain-map-made'] };
}
