import type { NamedConvertOptions, ConvertResult, JobOptions } from '@stillpix/engine';

export type Convert = (
  file: File,
  options: NamedConvertOptions,
  job: JobOptions,
) => Promise<ConvertResult>;

/** A result, and whether it has fewer pixels than were asked for. */
export interface TargetResult extends ConvertResult {
  shrunk?: boolean;
}

/** Converts; where quality alone does not reach `targetBytes`, the picture gets as small as it has to be. */
export async function reachTarget(
  convert: Convert,
  file: File,
  options: NamedConvertOptions,
  job: JobOptions,
): Promise<TargetResult> {
  if (options.targetBytes === undefined) return convert(file, options, job);
  const result = await convert(file, { ...options, fewerPixels: true }, job);
  if (!result.notes.includes('fewer-pixels')) return result;
  // The card says it with the size.
  const notes = result.notes.filter((note) => note !== 'fewer-pixels');
  return { ...result, notes, shrunk: true };
}
