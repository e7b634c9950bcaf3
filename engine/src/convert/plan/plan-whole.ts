import { mostPixelsAtOnce } from '../../geometry.ts';
import { prepareMetadata } from '../../metadata/prepare.ts';
import type { PngPlan, WebpPlan, WholePicture } from '../../strips/tasks/plan.ts';
import type { WholeTask } from '../../strips/tasks/task.ts';
import { noTurn } from '../../transform/orient.ts';
import { sizeLimit } from './encode.ts';
import type { Job } from './job.ts';
import { memoryBudget, mostCollected } from './memory-budget.ts';
import { hasRoom } from './memory.ts';
import { encodingOf } from './plan.ts';

/** With fewer pixels, encoding takes no longer than sending them to others. */
const leastPixels = 0.5e6;

/** Copies of the rows that others encode, with 16 bits per sample. */
const copiedBytes = 8;

/**
 * Plans a file's only picture as a PNG or a lossy WebP whose rows all workers encode once one
 * worker has made the picture. `null` if that gains nothing, or takes too much memory.
 */
export async function planWhole(job: Job): Promise<PngPlan | WebpPlan | null> {
  const { pictures, source, codec, options, name } = job;
  const { plan } = pictures[0]!;
  const { width, height } = plan;
  const { settings } = encodingOf(plan);
  const coding = codec.strips(settings);
  // The pixels of a JPEG are shared as strips, see `findDecoded`.
  if (coding === null || coding === 'mcu-rows') return null;
  const { quality } = settings;
  const limit = sizeLimit(options, quality);
  if (!isShareable(job, limit !== null)) return null;
  const task: WholeTask = {
    kind: 'whole',
    coding,
    name,
    options,
    quality,
    width,
    rows: height,
    turn: noTurn,
    chroma: '4:4:4',
    bitDepth: 8,
    nclx: null,
    tiles: [],
    pieces: [],
  };
  const size = { width, height };
  const direct = { tasks: [task], collecting: null, limit: null };
  // The header is empty, because it is known only when the rows are there.
  if (coding === 'png-rows')
    return limit ? null : { kind: 'png', ...size, ...direct, notes: [], header: new Uint8Array(0) };
  const collecting = { ...size, chroma: '4:2:0', resampling: null } as const;
  const strips: WholePicture = limit
    ? { tasks: [{ ...task, givesSamples: true }], collecting, limit }
    : direct;
  const { metadata } = source.pictures[0]!;
  const prepared = await prepareMetadata(metadata, options.metadata ?? 'keep', plan);
  const frame = { ...size, quality, metadata: prepared, icc: undefined, alpha: null };
  return { kind: 'webp', ...size, ...strips, notes: [], frame };
}

/** Whether sharing the encoding of the only picture gains time, and there is memory for it. */
function isShareable(
  { pictures, source, codec, wanted, chosen }: Job,
  keepsSamples: boolean,
): boolean {
  const { plan } = pictures[0]!;
  const pixels = plan.width * plan.height;
  if (wanted.length > 1 || pixels > mostPixelsAtOnce) return false;
  // A picture that gets smaller for a limit has been shared before.
  if (pixels < leastPixels && !chosen) return false;
  if (keepsSamples && pixels > mostCollected()) return false;
  const encodingBytes = () => codec.encodingBytes(encodingOf(plan).settings) + copiedBytes;
  return hasRoom(source.pictures[0]!, plan, { ...codec, encodingBytes }, memoryBudget());
}
