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

/** What a strip's samples become, once they are those of a JPEG: 8 bits, full range, BT.601. */
export type StripOutput =
  | { kind: 'tokens' }
  /** Given back, at another size where there is a resampling for each component; else perhaps counted, too. */
  | {
      kind: 'samples';
      resampling: readonly Resampling[] | null;
      counting: Counting | null;
      /** Set where whole rows of MCUs may come back as tokens: the color resolution of the picture to be. */
      codes?: ChromaFormat;
    }
  | { kind: 'counts'; counting: Counting }
  /** Coded for a lossy WebP of this size, see `Vp8Encoder.codeStrip`. */
  | { kind: 'macroblocks'; picture: Size }
  | TrialOutput;

/** Some of each part's rows, from its middle, coded as macroblocks at one quality after the other. */
export interface TrialOutput {
  kind: 'trials';
  picture: Size;
  qualities: readonly number[];
  /** Of each part at most, in whole macroblocks. */
  rows: number;
}

/** Symbols are counted at some qualities, in every so many-th row of MCUs. */
export interface Counting {
  qualities: readonly number[];
  every: number;
}

/** How often each symbol occurs in some of a strip's rows of MCUs, at each quality. */
export interface CountedRows {
  /** The strip's rows of luma. */
  rows: number;
  symbols: Uint32Array<ArrayBuffer>[];
}

/** A strip of a JPEG, or of what has its samples. */
export interface McuRowsTask extends StripShape {
  output: StripOutput;
  quality: number;
  /** The row of MCUs in the picture that the strip starts with; need not be whole where its output is samples. */
  firstMcuRow: number;
  last: boolean;
}

/** One strip as a message to a worker. */
export interface JpegStripTask extends McuRowsTask {
  kind: 'jpeg';
  /** What each 8-bit luma sample becomes before it is encoded; `null` for what it is. */
  table: Uint8Array<ArrayBuffer> | null;
  /** What colors become; `null` for what they are. */
  toSrgb: ToSrgb | null;
  /** The planes that it is made of come back with its result. */
  givesBack?: boolean;
}

export interface PngStripTask extends StripShape {
  kind: 'png';
  stored: StoredChannels;
  /** See `PngCompressor.compressRows`. */
  isSmall: boolean;
  /** What the samples mean, when they are to become sRGB. */
  toSrgb: ColorTags | null;
  /** Set of a part of a `WholeTask`: its only plane has four samples of each pixel. */
  hasPixels?: boolean;
}

/** A PNG or a lossy WebP of a picture that one worker has to make whole: all encode its rows. */
export interface WholeTask extends StripShape {
  kind: 'whole';
  name: string;
  options: FileOptions;
}

/** A picture of PQ or HLG that is one coded item, or a part of it, which becomes one in sRGB. */
export interface ToneStripTask extends McuRowsTask {
  kind: 'tone';
  /** What its samples mean. */
  color: ColorTags;
  makesGainMap: boolean;
  /** The largest sample of the pixels that are shown; of HLG it does not matter. Set where that is known. */
  largest?: number;
  /**
   * What of the upright picture is shown, and how, where that is not all as it is. The task's rows, width and color
   * resolution are those of what it is made of.
   */
  frame?: ToneFrame;
  /** Set of a part of such a picture. */
  shown?: ToneRows;
}

/** An area of an upright picture, and the size and the color resolution that it gets. */
export interface ToneFrame {
  area: Rectangle;
  target: Size;
  chroma: ChromaFormat;
}

/** Some rows of a result, and the rows of the shown area that they are made of. */
export interface ToneRows {
  first: number;
  rows: number;
  /** Of the area: its rows from `top` on, which begin at `corner` of the part's planes. */
  top: number;
  areaRows: number;
  corner: { x: number; y: number };
}

/**
 * A file whose pixels the browser keeps, at another size, or a part of it, whose rows `firstMcuRow` counts in the
 * result. A part's planes are its pixels, four bytes each, in one.
 */
export interface PixelStripTask extends McuRowsTask {
  kind: 'pixels';
  /** What is shown of the file, and the size that it gets. */
  area: Rectangle;
  target: Size;
  /** As `#rrggbb`. */
  background: string | undefined;
  /** What a part has of the file: rows from `top` of the area on. */
  pixels?: Pick<DecodedPixels, 'order' | 'opaque'> & { top: number; rows: number };
}

/** What is made in rows of MCUs. */
export type McuStripTask = JpegStripTask | ToneStripTask | PixelStripTask;

/** Strips of coded tiles, or parts that another worker has handed over decoded. */
export type SharedStripTask = McuStripTask | PngStripTask;

export type StripTask = SharedStripTask | WholeTask;

/** What tone mapping has left of the light of some rows. */
export interface DarkenedRows {
  /** What the samples are shares of. */
  stops: number;
  /** With half the pixels a side. */
  samples: GainMapSamples;
}

