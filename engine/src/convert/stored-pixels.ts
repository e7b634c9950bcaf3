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

/**
 * Number of parts, the last ones, that the worker makes itself that reads them all.
 *
 * @param share Time that reading a part takes, of that for making it.
 */
export function ownParts(count: number, others: number, share: number): number {
  return Math.max(1, Math.round((count * (1 - share * others)) / (others + 1)));
}
