import type { ConvertOptions, ConvertResult, JobOptions } from '@stillpix/engine';

export type Convert = (
  file: File,
  options: ConvertOptions,
  job: JobOptions,
) => Promise<ConvertResult>;

/** A result, and whether it has fewer pixels than were asked for. */
export interface TargetResult extends ConvertResult {
  shrunk?: boolean;
}

/** Each pass comes near enough that a third one is rare. */
const maxPasses = 4;

/** Pixels on the shorter side below which there is no picture left to speak of. */
const minSide = 16;

/** Bytes grow a little less than pixels do, and the next pass should be the last. */
const margin = 0.96;

/**
 * Converts; where quality alone does not reach `targetBytes`, the picture is made smaller until it
 * does: by the engine, which knows how for photos in strips, else here.
 */
export async function reachTarget(
  convert: Convert,
  file: File,
  options: ConvertOptions,
  job: JobOptions,
): Promise<TargetResult> {
  const target = options.targetBytes;
  if (target === undefined) return convert(file, options, job);
  let result = withoutNote(await convert(file, { ...options, fewerPixels: true }, partOf(job, 0)));
  for (let pass = 1; pass < maxPasses && misses(result); pass += 1) {
    const scale = Math.min(0.9, Math.sqrt((target / result.blob.size) * margin));
    const width = Math.round(result.width * scale);
    const height = Math.round(result.height * scale);
    if (Math.min(width, height) < minSide) break;
    const { resize } = options;
    const smaller: ConvertOptions = {
      ...options,
      resize:
        resize?.mode === 'fill' ? { ...resize, width, height } : { width, height, mode: 'stretch' },
    };
    result = { ...withoutNote(await convert(file, smaller, partOf(job, pass))), shrunk: true };
  }
  return result;
}

/** What the note says is said with the size. */
function withoutNote(result: ConvertResult): TargetResult {
  if (!result.notes.includes('fewer-pixels')) return result;
  const notes = result.notes.filter((note) => note !== 'fewer-pixels');
  return { ...result, notes, shrunk: true };
}

function misses({ notes }: ConvertResult): boolean {
  return notes.includes('target-not-reached');
}

/** The first pass is half of the way, the next half of the rest, and so on. */
function partOf({ signal, onProgress }: JobOptions, pass: number): JobOptions {
  const rest = 0.5 ** pass;
  return {
    ...(signal && { signal }),
    ...(onProgress && {
      onProgress: (fraction: number) => onProgress(1 - rest + (rest / 2) * fraction),
    }),
  };
}
