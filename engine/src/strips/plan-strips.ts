// Plans a picture as strips of a JPEG: the tiles of each, and the file's header.
import { writeFrameHeader } from '../formats/jpeg/header.ts';
import { stepsFor } from '../formats/jpeg/encoder/quantization.ts';
import { canConvertMatrix } from '../formats/jpeg/encoder/sample-conversion.ts';
import type { PlanarPicture } from '../tiles/planar-picture.ts';
import type { Size, Turn } from '../geometry.ts';
import type { ChromaFormat } from '../planes/planes.ts';
import { noTurn } from '../transform/orient.ts';
import type { ToSrgb } from '../color/to-srgb.ts';
import { samplingOf } from '../planes/sampling.ts';
import { collect, framePicture, type Frame } from './frame.ts';
import { type StripShapes, planShapes } from '../tiles/strip-shape.ts';
import type { McuStrips } from './tasks/plan.ts';
import type { StripOutput, JpegStripTask } from './tasks/task.ts';

/** Choices for a picture in strips, apart from its stored samples. */
export interface StripChoices {
  turn?: Turn;
  /** See `JpegStripTask.table`. */
  table?: Uint8Array<ArrayBuffer> | null;
  /** See `JpegStripTask.toSrgb`. */
  toSrgb?: ToSrgb | null;
  /** Crop and size. */
  frame?: Frame | undefined;
  /** The strips return samples in any case. */
  collects?: boolean;
  /** Largest part, in pixels, whose samples are collected only because that is faster. */
  maxCollected?: number;
}

/** A picture as strips of JPEG, and the header that suits them. */
export type PlannedStrips = Size & McuStrips<JpegStripTask> & { header: Uint8Array<ArrayBuffer> };

/**
 * Plans a picture as strips of JPEG that go from decoded planes directly into the encoder. `null`
 * if it needs more than that: alpha, layers, tone mapping, a matrix other than plain YCbCr, or
 * edges that planes cannot have. `segments` are ready-made marker segments for the header.
 */
export function planStrips(
  file: Uint8Array,
  picture: PlanarPicture,
  quality: number,
  segments: readonly Uint8Array[],
  {
    turn = noTurn,
    table = null,
    toSrgb = null,
    frame,
    collects = false,
    maxCollected = 0,
  }: StripChoices = {},
): PlannedStrips | null {
  const { nclx } = picture.color;
  if (nclx && !canConvertMatrix(nclx.matrix)) return null;
  const framed = frame ? framePicture(picture, turn, frame) : { picture, shown: null };
  const onSamples = planShapes(file, framed.picture, turn, 'samples');
  const onMcus = collects || framed.shown ? null : planShapes(file, framed.picture, turn);
  const area = framed.picture.placement.crop;
  const mayCollect = frame !== undefined && area.width * area.height <= maxCollected;
  const isCollected = !onMcus || (mayCollect && isFiner(onSamples, onMcus));
  const planned = isCollected ? onSamples : onMcus;
  if (!planned) return null;
  const { width, height, chroma, tops, shapes } = planned;
  const asStored = isCollected ? { width, height, chroma, resampling: null } : null;
  const collecting = framed.shown && frame ? collect(planned, framed.shown, frame) : asStored;
  const output: StripOutput = collecting
    ? { kind: 'samples', resampling: collecting.resampling, counting: null }
    : { kind: 'tokens' };
  const { down } = samplingOf(chroma);
  const tasks = shapes.map((shape, index): JpegStripTask => {
    const last = index === shapes.length - 1;
    const firstMcuRow = tops[index]! / (8 * down);
    return { kind: 'jpeg', output, ...shape, quality, firstMcuRow, last, table, toSrgb };
  });
  const result = collecting ?? { width, height, chroma };
  const header = writeHeader({ ...result, quality, segments });
  return { width: result.width, height: result.height, header, tasks, collecting };
}

/**
 * Whether `one` has more strips or decodes fewer tiles. Tile rows of a crop seldom end on MCU rows,
 * so strips of whole MCU rows are fewer and decode some tiles twice.
 */
function isFiner(one: StripShapes | null, other: StripShapes): boolean {
  const tilesOf = ({ shapes }: StripShapes): number =>
    shapes.reduce((sum, { tiles }) => sum + tiles.length, 0);
  if (!one) return false;
  return one.shapes.length > other.shapes.length || tilesOf(one) < tilesOf(other);
}

/** The start of a JPEG that is made in strips, up to its Huffman tables. */
export function writeHeader({
  width,
  height,
  chroma,
  quality,
  segments,
}: Size & {
  chroma: ChromaFormat;
  quality: number;
  segments: readonly Uint8Array[];
}): Uint8Array<ArrayBuffer> {
  return writeFrameHeader({
    width,
    height,
    chroma,
    quantization: stepsFor(quality, chroma),
    restartInterval: Math.ceil(width / (8 * samplingOf(chroma).across)),
    segments,
  });
}
