import type { Inspection } from '../convert/inspect.ts';
import type { Movie } from '../motion/movie.ts';
import type { Thumbnail } from '../convert/thumbnail.ts';
import type { ConvertResult, FileOptions, JobOptions } from '../options.ts';
import type { NetworkRequest } from './messages.ts';
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
}

/** The name decides nothing but the note `name-does-not-match-content`. Default: the file's own. */
export type NamedConvertOptions = FileOptions & { name?: string };

export interface Pool {
  /**
   * Converts one file. Rejects with an EngineError, never with anything else.
   * Many calls may be made at once: files beyond the number of workers wait in order.
   */
  convert(input: Blob, options?: NamedConvertOptions, job?: JobOptions): Promise<ConvertResult>;
  /** Reads the file's header and plans the conversion these options ask for. Rejects with an EngineError. */
  inspect(
    input: Blob,
    options?: NamedConvertOptions,
    job?: Pick<JobOptions, 'signal'>,
  ): Promise<Inspection>;
  /**
   * The small picture that a camera put into the file, as an upright JPEG in sRGB: the `thmb` item of
   * HEIC, or the one in Exif. `null` when there is none that can be decoded. Reads the header and that
   * small picture only, so it comes long before a conversion. Rejects with an EngineError.
   */
  thumbnail(input: Blob, job?: Pick<JobOptions, 'signal'>): Promise<Thumbnail | null>;
  /**
   * What a MOV or MP4 says of itself: with the `contentIdentifier` of a photo's `Inspection` it is the other
   * half of that live photo. `null` for other files. Reads the header only. Rejects with an EngineError.
   */
  movie(input: Blob, job?: Pick<JobOptions, 'signal'>): Promise<Movie | null>;
  /** Ends all workers; whatever is pending rejects with `canceled`. */
  destroy(): void;
}
