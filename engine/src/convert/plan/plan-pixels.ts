import { metadataSegments } from '../../formats/jpeg/metadata.ts';
import { mostPixelsAtOnce } from '../../geometry.ts';
import { prepareMetadata } from '../../metadata/prepare.ts';
import { profileFor } from '../../color/profile-for.ts';
import { writeHeader } from '../../strips/plan-strips.ts';
import type { JpegPlan } from '../../strips/tasks/plan.ts';
import type { PixelStripTask } from '../../strips/tasks/task.ts';
import { codedTileOf } from '../../tiles/coded-tile.ts';
import { isTurned, noTurn } from '../../transform/orient.ts';
import { memoryBudget } from './memory-budget.ts';
import { hasRoom } from './memory.ts';
import { leastShared, pixelsFor } from './pixel-pictures.ts';
import { encodingOf, hasStep, stripCodingOf, type PlannedSteps, type StepKind } from './plan.ts';
import type { PictureRequest } from './picture-request.ts';

/** Steps that strips of resized pixels can do. */
const stepsInStrips: readonly StepKind[] = [
  ...(['decode', 'fill-transparency', 'crop', 'resize', 'carry-profile', 'encode'] as const),
  ...(['keep-metadata', 'remove-location', 'strip-metadata'] as const),
];

/**
 * A picture whose pixels the browser's decoder holds, at another size, in parts that all workers
 * make; `null` for other pictures.
 */
export async function planPixels(
  request: PictureRequest,
  steps: PlannedSteps,
): Promise<JpegPlan | null> {
  const { bytes, source, codec, options, video } = request;
  const isPlain = steps.steps.every(({ kind }) => stepsInStrips.includes(kind));
  if (!isPlain || stripCodingOf(codec, steps) !== 'mcu-rows') return null;
  if (!hasStep(steps, 'resize') || video) return null;
  if (options.targetBytes !== undefined || isTurned(steps.placement)) return null;
  const header = source.pictures[0]!;
  const pixels = header.width * header.height;
  // A larger result is encoded by one thread, a few rows at a time.
  if (pixels < leastShared || Math.max(pixels, steps.width * steps.height) > mostPixelsAtOnce)
    return null;
  const { chroma, background } = pixelsFor(header, steps, request);
  const picture = source.findFile?.(0, chroma, background);
  if (!picture?.pixels || !hasRoom(header, steps, codec, memoryBudget())) return null;
  const { width, height, area } = steps;
  const { quality } = encodingOf(steps).settings;
  const task: PixelStripTask = {
    kind: 'pixels',
    width,
    rows: height,
    chroma,
    bitDepth: 8,
    turn: noTurn,
    nclx: null,
    tiles: [codedTileOf(picture, bytes)],
    pieces: [],
    firstMcuRow: 0,
    last: true,
    quality,
    area,
    target: { width, height },
    background,
    output: { kind: 'tokens' },
  };
  const metadata = await prepareMetadata(header.metadata, options.metadata ?? 'keep', steps);
  const segments = await metadataSegments(metadata, profileFor(header.color));
  return {
    kind: 'jpeg',
    width,
    height,
    header: writeHeader({ width, height, chroma, quality, segments }),
    tasks: [task],
    collecting: null,
    limit: null,
    map: null,
    video: null,
    notes: [],
  };
}
