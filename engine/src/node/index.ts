/** The engine's face in Node, Deno and Bun: that of browsers, on threads, for files as paths and streams too. */
import type { Inspection } from '../convert/inspect.ts';
import type { Thumbnail } from '../convert/thumbnail.ts';
import type { ConvertResult, JobOptions } from '../options.ts';
import type { MetadataTools, NamedConvertOptions, ShortJobOptions } from '../run/pool.ts';
import type {
  DecodedAs,
  DecodeOptions,
  EncodeJpegOptions,
  SamplesToEncode,
} from '../samples/samples.ts';
import { createPool, type NodePool } from './create-pool.ts';
import type { NodeInput } from './input.ts';

export * from '../index.ts';
export { createPool, type NodeInput, type NodePool };

let defaultPool: NodePool | undefined;

function pool(): NodePool {
  return (defaultPool ??= createPool());
}

/** Converts one file on a pool of the engine's own. See `Pool.convert`. */
export async function convert(
  input: NodeInput,
  options?: NamedConvertOptions,
  job?: JobOptions,
): Promise<ConvertResult> {
  return pool().convert(input, options, job);
}

/** Reads one file's header on a pool of the engine's own. See `Pool.inspect`. */
export async function inspect(
  input: NodeInput,
  options?: NamedConvertOptions,
  job?: ShortJobOptions,
): Promise<Inspection> {
  return pool().inspect(input, options, job);
}

/** The small picture inside one file, on a pool of the engine's own. See `Pool.thumbnail`. */
export async function thumbnail(
  input: NodeInput,
  job?: ShortJobOptions,
): Promise<Thumbnail | null> {
  return pool().thumbnail(input, job);
}

/** Decodes one file to pixels or planes on a pool of the engine's own. See `Pool.decode`. */
export async function decode<Options extends DecodeOptions = DecodeOptions>(
  input: NodeInput,
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
export const metadata: MetadataTools<NodeInput> = {
  read: async (...asked) => pool().metadata.read(...asked),
  strip: async (...asked) => pool().metadata.strip(...asked),
  copy: async (...asked) => pool().metadata.copy(...asked),
};