/**
 * What a strip became, in order: parts of a PNG file, or tokens of a JPEG (`packTokens`), or macroblocks of a WebP
 * (`packVp8Strip`).
 */
export interface StripResult {
  parts: (Uint8Array<ArrayBuffer> | Blob)[];
  /** For each part of the strip the rows of each component, where these are its output. */
  samples?: ResampledRows[][];
  /** For each of these what comes below it and is coded already, if anything. */
  codes?: (CodedRows | null)[];
  /** For each part of the strip, see `JpegEncoder.countSymbols`. */
  counts?: CountedRows[];
  /** For each part of the strip, where a gain map is to be made of it. */
  darkened?: DarkenedRows[];
  /** Parts that the worker made itself of a strip of which it has handed others over, by their numbers from the top. */
  kept?: { index: number; result: StripResult }[];
  /** The strip's own, where its task gives them back. */
  planes?: Planes;
  /** Transparent pixels have come to lie on a color. */
  isFilled?: boolean;
  /** What else there is to tell of the picture. */
  notes?: Note[];
  /** Of the samples of a PNG, whose stream ends with the checksum of all. */
  checksum?: Checksum;
  /** What is known of a WebP when its pixels are there. */
  webp?: Pick<WebpFrame, 'icc' | 'alpha'>;
}

/** What parts of a strip became, in order, as one. */
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

/** A file to be: its header, then the parts of each strip in order, then the format's end. */
export interface StripPlan<Task extends StripTask = StripTask> {
  width: number;
  height: number;
  header: Uint8Array<ArrayBuffer>;
  tasks: Task[];
  /** Set where the strips' output is samples. */
  collecting?: Collecting;
  /** What a WebP is that strips are joined to. */
  webp?: WebpFrame;
  /** Where the file is to have no more than so many bytes. */
  limit?: SizeLimit;
  /** The gain map that goes behind the picture. */
  gainMap?: GainMapPlan;
  /** The same where tone mapping makes it. */
  madeMap?: MapBehind;
  /** What is worth telling of how the picture is made. */
  notes?: Note[];
  /** The video that goes behind all. */
  video?: Blob;
}

/** A lossy WebP but for its macroblocks. */
export interface WebpFrame extends Size {
  quality: number;
  metadata: MetadataBlocks;
  icc: Uint8Array | undefined;
  /** See `addAlpha`. */
  alpha?: Uint8Array | null;
}

/** What a file may be, which decides its quality when its samples are known. */
export interface SizeLimit {
  /** Of the picture and its gain map, without a video. */
  bytes: number;
  quality: { min: number; max: number };
  /** The picture may get fewer pixels where the least quality does not do. */
  mayShrink: boolean;
  /** The quality from which on color is worth its full resolution, where that was guessed not to fit. */
  fullChromaFrom?: number | undefined;
  /** Half the resolution of color does where the least quality does not, as all of it was a guess. */
  mayHalveChroma?: boolean;
  /** Samples are too many to keep: each try decodes them again. */
  decodesAgain?: boolean;
}

/** What was decided on when a picture's samples were known. */
export interface Chosen {
  /** Need not be whole. */
  quality: number;
  size: Size;
  /** The resolution of color, where it is for the limit to decide and was guessed wrong before. */
  chroma?: 'full' | 'half' | undefined;
}

/** A gain map as a second JPEG behind the first. */
export interface MapBehind {
  /** The picture's header where it has the map; without it, `StripPlan.header` goes. */
  head: OpenHead;
  /** Bytes of what is listed behind the map. */
  behind: number[];
  /** What map and words about it may add to the picture, as a share of its bytes. */
  share: number;
  /** Bytes that they may add to a picture of which that is less. */
  least: number;
}

/** A gain map in strips of its own. */
export interface GainMapPlan extends MapBehind {
  height: number;
  tasks: JpegStripTask[];
  collecting?: Collecting;
  /** The map's own header for each quality that may be tried, the best first. */
  headers: { quality: number; bytes: Uint8Array<ArrayBuffer> }[];
  /** There is memory for the picture in one piece, which may do more for its map. */
  fitsWhole: boolean;
  /** All of it as the file has it, where it stays what it is and fits. */
  stored?: Uint8Array<ArrayBuffer>;
}

/** Bytes that a gain map and the words about it may take; up to `most` where it would not be right in fewer. */
export interface RoomForMap {
  bytes: number;
  most: number;
}

/** A worker's answer to a file that is better converted in strips, by all workers. */
export interface PlannedConversion {
  plan: StripPlan;
  /** The result but for what only the finished picture has. */
  result: Omit<ConvertResult, 'blob' | 'hasGainMap'>;
  /** The caller's own file, which takes the result's place where it is not bigger. */
  original?: Omit<ConvertedPicture, 'format'>;
}
