import type { StripCoding } from '../codec/output.ts';
import { joinChecksums, type Checksum } from '../formats/png/checksum.ts';
import type { StoredChannels } from '../formats/png/compressor.ts';
import type { MetadataBlocks } from '../metadata/blocks.ts';
import type { ConvertedPicture, ConvertResult, FileOptions, Note } from '../options.ts';
import type { Rectangle, Size } from '../geometry.ts';
import type { OpenHead } from '../gain-map/open-head.ts';
import type { DecodedPixels } from '../planes/decoded-pixels.ts';
import type { ChromaFormat, Planes } from '../planes/planes.ts';
import type { GainMapSamples } from '../transform/gain-map.ts';
import type { ResampledRows, Resampling } from '../transform/resampled-rows.ts';
import type { ToSrgb } from '../color/to-srgb.ts';
import type { ColorTags } from '../planes/raster.ts';
import type { CodedRows } from './code-rows.ts';
import type { Collecting } from './frame.ts';
import type { StripShape } from '../tiles/strip-shape.ts';

/** What becomes of a strip's samples, which are those of a JPEG: 8 bits, full range, BT.601. */
export type StripOutput =
  | { kind: 'tokens' }
  /**
   * Returned: resampled if there is a resampling for each component, otherwise perhaps counted,
   * too.
   */
  | {
      kind: 'samples';
      resampling: readonly Resampling[] | null;
      counting: Counting | null;
      /** The result's chroma format. If set, complete MCU rows may come back as tokens. */
      codes?: ChromaFormat;
    }
  | { kind: 'counts'; counting: Counting }
  /** Coded for a lossy WebP of this size, see `Vp8Encoder.codeStrip`. */
  | { kind: 'macroblocks'; picture: Size }
  | TrialOutput;

/** Some of each part's rows, from its middle, coded as macroblocks at several qualities in turn. */
export interface TrialOutput {
  kind: 'trials';
  picture: Size;
  qualities: readonly number[];
  /** Maximum per part, in whole macroblocks. */
  rows: number;
}

/** Counts symbols at some qualities, in one of `every` MCU rows. */
export interface Counting {
  qualities: readonly number[];
  every: number;
}

/** How often each symbol occurs in the counted MCU rows of a strip, for each quality. */
export interface CountedRows {
  /** The strip's luma rows. */
  rows: number;
  symbols: Uint32Array<ArrayBuffer>[];
}

/** A strip of a JPEG, or of another output made from JPEG samples. */
export interface McuRowsTask extends StripShape {
  output: StripOutput;
  quality: number;
  /** The strip's first MCU row in the picture. May be fractional if the output is samples. */
  firstMcuRow: number;
  last: boolean;
}

/** One strip as a message to a worker. */
export interface JpegStripTask extends McuRowsTask {
  kind: 'jpeg';
  /** Maps each 8-bit luma sample before it is encoded; `null` for no change. */
  table: Uint8Array<ArrayBuffer> | null;
  /** Conversion of colors; `null` for none. */
  toSrgb: ToSrgb | null;
  /** The planes come back with the result. */
  givesBack?: boolean;
}

export interface PngStripTask extends StripShape {
  kind: 'png';
  stored: StoredChannels;
  /** See `PngCompressor.compressRows`. */
  isSmall: boolean;
  /** What the samples mean, if they are to become sRGB. */
  toSrgb: ColorTags | null;
  /** Set for a part of a `WholeTask`: its only plane has four samples per pixel. */
  hasPixels?: boolean;
}

/**
 * A PNG or a lossy WebP of a picture that one worker has to make as a whole. All workers encode its
 * rows.
 */
export interface WholeTask extends StripShape {
  kind: 'whole';
  coding: Exclude<StripCoding, 'mcu-rows'>;
  name: string;
  options: FileOptions;
}

