import { EngineError } from '../errors.ts';
import type { Picture } from '../heif/pictures.ts';
import type { Nclx } from '../heif/properties.ts';
import type { Turn } from '../jpeg/encoder.ts';
import { samplingOf, writeJpegHeader } from '../jpeg/header.ts';
import { canConvertMatrix } from '../jpeg/sample-conversion.ts';
import { quantisationTables, standardHuffman } from '../jpeg/tables.ts';
import type { ChromaFormat } from '../planes.ts';
import type { Piece } from './layout.ts';
import { layOutStrips } from './layout.ts';

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

/** One strip as a message to a worker: everything but the file. */
export interface StripTask {
  /** Pixels of the upright strip. */
  width: number;
  rows: number;
  chroma: ChromaFormat;
  bitDepth: number;
  quality: number;
  turn: Turn;
  /** What the container says about colour; the coded data decides where it says nothing. */
  nclx: Nclx | null;
  tiles: CodedTile[];
  /** `tile` is an index into `tiles`. */
  pieces: Piece[];
  /** The row of MCUs in the picture that the strip starts with. */
  firstMcuRow: number;
  last: boolean;
}

/** A JPEG to be: its header, then the scan data of each strip in order, then `jpegEnd`. */
export interface StripPlan {
  width: number;
  height: number;
  header: Uint8Array<ArrayBuffer>;
  tasks: StripTask[];
}

/** Transfer characteristics of HDR pictures, which need a tone map (H.273: 16 is PQ, 18 is HLG). */
export function isHdrTransfer(transfer: number): boolean {
  return transfer === 16 || transfer === 18;
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
    configuration: layout.configuration,
    data: inFile ? { start, end: start + data.length } : data,
    ...canvas,
    gray: picture.chroma === '4:0:0',
  };
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
): StripPlan | null {
  const { layout, placement, width, height, bitDepth, color } = picture;
  // Without a box that says so, an AVC item is what nearly all AVC is.
  const chroma = picture.chroma ?? '4:2:0';
  const { nclx } = color;
  if (nclx && (isHdrTransfer(nclx.transfer) || !canConvertMatrix(nclx.matrix))) return null;
  const strips = layOutStrips(picture, chroma);
  if (!strips) return null;
  const pictures = layout.kind === 'grid' ? layout.tiles : [picture];
  const first = pictures[0]!;
  if (pictures.some((each) => each.chroma !== first.chroma || each.bitDepth !== bitDepth))
    return null;
  if (pictures.some(({ layout: each }) => each.kind !== 'coded' || each.codec === 'jpeg'))
    return null;

  const { across, down } = samplingOf(chroma);
  const { transpose, flipX, flipY } = placement;
  const tasks = strips.map(({ top, rows, pieces }, index): StripTask => {
    const used = [...new Set(pieces.map(({ tile }) => tile))];
    return {
      width,
      rows,
      chroma,
      bitDepth,
      quality,
      turn: { transpose, flipX, flipY },
      nclx,
      tiles: used.map((tile) => codedTileOf(pictures[tile]!, file)),
      pieces: pieces.map((piece) => ({ ...piece, tile: used.indexOf(piece.tile) })),
      firstMcuRow: top / (8 * down),
      last: index === strips.length - 1,
    };
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
