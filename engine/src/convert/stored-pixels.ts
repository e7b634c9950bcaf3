import type { DecodedPixels } from '../planes/decoded-pixels.ts';
import type { PictureHooks } from './make-picture.ts';
import type { Job } from './plan/job.ts';
import { onlyHas, stepsOnStored } from './plan/strip-steps.ts';

/**
 * Opens the first picture's pixels if they stay as they are stored, and can be read one part after
 * the other. `null` otherwise. Opening and reading them throws as `Source.decode`.
 */
export async function openStored(
  { source, pictures }: Job,
  { onLoad }: PictureHooks,
): Promise<DecodedPixels | null> {
  const { bitDepth, decodesTo } = source.pictures[0]!;
  if (bitDepth > 8 || decodesTo || !onlyHas(pictures[0]!.plan, stepsOnStored)) return null;
  return (await source.decodeInOrder?.(0, onLoad)) ?? source.decodePixels?.(0, 'any') ?? null;
}
