import { mostPixelsAtOnce } from '../../geometry.ts';
import { prepareMetadata } from '../../metadata/prepare.ts';
import type { PngPlan, WebpPlan } from '../../strips/tasks/plan.ts';
import type { WholeTask } from '../../strips/tasks/task.ts';
import { noTurn } from '../../transform/orient.ts';
import type { Job } from './job.ts';
import { memoryBudget } from './memory-budget.ts';
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
export async function planWhole({
  pictures,
  source,
  codec,
  options,
  wanted,
  name,
}: Job): Promise<PngPlan | WebpPlan | null> {
  const { plan } = pictures[0]!;
  const { width, height } = plan;
  const pixels = width * height;
  const { settings } = encodingOf(plan);
  const coding = codec.strips(settings);
  // The pixels of a JPEG are shared as strips, see `findDecoded`.
  if (coding === null || coding === 'mcu-rows') return null;
  if (wanted.length > 1 || options.targetBytes !== undefined) return null;
  if (pixels < leastPixels || pixels > mostPixelsAtOnce) return null;
  const encodingBytes = () => codec.encodingBytes(settings) + copiedBytes;
  const inMemory = { ...codec, encodingBytes };
  if (!hasRoom(source.pictures[0]!, plan, inMemory, memoryBudget())) return null;
  const task: WholeTask = {
    kind: 'whole',
    coding,
    name,
    options,
    width,
    rows: height,
    turn: noTurn,
    chroma: '4:4:4',
    bitDepth: 8,
    nclx: null,
    tiles: [],
    pieces: [],
  };
  const whole = { width, height, tasks: [task], collecting: null, limit: null, notes: [] };
  // The header is empty, because it is known only when the rows are there.
  if (coding === 'png-rows') return { kind: 'png', ...whole, header: new Uint8Array(0) };
  const { metadata } = source.pictures[0]!;
  const { quality } = settings;
  const prepared = await prepareMetadata(metadata, options.metadata ?? 'keep', plan);
  const about = { metadata: prepared, icc: undefined, alpha: null };
  return { kind: 'webp', ...whole, frame: { width, height, quality, ...about } };
}
