import type { Inspection } from '../convert/inspect.ts';
import type { Thumbnail } from '../convert/thumbnail.ts';
import type { ConvertResult, JobOptions } from '../options.ts';
import { createPool } from './create-pool.ts';
import type { NamedConvertOptions, Pool } from './pool.ts';

let defaultPool: Pool | undefined;

/** Converts one file on a pool of the engine's own. See `Pool.convert`. */
export function convert(
  input: Blob,
  options?: NamedConvertOptions,
  job?: JobOptions,
): Promise<ConvertResult> {
  defaultPool ??= createPool();
  return defaultPool.convert(input, options, job);
}

/** Reads one file's header on a pool of the engine's own. See `Pool.inspect`. */
export function inspect(
  input: Blob,
  options?: NamedConvertOptions,
  job?: Pick<JobOptions, 'signal'>,
): Promise<Inspection> {
  defaultPool ??= createPool();
  return defaultPool.inspect(input, options, job);
}

/** The small picture inside one file, on a pool of the engine's own. See `Pool.thumbnail`. */
export function thumbnail(
  input: Blob,
  job?: Pick<JobOptions, 'signal'>,
): Promise<Thumbnail | null> {
  defaultPool ??= createPool();
  return defaultPool.thumbnail(input, job);
}
