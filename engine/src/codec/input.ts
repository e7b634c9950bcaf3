import type { Turn } from '../geometry.ts';
import type { FileParts } from '../bytes/file-parts.ts';
import type { PlanarPicture } from '../heif/pictures.ts';
import type { EmbeddedVideo } from '../motion/embedded-video.ts';
import type { InputFormat, Note } from '../options.ts';
import type { DecodedPixels } from '../planes/decoded-pixels.ts';
import type { ChromaFormat, Planes } from '../planes/planes.ts';
import type { Raster } from '../planes/raster.ts';
import type { Bands } from '../transform/resize.ts';
import type { PictureHeader } from './picture-header.ts';

/** A picture that is decoded part by part. */
export interface BandedPicture {
  /** Pixels of the biggest band, and of what is decoded for it. */
  bandPixels: number;
  /** Decodes; throws like `Source.decode`, and `unsupported-feature` when only `decode` can do it. */
  read(): Bands;
}

/** A file whose header has been read; nothing is decoded yet. */
export interface Source {
  format: InputFormat;
  /** The primary picture first, those that are meant to be shown before those that say something of them. */
  pictures: PictureHeader[];
  animated: boolean;
  /** A video is inside, as in motion photos. */
  hasVideo: boolean;
  /** Where it lies, when it is a file of its own that can be taken out as it is. */
  video?: EmbeddedVideo | null;
  /** What is to be told of every result. */
  notes?: readonly Note[];
  /** The samples are stored without loss. */
  lossless: boolean;
  /** Loads the code that `decode` needs. */
  load(): Promise<void>;
  /**
   * Decodes picture `index` as stored: `placement` is still to be applied.
   * Calls `onLoad` before it fetches code that `load` did not, and again when it is there.
   * Throws `corrupt-file`, `unsupported-feature`, `too-large` or `out-of-memory`.
   */
  decode(index: number, onLoad?: (state: 'begins' | 'done') => void): Promise<Raster>;
  /**
   * Picture `index` as planes of Y, Cb and Cr, where that loses less than RGB and the browser can do
   * it; else `null`, also for damaged pictures. Colors are BT.601's.
   */
  decodePlanes?(index: number): Promise<Planes | null>;
  /**
   * Picture `index` as pixels that stay where they were decoded until they are read, as stored, where it has 8 bits
   * and the browser can do it; else `null`, also for damaged pictures, and for ones with transparency where only
   * opaque ones are asked for.
   */
  decodePixels?(index: number, kind: 'opaque' | 'any'): Promise<DecodedPixels | null>;
  /**
   * Picture `index` as stored, as pixels of 8 bits, dithered where it has more, of which no more than a band is in
   * memory: rows can be copied once, in their order. `null` where `decode` alone does it. Calls and throws as that.
   */
  decodeInOrder?(
    index: number,
    onLoad?: (state: 'begins' | 'done') => void,
  ): Promise<DecodedPixels | null>;
  /**
   * Picture `index` upright, with its placement and then turned by `turn`, in bands from top to bottom,
   * so that it need not fit into memory. `null` for pictures that can't be decoded in parts.
   */
  findBands?(index: number, turn: Turn): BandedPicture | null;
  /** Picture `index` as the container describes it, for decoding its parts to planes. */
  findPicture?(index: number): PlanarPicture;
  /**
   * Picture `index` as a file that the browser may decode, which says for itself whether it does; pixels then
   * become planes of `chroma`, and what is transparent lies on `background`. `null` for pictures whose samples it
   * would alter.
   */
  findFile?(
    index: number,
    chroma: ChromaFormat,
    background: string | undefined,
  ): PlanarPicture | null;
}

/** A format the engine reads. */
export interface InputCodec {
  format: InputFormat;
  /**
   * As much of a file as `open` looks at, read in parts. What comes back can be opened like the file,
   * says the same of it, and cannot be decoded.
   */
  readHeader(parts: FileParts): Promise<Uint8Array<ArrayBuffer>>;
  /** Reads the header. Throws `corrupt-file` or `unsupported-feature`. */
  open(bytes: Uint8Array<ArrayBuffer>): Promise<Source>;
}
