import { joinBytes } from '../bytes/join.ts';
import { writeJpegHeader } from '../formats/jpeg/header.ts';
import { canConvertMatrix } from '../formats/jpeg/sample-conversion.ts';
import { quantizationTables, standardHuffman } from '../formats/jpeg/tables.ts';
import type { Checksum } from '../formats/png/checksum.ts';
import type { StoredChannels } from '../formats/png/compressor.ts';
import { colorTypes } from '../formats/png/header.ts';
import { headerChunk, pngSignature, streamStart } from '../formats/png/stream.ts';
import type { Picture } from '../heif/pictures.ts';
import type { ConvertResult } from '../options.ts';
import type { Turn } from '../geometry.ts';
import { noTurn } from '../transform/orient.ts';
import type { ColorTags } from '../planes/raster.ts';
import { samplingOf } from '../planes/sampling.ts';
import { detach } from '../tiles/coded-tile.ts';
import { type StripShape, planShapes } from '../tiles/strip-shape.ts';

/** One strip as a message to a worker. */
export interface JpegStripTask extends StripShape {
  kind: 'jpeg';
  quality: number;
  /** The row of MCUs in the picture that the strip starts with. */
  firstMcuRow: number;
  last: boolean;
}

export interface PngStripTask extends StripShape {
  kind: 'png';
  stored: StoredChannels;
  /** What the samples mean, when they are to become sRGB. */
  toSrgb: ColorTags | null;
}

export type StripTask = JpegStripTask | PngStripTask;

/** What a strip became: the parts of the file that are its own, in order. */
export interface StripResult {
  parts: (Uint8Array<ArrayBuffer> | Blob)[];
  /** Of the samples of a PNG, whose stream ends with the checksum of all. */
  checksum?: Checksum;
}

/** A file to be: its header, then the parts of each strip in order, then the format's end. */
export interface StripPlan<Task extends StripTask = StripTask> {
  width: number;
  height: number;
  header: Uint8Array<ArrayBuffer>;
  tasks: Task[];
}

/**
 * Plans a picture as strips of JPEG that go from decoded planes straight into the encoder. `null` when
 * it needs more than that: alpha, layers, tone mapping, a matrix that is no plain YCbCr, or edges that
 * planes cannot have. `segments` are ready-made marker segments for the header.
 */
export function planStrips(
  file: Uint8Array,
  picture: Picture,
  quality: number,
  segments: readonly Uint8Array[],
  turn: Turn = noTurn,
): StripPlan<JpegStripTask> | null {
  const { nclx } = picture.color;
  if (nclx && !canConvertMatrix(nclx.matrix)) return null;
  const planned = planShapes(file, picture, turn);
  if (!planned) return null;
  const { width, height, chroma, tops, shapes } = planned;
  const { across, down } = samplingOf(chroma);
  const tasks = shapes.map((shape, index): JpegStripTask => {
    const last = index === shapes.length - 1;
    return { kind: 'jpeg', ...shape, quality, firstMcuRow: tops[index]! / (8 * down), last };
  });
  const header = writeJpegHeader({
    width,
    height,
    chroma,
    quantization: quantizationTables(quality),
    huffman: standardHuffman,
    restartInterval: Math.ceil(width / (8 * across)),
    segments,
  });
  return { width, height, header, tasks };
}

/**
 * Plans a picture as strips of PNG, each compressed by itself. `null` like `planStrips`, and for
 * pictures of one strip, which gain nothing. `chunks` describe the picture and go behind its header.
 */
export function planPngStrips(
  file: Uint8Array,
  picture: Picture,
  { gray, toSrgb }: { gray: boolean; toSrgb: ColorTags | null },
  chunks: readonly Uint8Array[],
  turn: Turn = noTurn,
): StripPlan<PngStripTask> | null {
  const planned = planShapes(file, picture, turn);
  if (!planned || planned.shapes.length < 2) return null;
  const { width, height, shapes } = planned;
  const { bitDepth } = picture;
  const stored = gray ? 1 : 3;
  const form = {
    bitDepth: bitDepth > 8 ? 16 : 8,
    colorType: gray ? colorTypes.gray : colorTypes.rgb,
  };
  const color = toSrgb?.icc ? { ...toSrgb, icc: detach(toSrgb.icc) } : toSrgb;
  const header = joinBytes([pngSignature, headerChunk(planned, form), ...chunks, streamStart]);
  const tasks = shapes.map((shape): PngStripTask => ({
    kind: 'png',
    ...shape,
    stored,
    toSrgb: color,
  }));
  return { width, height, header, tasks };
}

/** A worker's answer to a file that is better converted in strips, by all workers. */
export interface PlannedConversion {
  plan: StripPlan;
  /** The result but for what only the finished picture has. */
  result: Omit<ConvertResult, 'blob'>;
}
