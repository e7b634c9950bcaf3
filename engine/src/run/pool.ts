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
  /**
   * Maximum number of workers. Default: the number of cores (4 where the browser hides it), 8 at
   * most.
   */
  workers?: number;
  /**
   * Stores what the workers learn about this browser version's video decoders, as a short text, so
   * that the next visit need not test them again. Without it, this is forgotten with the pool.
   */
  decoderMemory?: TextStorage;
  /**
   * Called with what the workers have fetched, which is code of this package only: no picture ever
   * leaves them.
   */
  onRequests?: (requests: readonly NetworkRequest[]) => void;
  /**
   * The expected format of the first file. The codecs that turn it into a JPEG are then fetched and
   * compiled while the workers start. For HEIC, each worker also inspects and converts a tiny
   * built-in picture repeatedly until its code is optimized or a call comes, which then waits for
   * milliseconds at most. Without this option, it all happens when the first file comes. Has no
   * effect in Node and on the edge.
   */
  prepare?: InputFormat;
}

/** The name affects only the note `name-does-not-match-content`. Default: the file's own. */
export type NamedConvertOptions = FileOptions & { name?: string };

/** For jobs that report no progress. */
export type ShortJobOptions = Pick<JobOptions, 'signal'>;

/** Works on metadata only; nothing is decoded or encoded. */
export interface MetadataTools<Input = Blob> {
  /**
   * Reads the metadata blocks and a summary of any picture that can be converted. Rejects with an
   * EngineError.
   */
  read(input: Input, job?: ShortJobOptions): Promise<FileMetadata>;
  /**
   * Returns the JPEG, PNG or WebP without its metadata, or only without the location. Orientation
   * and color profile always stay. Default `all`. Rejects with an EngineError,
   * `unsupported-feature` for other formats.
   */
  strip(input: Input, what?: StrippedMetadata, job?: ShortJobOptions): Promise<Blob>;
  /**
   * Returns the JPEG, PNG or WebP `to` with the metadata of `from`, which can be any readable
   * picture. Size and orientation are adapted to `to`. Rejects like `strip`.
   */
  copy(from: Input, to: Input, job?: ShortJobOptions): Promise<Blob>;
}

/** Converts pictures. In Node, inputs may be other things than Blobs. */
export interface Pool<Input = Blob> {
  /**
   * Converts one file. Only ever rejects with an EngineError. Many calls may run at once: files
   * beyond the number of workers wait in order. Only a page can draw SVG; elsewhere it is rejected
   * with `unsupported-feature` and the feature `svg`.
   */
  convert(input: Input, options?: NamedConvertOptions, job?: JobOptions): Promise<ConvertResult>;
  /**
   * Reads the file's header and plans the conversion for these options. Rejects with an
   * EngineError.
   */
  inspect(input: Input, options?: NamedConvertOptions, job?: ShortJobOptions): Promise<Inspection>;
  /**
   * Returns the thumbnail in the file as an upright JPEG in sRGB: the `thmb` item of HEIC and AVIF,
   * or the one in Exif, also of JPEG, PNG and WebP. `null` if there is none that can be decoded,
   * and for other formats. Reads only the header and the thumbnail, so it is much faster than a
   * conversion. Rejects with an EngineError.
   */
  thumbnail(input: Input, job?: ShortJobOptions): Promise<Thumbnail | null>;
  /**
   * Reads the header of a MOV or MP4. If its `contentIdentifier` equals that of a photo's
   * `Inspection`, the two form a live photo. `null` for other files. Rejects with an EngineError.
   */
  movie(input: Input, job?: ShortJobOptions): Promise<Movie | null>;
  /**
   * Decodes the primary picture of a file to pixels or planes, with their color space. Rejects with
   * an EngineError as `convert` does: `too-large` and `out-of-memory` before anything is decoded.
   */
  decode<Options extends DecodeOptions = DecodeOptions>(
    input: Input,
    options?: Options,
    job?: JobOptions,
  ): Promise<DecodedAs<Options>>;
  /**
   * Encodes pixels or planes to a JPEG with a matching color profile and no other metadata
   * (`metadata.copy` adds some). The samples are copied and stay the caller's. Rejects with an
   * EngineError, `invalid-options` if the samples do not match the described picture.
   */
  encodeJpeg(
    samples: SamplesToEncode,
    options?: EncodeJpegOptions,
    job?: ShortJobOptions,
  ): Promise<Blob>;
  readonly metadata: MetadataTools<Input>;
  /** Terminates all workers. Pending calls reject with `canceled`. */
  destroy(): void;
}
