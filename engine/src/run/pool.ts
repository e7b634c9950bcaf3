import type { Inspection } from '../convert/inspect.ts';
import type { Movie } from '../motion/movie.ts';
import type { Thumbnail } from '../convert/thumbnail.ts';
import type { ConvertResult, FileOptions, InputFormat, JobOptions } from '../options.ts';
import type { FileMetadata, StrippedMetadata } from '../samples/file-metadata.ts';
import type {
  DecodedAs,
  DecodeOptions,
  EncodeJpegOptions,
  SamplesToEncode,
} from '../samples/samples.ts';
import type { NetworkRequest } from './workers/messages.ts';
import type { TextStorage } from '../tiles/trust-store.ts';

export interface PoolOptions {
  /** How many workers at most. Default: the number of cores, 4 where the browser hides it, never above 8. */
  workers?: number;
  /**
   * A place for what the workers find out about the video decoders of this version of the browser, a
   * short text, so that the next visit need not find it out again. Without one it is forgotten with
   * the pool.
   */
  decoderMemory?: TextStorage;
  /** Hears what the workers have fetched, which is code of this package: no picture ever leaves them. */
  onRequests?: (requests: readonly NetworkRequest[]) => void;
  /**
   * What the first file will most likely be. The codecs that make a JPEG of it are then fetched and compiled
   * while the workers start, before there is a file; for HEIC each worker also looks at a tiny picture of
   * the engine's own and converts it again and again, until its code is fast or somebody asks for something, which
   * then waits for milliseconds at most. Without it this happens when the first file comes. In Node
   * and on the edge it changes nothing.
   */
  prepare?: InputFormat;
}

/** The name decides nothing but the note `name-does-not-match-content`. Default: the file's own. */
export type NamedConvertOptions = FileOptions & { name?: string };

/** A job that tells nothing of how far it is. */
export type ShortJobOptions = Pick<JobOptions, 'signal'>;

/** Metadata without the samples it belongs to; nothing is decoded or coded anew. */
export interface MetadataTools<Input = Blob> {
  /** Reads the blocks and a summary of any picture that can be converted. Rejects with an EngineError. */
  read(input: Input, job?: ShortJobOptions): Promise<FileMetadata>;
  /**
   * A JPEG, PNG or WebP without its metadata, or without the location alone; the orientation stays in any
   * case, as does the color profile. Default `all`. Rejects with an EngineError, `unsupported-feature` for
   * other formats.
   */
  strip(input: Input, what?: StrippedMetadata, job?: ShortJobOptions): Promise<Blob>;
  /**
   * The JPEG, PNG or WebP `to` with the metadata of `from`, which is any picture that can be read; size and
   * orientation are made true of `to`. Rejects like `strip`.
   */
  copy(from: Input, to: Input, job?: ShortJobOptions): Promise<Blob>;
}

/** What converts pictures. In Node an input may be other things than a Blob. */
export interface Pool<Input = Blob> {
  /**
   * Converts one file. Rejects with an EngineError, never with anything else.
   * Many calls may be made at once: files beyond the number of workers wait in order.
   * Drawings (SVG) only a page can draw: elsewhere they are `unsupported-feature`, with `svg` as the feature.
   */
  convert(input: Input, options?: NamedConvertOptions, job?: JobOptions): Promise<ConvertResult>;
  /** Reads the file's header and plans the conversion these options ask for. Rejects with an EngineError. */
  inspect(input: Input, options?: NamedConvertOptions, job?: ShortJobOptions): Promise<Inspection>;
  /**
   * The small picture that a camera put into the file, as an upright JPEG in sRGB: the `thmb` item of
   * HEIC and AVIF, or the one in Exif, also of JPEG, PNG and WebP. `null` when there is none that can be
   * decoded, and for other formats. Reads the header and that small picture only, so it comes long before
   * a conversion. Rejects with an EngineError.
   */
  thumbnail(input: Input, job?: ShortJobOptions): Promise<Thumbnail | null>;
  /**
   * What a MOV or MP4 says of itself: with the `contentIdentifier` of a photo's `Inspection` it is the other
   * half of that live photo. `null` for other files. Reads the header only. Rejects with an EngineError.
   */
  movie(input: Input, job?: ShortJobOptions): Promise<Movie | null>;
  /**
   * Decodes the primary picture of a file to pixels or planes, with what their numbers mean. Rejects with an
   * EngineError: as `convert` does, `too-large` and `out-of-memory` before anything is decoded.
   */
  decode<Options extends DecodeOptions = DecodeOptions>(
    input: Input,
    options?: Options,
    job?: JobOptions,
  ): Promise<DecodedAs<Options>>;
  /**
   * Encodes pixels or planes to a JPEG with the color profile that goes with them and no other metadata
   * (`metadata.copy` adds some). The samples are copied, and stay the caller's. Rejects with an
   * EngineError, `invalid-options` for samples that do not make the picture they say.
   */
  encodeJpeg(
    samples: SamplesToEncode,
    options?: EncodeJpegOptions,
    job?: ShortJobOptions,
  ): Promise<Blob>;
  readonly metadata: MetadataTools<Input>;
  /** Ends all workers; whatever is pending rejects with `canceled`. */
  destroy(): void;
}
