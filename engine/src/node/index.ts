/** The engine's face in Node, Deno and Bun: that of browsers, on threads, for files as paths and streams too. */
import type { Inspection } from '../convert/inspect.ts';
import type { Thumbnail } from '../convert/thumbnail.ts';
import type { ConvertResult, JobOptions } from '../options.ts';
import type { NamedConvertOptions } from '../run/pool.ts';
import { createPool, type NodePool } from './create-pool.ts';
import type { NodeInput } from './input.ts';

export * from '../index.ts';
export { createPool, type NodeInput, type NodePool };

let defaultPool: NodePool | undefined;

function pool(): NodePool {
  return (defaultPool ??= createPool());
}

/** Converts one file on a pool of the engine's own. See `NodePool.convert`. */
export async function convert(
  input: NodeInput,
  options?: NamedConvertOptions,
  job?: JobOptions,
): Promise<ConvertResult> {
  return pool().convert(input, options, job);
}

/** Reads one file's header on a pool of the engine's own. See `NodePool.inspect`. */
export async function inspect(
  input: NodeInput,
  options?: NamedConvertOptions,
  job?: Pick<JobOptions, 'signal'>,
): Promise<Inspection> {
  return pool().inspect(input, options, job);
}

/** The small picture inside one file, on a pool of the engine's own. See `NodePool.thumbnail`. */
export async function thumbnail(
  input: NodeInput,
  job?: Pick<JobOptions, 'signal'>,
): Promise<Thumbnail | null> {
  return pool().thumbnail(input, job);
}