/** A PQ or HLG picture of one coded item that becomes an sRGB one, or a part of it. */
export interface ToneStripTask extends McuRowsTask {
  kind: 'tone';
  /** What its samples mean. */
  color: ColorTags;
  makesGainMap: boolean;
  /** The largest sample of the visible pixels, once known. Not needed for HLG. */
  largest?: number;
  /**
   * The shown part of the upright picture and its size, if it is not the whole as it is. The task's
   * rows, width and chroma are those of the source.
   */
  frame?: ToneFrame;
  /** Set for a part of such a picture. */
  shown?: ToneRows;
}

/** An area of an upright picture, with the size and chroma format that it gets. */
export interface ToneFrame {
  area: Rectangle;
  target: Size;
  chroma: ChromaFormat;
}

/** Some rows of a result, and the rows of the shown area that they are made from. */
export interface ToneRows {
  first: number;
  rows: number;
  /** In the area: its rows from `top` on, which begin at `corner` of the part's planes. */
  top: number;
  areaRows: number;
  corner: { x: number; y: number };
}

/**
 * A file whose pixels the browser's decoder holds, at another size, or a part of it. `firstMcuRow`
 * counts rows of the result. A part's planes are its pixels, four bytes each, in one plane.
 */
export interface PixelStripTask extends McuRowsTask {
  kind: 'pixels';
  /** The part of the file that is shown, and the size that it gets. */
  area: Rectangle;
  target: Size;
  /** As `#rrggbb`. */
  background: string | undefined;
  /** The rows of the file that a part has: from row `top` of the area on. */
  pixels?: Pick<DecodedPixels, 'order' | 'opaque'> & { top: number; rows: number };
}

/** Tasks that produce MCU rows. */
export type McuStripTask = JpegStripTask | ToneStripTask | PixelStripTask;

/** Strips of coded tiles, or decoded parts that another worker has handed over. */
export type SharedStripTask = McuStripTask | PngStripTask;

export type StripTask = SharedStripTask | WholeTask;

/** By how much tone mapping darkened some rows. */
export interface DarkenedRows {
  /** The gain in stops that the samples are fractions of. */
  stops: number;
  /** With half the pixels per side. */
  samples: GainMapSamples;
}

/**
 * The result of a strip, in order: chunks of a PNG file, tokens of a JPEG (`packTokens`), or
 * macroblocks of a WebP (`packVp8Strip`).
 */
export interface StripResult {
  parts: (Uint8Array<ArrayBuffer> | Blob)[];
  /** For each part of the strip, the rows of each component, if these are the output. */
  samples?: ResampledRows[][];
  /** For each of these, the rows below that are coded already, if any. */
  codes?: (CodedRows | null)[];
  /** For each part of the strip, see `JpegEncoder.countSymbols`. */
  counts?: CountedRows[];
  /** For each part of the strip, if a gain map is to be made from it. */
  darkened?: DarkenedRows[];
  /**
   * If the worker has handed parts over: the parts that it made itself, with their indices from the
   * top.
   */
  kept?: { index: number; result: StripResult }[];
  /** The strip's planes, if its task returns them. */
  planes?: Planes;
  /** Transparent pixels were blended onto a color. */
  isFilled?: boolean;
  /** Other notes on the picture. */
  notes?: Note[];
  /** Of a PNG's samples. The stream ends with the checksum of all. */
  checksum?: Checksum;
  /** What is known of a WebP once its pixels are decoded. */
  webp?: Pick<WebpFrame, 'icc' | 'alpha'>;
}

/** Joins the results of a strip's parts, in order. */
export function joinResults(results: readonly StripResult[]): StripResult {
  const parts = results.flatMap((each) => each.parts);
  const samples = results.flatMap((each) => each.samples ?? []);
  const codes = results.flatMap((each) => each.codes ?? (each.samples ?? []).map(() => null));
  const counts = results.flatMap((each) => each.counts ?? []);
  const darkened = results.flatMap((each) => each.darkened ?? []);
  const checksums = results.flatMap((each) => each.checksum ?? []);
  return {
    parts,
    ...(samples.length > 0 && { samples }),
    ...(codes.some(Boolean) && { codes }),
    ...(counts.length > 0 && { counts }),
    ...(darkened.length > 0 && { darkened }),
    ...(checksums.length > 0 && { checksum: checksums.reduce(joinChecksums) }),
    ...(results.some((each) => each.isFilled) && { isFilled: true }),
  };
}

