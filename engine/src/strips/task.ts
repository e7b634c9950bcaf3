import { joinBytes } from '../bytes/join.ts';
import { EngineError } from '../errors.ts';
import type { Picture } from '../heif/pictures.ts';
import type { Nclx } from '../heif/properties.ts';
import type { Turn } from '../formats/jpeg/encoder.ts';
import { samplingOf, writeJpegHeader } from '../formats/jpeg/header.ts';
import { canConvertMatrix } from '../formats/jpeg/sample-conversion.ts';
import { quantisationTables, standardHuffman } from '../formats/jpeg/tables.ts';
import type { ChromaFormat } from '../planes/planes.ts';
import type { Checksum } from '../formats/png/checksum.ts';
import type { StoredChannels } from '../formats/png/compressor.ts';
import { colorTypes } from '../formats/png/header.ts';
import { headerChunk, pngSignature, streamStart } from '../formats/png/stream.ts';
import type { ColorTags } from '../planes/raster.ts';
import type { Piece } from '../tiles/layout.ts';
import { layOutStrips } from '../tiles/layout.ts';

/** A coded item: what its decoder needs, and where in the file its data lies, or the data itself. */
export interface CodedTile {
  codec: 'hevc' | 'av1' | 'avc';
  configuration: Uint8Array;
  data: { start: number; end: number } | Uint8Array;
  width: number;
  height: number;
  /** Luma alone is wanted. */
  gray: boolean;
}

/** What decoding one strip takes: everything but the file. */
export interface StripShape {
  /** Pixels of the upright strip. */
  width: number;
  rows: number;
  chroma: ChromaFormat;
  bitDepth: number;
  turn: Turn;
  /** What the container says about colour; the coded data decides where it says nothing. */
  nclx: Nclx | null;
  tiles: CodedTile[];
  /** `tile` is an index into `tiles`. */
  pieces: Piece[];
}

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

/** Transfer characteristics of HDR pictures, which need a tone map (H.273: 16 is PQ, 18 is HLG). */
export function isHdrTransfer(transfer: number): boolean {
  return transfer === 16 || transfer === 18;
}

const ownCopies = new WeakMap<Uint8Array, Uint8Array>();

/** The bytes alone: a view that is sent to another thread takes all of its buffer along, here the file. */
function detach(bytes: Uint8Array): Uint8Array {
  if (bytes.length === bytes.buffer.byteLength) return bytes;
  // Tiles of a grid share theirs.
  const own = ownCopies.get(bytes) ?? bytes.slice();
  ownCopies.set(bytes, own);
  return own;
}

/** A coded picture as a tile to decode. Throws `unsupported-feature` for items that have no planes. */
export function codedTileOf(picture: Picture, file: Uint8Array): CodedTile {
  const { layout, item, source, canvas } = picture;
  if (layout.kind !== 'coded' || layout.codec === 'jpeg') {
    throw new EngineError('unsupported-feature', `item ${item.id} is not made of planes`, {
      feature: layout.kind === 'coded' ? 'jpeg-item' : layout.kind,
    });
  }
  const data = source.data();
  const inFile = data.buffer === file.buffer;
  const start = data.byteOffset - file.byteOffset;
  return {
    codec: layout.codec,
    configuration: detach(layout.configuration),
    data: inFile ? { start, end: start + data.length } : detach(data),
    ...canvas,
    gray: picture.chroma === '4:0:0',
  };
}

/** A picture as strips, top to bottom. `null` for what has none: alpha, layers, tone mapping, or edges that planes cannot have. */
export function planShapes(
  file: Uint8Array,
  picture: Picture,
): { chroma: ChromaFormat; tops: number[]; shapes: StripShape[] } | null {
  const { layout, placement, width, bitDepth, color } = picture;
  // Without a box that says so, an AVC item is what nearly all AVC is.
  const chroma = picture.chroma ?? '4:2:0';
  const { nclx } = color;
  if (nclx && isHdrTransfer(nclx.transfer)) return null;
  const strips = layOutStrips(picture, chroma);
  if (!strips) return null;
  const pictures = layout.kind === 'grid' ? layout.tiles : [picture];
  const first = pictures[0]!;
  if (pictures.some((each) => each.chroma !== first.chroma || each.bitDepth !== bitDepth))
    return null;
  if (pictures.some(({ layout: each }) => each.kind !== 'coded' || each.codec === 'jpeg'))
    return null;
  const { transpose, flipX, flipY } = placement;
  const shapes = strips.map(({ rows, pieces }) => {
    const used = [...new Set(pieces.map(({ tile }) => tile))];
    return {
      width,
      rows,
      chroma,
      bitDepth,
      turn: { transpose, flipX, flipY },
      nclx,
      tiles: used.map((tile) => codedTileOf(pictures[tile]!, file)),
      pieces: pieces.map((piece) => ({ ...piece, tile: used.indexOf(piece.tile) })),
    };
  });
  return { chroma, tops: strips.map(({ top }) => top), shapes };
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
): StripPlan<JpegStripTask> | null {
  const { width, height, color } = picture;
  if (color.nclx && !canConvertMatrix(color.nclx.matrix)) return null;
  const planned = planShapes(file, picture);
  if (!planned) return null;
  const { chroma, tops, shapes } = planned;
  const { across, down } = samplingOf(chroma);
  const tasks = shapes.map((shape, index): JpegStripTask => {
    const last = index === shapes.length - 1;
    return { kind: 'jpeg', ...shape, quality, firstMcuRow: tops[index]! / (8 * down), last };
  });
  const header = writeJpegHeader({
    width,
    height,
    chroma,
    quantisation: quantisationTables(quality),
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
): StripPlan<PngStripTask> | null {
  const shapes = planShapes(file, picture)?.shapes;
  if (!shapes || shapes.length < 2) return null;
  const { width, height, bitDepth } = picture;
  const stored = gray ? 1 : 3;
  const form = {
    bitDepth: bitDepth > 8 ? 16 : 8,
    colorType: gray ? colorTypes.gray : colorTypes.rgb,
  };
  const color = toSrgb?.icc ? { ...toSrgb, icc: detach(toSrgb.icc) } : toSrgb;
  const header = joinBytes([pngSignature, headerChunk(picture, form), ...chunks, streamStart]);
  const tasks = shapes.map((shape): PngStripTask => ({
    kind: 'png',
    ...shape,
    stored,
    toSrgb: color,
  }));
  return { width, height, header, tasks };
}
