import type { OutputCodec } from '../../codec/output.ts';
import { mostPixelsAtOnce } from '../../geometry.ts';
import { prepareMetadata } from '../../metadata/prepare.ts';
import type { StripPlan, WholeTask } from '../../strips/task.ts';
import { noTurn } from '../../transform/orient.ts';
import type { Job } from './job.ts';
import { memoryBudget } from './memory-budget.ts';
import { hasRoom } from './memory.ts';
import { encodingOf } from './plan.ts';

/** Encoding fewer pixels takes no longer than having it done. */
const leastPixels = 0.5e6;

/** Copies of the rows that others encode, of 16 bits a sample. */
const copiedBytes = 8;

/**
 * The only picture of a file as a PNG or a lossy WebP whose rows all workers encode, once one has made the picture;
 * `null` where that gains nothing, or takes more memory than there is.
 */
export async function planWhole({
  pictures,
  source,
  codec,
  options,
  wanted,
  name,
}: Job): Promise<StripPlan | null> {
  const { plan } = pictures[0]!;
  const { width, height } = plan;
  const pixels = width * height;
  if (wanted.length > 1 || options.targetBytes !== undefined) return null;
  if (pixels < leastPixels || pixels > mostPixelsAtOnce) return null;
  const encodingBytes: OutputCodec['encodingBytes'] = (settings) =>
    codec.encodingBytes(settings) + copiedBytes;
  const inMemory = { ...codec, encodingBytes };
  if (!hasRoom(source.pictures[0]!, plan, inMemory, memoryBudget())) return null;
  const { settings } = encodingOf(plan);
  if (codec.format === 'webp' && settings.lossless) return null;
  const task: WholeTask = {
    kind: 'whole',
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
  // What is in front of the rows is known when there are any.
  const whole = { width, height, header: new Uint8Array(0), tasks: [task] };
  if (codec.format !== 'webp') return whole;
  const { metadata } = source.pictures[0]!;
  const { quality } = settings;
  const prepared = await prepareMetadata(metadata, options.metadata ?? 'keep', plan);
  return { ...whole, webp: { width, height, quality, metadata: prepared, icc: undefined } };
}
