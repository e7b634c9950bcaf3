import type { Source } from '../codec.ts';
import { metadataSegments } from '../jpeg/metadata.ts';
import type { ConvertOptions } from '../options.ts';
import { quality as qualityRange } from '../options.ts';
import type { Plan, StepKind } from '../plan.ts';
import type { MetadataBlocks } from '../raster.ts';
import type { StripPlan } from './task.ts';
import { planStrips } from './task.ts';
import { canDecodeTiles } from './tools.ts';

/** Steps that leave the samples where they are, or that strips do on planes. */
const stepsOnPlanes = new Set<StepKind>([
  'decode',
  'turn-upright',
  'carry-profile',
  'reduce-to-8-bit',
  'encode',
  'keep-metadata',
  'remove-location',
  'strip-metadata',
]);

/**
 * Plans the primary picture as strips of JPEG when that gives what the caller asked for, and when this
 * browser has the decoder; else `null`.
 */
export async function proposeStrips(
  source: Source,
  file: Uint8Array,
  plan: Plan,
  options: ConvertOptions,
  metadata: MetadataBlocks,
  icc: Uint8Array | undefined,
): Promise<StripPlan | null> {
  if ((options.format ?? 'jpeg') !== 'jpeg' || options.targetBytes !== undefined) return null;
  if (plan.steps.some(({ kind }) => !stepsOnPlanes.has(kind))) return null;
  const picture = source.findPicture?.(0);
  if (!picture) return null;
  const segments = await metadataSegments(metadata, icc);
  const strips = planStrips(file, picture, options.quality ?? qualityRange.default, segments);
  const tile = strips?.tasks[0]?.tiles[0];
  return tile && (await canDecodeTiles(tile)) ? strips : null;
}
