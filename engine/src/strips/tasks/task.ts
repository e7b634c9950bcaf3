// What workers are told to make of a picture, strip by strip.
import type { StripCoding } from '../../codec/output.ts';
import type { ToSrgb } from '../../color/to-srgb.ts';
import type { StoredChannels } from '../../formats/png/compressor.ts';
import type { Rectangle, Size } from '../../geometry.ts';
import type { FileOptions } from '../../options.ts';
import type { DecodedPixels } from '../../planes/decoded-pixels.ts';
import type { ChromaFormat } from '../../planes/planes.ts';
import type { ColorTags } from '../../planes/raster.ts';
import type { StripShape } from '../../tiles/strip-shape.ts';
import type { Resampling } from '../../transform/resampled-rows.ts';

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
  /** Of macroblocks, 0 to 100. */
  quality: number;
  /** The samples of macroblocks are returned, not coded: a limit in bytes decides the quality. */
  givesSamples?: boolean;
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