/** What strips were coded to, in order. Only strips of PNGs may be Blobs, and are not for this. */
export function codedBytesOf(results: readonly StripResult[]): Uint8Array<ArrayBuffer>[] {
  return results.flatMap(({ parts }) => parts as Uint8Array<ArrayBuffer>[]);
}

/** A planned file: its header, the parts of each strip in order, then the format's end. */
export interface StripPlan<Task extends StripTask = StripTask> {
  width: number;
  height: number;
  header: Uint8Array<ArrayBuffer>;
  tasks: Task[];
  /** Set if the strips' output is samples. */
  collecting?: Collecting;
  /** The WebP that strips are joined to. */
  webp?: WebpFrame;
  /** Set if the file has a limit in bytes. */
  limit?: SizeLimit;
  /** The gain map that follows the picture. */
  gainMap?: GainMapPlan;
  /** The same if tone mapping makes the map. */
  madeMap?: MapBehind;
  /** Notes on how the picture is made. */
  notes?: Note[];
  /** The video that goes last. */
  video?: Blob;
}

/** A lossy WebP without its macroblocks. */
export interface WebpFrame extends Size {
  quality: number;
  metadata: MetadataBlocks;
  icc: Uint8Array | undefined;
  /** See `addAlpha`. */
  alpha?: Uint8Array | null;
}

/** Limits for a file. They decide its quality once its samples are known. */
export interface SizeLimit {
  /** For the picture and its gain map, without a video. */
  bytes: number;
  quality: { min: number; max: number };
  /** The picture may get fewer pixels if the lowest quality does not suffice. */
  mayShrink: boolean;
  /**
   * The quality from which full chroma resolution is worthwhile. Set if it was guessed not to fit.
   */
  fullChromaFrom?: number | undefined;
  /**
   * Chroma may be halved if the lowest quality does not suffice. Set if full resolution was a
   * guess.
   */
  mayHalveChroma?: boolean;
  /** There are too many samples to keep: each attempt decodes them again. */
  decodesAgain?: boolean;
}

/** Choices made once a picture's samples are known. */
export interface Chosen {
  /** May be fractional. */
  quality: number;
  size: Size;
  /** Chroma resolution, if the limit decides it and the first guess was wrong. */
  chroma?: 'full' | 'half' | undefined;
}

/** A gain map as a second JPEG after the first. */
export interface MapBehind {
  /** The picture's header if it gets the map. Otherwise `StripPlan.header` is used. */
  head: OpenHead;
  /** Sizes in bytes of the items that are listed after the map. */
  behind: number[];
  /** What the map and its metadata may add to the picture, as a share of its bytes. */
  share: number;
  /** Bytes that they may add in any case, for pictures of which that share is less. */
  least: number;
}

/** A gain map in strips of its own. */
export interface GainMapPlan extends MapBehind {
  height: number;
  tasks: JpegStripTask[];
  collecting?: Collecting;
  /** The map's header for each quality that may be tried, best first. */
  headers: { quality: number; bytes: Uint8Array<ArrayBuffer> }[];
  /** There is memory to make the picture in one piece, which may do more for its map. */
  fitsWhole: boolean;
  /** The whole map as stored in the file, if it stays the same and fits. */
  stored?: Uint8Array<ArrayBuffer>;
}

/** Bytes that a gain map and its metadata may take; up to `most` if it would be wrong in fewer. */
export interface RoomForMap {
  bytes: number;
  most: number;
}

/** A worker's answer for a file that is better converted in strips by all workers. */
export interface PlannedConversion {
  plan: StripPlan;
  /** The result, without what is known only when the picture is finished. */
  result: Omit<ConvertResult, 'blob' | 'hasGainMap'>;
  /** The caller's own file, which replaces the result if it is not larger. */
  original?: Omit<ConvertedPicture, 'format'>;
}
