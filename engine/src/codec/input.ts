import type { Turn } from '../geometry.ts';
import type { FileParts } from '../bytes/file-parts.ts';
import type { PlanarPicture } from '../tiles/planar-picture.ts';
import type { EmbeddedVideo } from '../motion/embedded-video.ts';
import type { InputFormat, Note } from '../options.ts';
import type { DecodedPixels } from '../planes/decoded-pixels.ts';
import type { ChromaFormat, Planes } from '../planes/planes.ts';
import type { Raster } from '../planes/raster.ts';
import type { Bands } from '../transform/resize.ts';
import type { PictureHeader } from './picture-header.ts';

/** A picture that can be decoded in bands. */
export interface BandedPicture {
  /** Pixels of the largest band, including what is decoded to make it. */
  bandPixels: number;
  /**
   * Decodes. Throws like `Source.decode`, and `unsupported-feature` when only `decode` can do it.
   */
  read(): Bands;
}

/** A file whose header has been read. Nothing is decoded yet. */
export interface Source {
  format: InputFormat;
  /**
   * The primary picture first; then those to be shown, then those that describe them (such as depth
   * maps).
   */
  pictures: PictureHeader[];
  animated: boolean;
  /** Whether a video is inside, as in motion photos. */
  hasVideo: boolean;
  /** Where the video is, if it is a complete file that can be extracted as is. */
  video?: EmbeddedVideo | null;
  /** Notes that go with every result. */
  notes?: readonly Note[];
  /** Whether samples are stored losslessly. */
  lossless: boolean;
  /** Loads the code that `decode` needs. */
  load(): Promise<void>;
  /**
   * Decodes picture `index` as stored, without applying `placement`. Calls `onLoad` before fetching
   * code that `load` did not load, and again when it has arrived. Throws `corrupt-file`,
   * `unsupported-feature`, `too-large` or `out-of-memory`.
   */
  decode(index: number, onLoad?: (state: 'begins' | 'done') => void): Promise<Raster>;
  /**
   * Decodes picture `index` to planes in BT.601, where that loses less than RGB and the browser
   * supports it. `null` otherwise, and for damaged pictures.
   */
  decodePlanes?(index: number): Promise<Planes | null>;
  /**
   * Decodes picture `index` as stored to pixels that stay in the decoder's memory until they are
   * read, if it has 8 bits and the browser supports it. `null` otherwise, for damaged pictures, and
   * for pictures with transparency when `kind` is `opaque`.
   */
  decodePixels?(index: number, kind: 'opaque' | 'any'): Promise<DecodedPixels | null>;
  /**
   * Decodes picture `index` as stored to 8-bit pixels, dithering deeper ones. Only a band is in
   * memory at a time, unless the browser is faster: rows can be copied once, in order. `null` where
   * only `decode` works. Calls `onLoad` and throws as that does.
   */
  decodeInOrder?(
    index: number,
    onLoad?: (state: 'begins' | 'done') => void,
  ): Promise<DecodedPixels | null>;
  /**
   * Decodes picture `index` in bands from top to bottom, so that it need not fit into memory. Bands
   * are upright (`placement` applied) and then turned by `turn`. `null` for pictures that cannot be
   * decoded in parts.
   */
  findBands?(index: number, turn: Turn): BandedPicture | null;
  /** Picture `index` as its container describes it, for decoding it in parts to planes. */
  findPicture?(index: number): PlanarPicture;
  /**
   * Picture `index` as a file for the browser's decoder, which may still refuse it. Pixels then
   * become planes of `chroma`, with transparent ones blended onto `background`. `null` for pictures
   * whose samples the browser would change.
   */
  findFile?(
    index: number,
    chroma: ChromaFormat,
    background: string | undefined,
  ): PlanarPicture | null;
}

/** An input format. */
export interface InputCodec {
  format: InputFormat;
  /**
   * Reads only the parts of a file that `open` looks at. The result can be opened with the same
   * outcome, but not decoded.
   */
  readHeader(parts: FileParts): Promise<Uint8Array<ArrayBuffer>>;
  /** Reads the header. Throws `corrupt-file` or `unsupported-feature`. */
  open(bytes: Uint8Array<ArrayBuffer>): Promise<Source>;
  /**
   * Opens a file whose conversion failed with `corrupt-file`. `decode` of this source gives what can
   * be read, and says how much is `missing`. Throws like `open` where the header cannot be read.
   * Formats without it have nothing to salvage.
   */
  openDamaged?(bytes: Uint8Array<ArrayBuffer>): Promise<Source>;
}
