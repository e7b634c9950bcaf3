import type { Source } from '../codec/input.ts';
import type { PictureHeader } from '../codec/picture-header.ts';
import { metadataSegments } from '../formats/jpeg/metadata.ts';
import { needsColor } from '../formats/png/header.ts';
import { describingChunks } from '../formats/png/metadata.ts';
import type { Picture } from '../heif/pictures.ts';
import type { MetadataBlocks } from '../metadata/blocks.ts';
import { type ConvertOptions, type OutputFormat, quality as qualityRange } from '../options.ts';
import { type StripPlan, planPngStrips, planStrips } from '../strips/task.ts';
import { canDecodeTiles } from '../tiles/choose-decoder.ts';
import type { Plan, StepKind } from './plan.ts';

/** Steps that leave the samples where they are, or that strips do themselves. */
const stepsInStrips = {
  jpeg: ['carry-profile', 'reduce-to-8-bit'],
  png: ['carry-profile', 'convert-to-srgb'],
} satisfies Partial<Record<OutputFormat, StepKind[]>>;

const stepsOfAll: StepKind[] = [
  'decode',
  'turn-upright',
  'encode',
  'keep-metadata',
  'remove-location',
  'strip-metadata',
];

/** What of a picture goes into the file besides its samples. */
export interface Description {
  metadata: MetadataBlocks;
  icc: Uint8Array | undefined;
}

/**
 * Plans the primary picture as strips when that gives what the caller asked for, and when this browser
 * has the decoder; else `null`.
 */
export async function proposeStrips(
  source: Source,
  file: Uint8Array,
  plan: Plan,
  options: ConvertOptions,
  description: Description,
): Promise<StripPlan | null> {
  const format = options.format ?? 'jpeg';
  if (format === 'webp' || options.targetBytes !== undefined) return null;
  const allowed = [...stepsOfAll, ...stepsInStrips[format]];
  if (!plan.steps.every(({ kind }) => allowed.includes(kind))) return null;
  const picture = source.findPicture?.(0);
  if (!picture) return null;
  const strips =
    format === 'jpeg'
      ? await proposeJpeg(file, picture, options, description)
      : await proposePng(source.pictures[0]!, file, picture, options, description);
  const tile = strips?.tasks[0]?.tiles[0];
  return tile && (await canDecodeTiles(tile)) ? strips : null;
}

async function proposeJpeg(
  file: Uint8Array,
  picture: Picture,
  { quality = qualityRange.default }: ConvertOptions,
  { metadata, icc }: Description,
): Promise<StripPlan | null> {
  return planStrips(file, picture, quality, await metadataSegments(metadata, icc));
}

async function proposePng(
  { color, gray }: PictureHeader,
  file: Uint8Array,
  picture: Picture,
  options: ConvertOptions,
  { metadata, icc }: Description,
): Promise<StripPlan | null> {
  const toSrgb = options.color === 'srgb' ? color : null;
  const form = { gray: gray && (toSrgb !== null || !needsColor(color)), toSrgb };
  return planPngStrips(
    file,
    picture,
    form,
    await describingChunks(metadata, toSrgb ? undefined : icc),
  );
}
