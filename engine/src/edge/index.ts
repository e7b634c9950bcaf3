/**
 * The engine's face where there are neither threads nor files, and nothing may be compiled while a program
 * runs: edge runtimes. Codecs come as compiled modules, which such runtimes make of imported `.wasm` files.
 */
import type { Inspection } from '../convert/inspect.ts';
import type { Thumbnail } from '../convert/thumbnail.ts';
import type { ConvertResult, JobOptions } from '../options.ts';
import { createLocalPool } from '../run/local-pool.ts';
import type { MetadataTools, NamedConvertOptions, Pool, ShortJobOptions } from '../run/pool.ts';
import type {
  DecodedAs,
  DecodeOptions,
  EncodeJpegOptions,
  SamplesToEncode,
} from '../samples/samples.ts';
import type { WasmName } from '../wasm/files.ts';
import { takeModule } from '../wasm/load.ts';

export * from '../index.ts';

/** Codecs by name; which one a conversion needs is in the README. */
export type CodecModules = Partial<Record<WasmName, WebAssembly.Module>>;

/** Gives the engine its codecs. A conversion that needs another one rejects with `code-not-loaded`. */
export function useCodecs(modules: CodecModules): void {
  for (const [name, module] of Object.entries(modules))
    takeModule({ kind: 'module', name: name as WasmName, module });
}

/** A pool that converts in the calling thread, one file after the other. */
export function createPool(): Pool {
  return createLocalPool();
}

let defaultPool: Pool | undefined;

function pool(): Pool {
  return (defaultPool ??= createPool());
}

/** Converts one file in the calling thread. See `Pool.convert`. */
export async function convert(
  input: Blob,
  options?: NamedConvertOptions,
  job?: JobOptions,
): Promise<ConvertResult> {
  return pool().convert(input, options, job);
}

/** Reads one file's header in the calling thread. See `Pool.inspect`. */
export async function inspect(
  input: Blob,
  options?: NamedConvertOptions,
  job?: ShortJobOptions,
): Promise<Inspection> {
  return pool().inspect(input, options, job);
}

/** The small picture inside one file, in the calling thread. See `Pool.thumbnail`. */
export async function thumbnail(input: Blob, job?: ShortJobOptions): Promise<Thumbnail | null> {
  return pool().thumbnail(input, job);
}

/** Decodes one file to pixels or planes in the calling thread. See `Pool.decode`. */
export async function decode<Options extends DecodeOptions = DecodeOptions>(
  input: Blob,
  options?: Options,
  job?: JobOptions,
): Promise<DecodedAs<Options>> {
  return pool().decode(input, options, job);
}

/** Encodes pixels or planes to a JPEG in the calling thread. See `Pool.encodeJpeg`. */
export async function encodeJpeg(
  samples: SamplesToEncode,
  options?: EncodeJpegOptions,
  job?: ShortJobOptions,
): Promise<Blob> {
  return pool().encodeJpeg(samples, options, job);
}

/** Reads, strips and copies metadata in the calling thread. See `MetadataTools`. */
export const metadata: MetadataTools = {
  read: async (...asked) => pool().metadata.read(...asked),
  strip: async (...asked) => pool().metadata.strip(...asked),
  copy: async (...asked) => pool().metadata.copy(...asked),
};
