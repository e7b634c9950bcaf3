import type { Inspection } from '../convert/inspect.ts';
import type { Thumbnail } from '../convert/thumbnail.ts';
import type { ConvertResult, JobOptions } from '../options.ts';
import type {
  DecodedAs,
  DecodeOptions,
  EncodeJpegOptions,
  SamplesToEncode,
} from '../samples/samples.ts';
import { createPool } from './create-pool.ts';
import type { MetadataTools, NamedConvertOptions, Pool, ShortJobOptions } from './pool.ts';

let defaultPool: Pool | undefined;

function pool(): Pool {
  return (defaultPool ??= createPool());
}

/** Converts one file on a pool of the engine's own. See `Pool.convert`. */
export async function convert(
  input: Blob,
  options?: NamedConvertOptions,
  job?: JobOptions,
): Promise<ConvertResult> {
  return pool().convert(input, options, job);
}

/** Reads one file's header on a pool of the engine's own. See `Pool.inspect`. */
export async function inspect(
  input: Blob,
  options?: NamedConvertOptions,
  job?: ShortJobOptions,
): Promise<Inspection> {
  return pool().inspect(input, options, job);
}

/** The small picture inside one file, on a pool of the engine's own. See `Pool.thumbnail`. */
export async function thumbnail(input: Blob, job?: ShortJobOptions): Promise<Thumbnail | null> {
  return pool().thumbnail(input, job);
}

/** Decodes one file to pixels or planes on a pool of the engine's own. See `Pool.decode`. */
export async function decode<Options extends DecodeOptions = DecodeOptions>(
  input: Blob,
  options?: Options,
  job?: JobOptions,
): Promise<DecodedAs<Options>> {
  return pool().decode(input, options, job);
}

/** Encodes pixels or planes to a JPEG on a pool of the engine's own. See `Pool.encodeJpeg`. */
export async function encodeJpeg(
  samples: SamplesToEncode,
  options?: EncodeJpegOptions,
  job?: ShortJobOptions,
): Promise<Blob> {
  return pool().encodeJpeg(samples, options, job);
}

/** Reads, strips and copies metadata on a pool of the engine's own. See `MetadataTools`. */
export const metadata: MetadataTools = {
  read: async (...asked) => pool().metadata.read(...asked),
  strip: async (...asked) => pool().metadata.strip(...asked),
  copy: async (...asked) => pool().metadata.copy(...asked),
};
