import type { PictureHeader } from '../../codec/picture-header.ts';
import { profileFor } from '../../color/profile-for.ts';
import { needsColor } from '../../formats/png/header.ts';
import { describingChunks } from '../../formats/png/metadata.ts';
import type { PlanarPicture } from '../../tiles/planar-picture.ts';
import { prepareMetadata } from '../../metadata/prepare.ts';
import type { ConvertOptions } from '../../options.ts';
import { planPngStrips } from '../../strips/plan-png.ts';
import type { PngPlan } from '../../strips/tasks/plan.ts';
import { encodingOf, hasStep, type PlannedSteps } from './plan.ts';

/** The primary picture as strips of PNG; `null` as in `planPngStrips`. */
export async function planPngPicture(
  { bytes, options }: { bytes: Uint8Array; options: ConvertOptions },
  picture: PlanarPicture,
  { color, gray, metadata }: PictureHeader,
  steps: PlannedSteps,
): Promise<PngPlan | null> {
  const toSrgb = hasStep(steps, 'convert-to-srgb') ? color : null;
  const { small: isSmall } = encodingOf(steps).settings;
  const form = { gray: gray && (toSrgb !== null || !needsColor(color)), toSrgb, isSmall };
  const prepared = await prepareMetadata(metadata, options.metadata ?? 'keep', steps);
  const chunks = await describingChunks(prepared, toSrgb ? undefined : profileFor(color));
  return planPngStrips(bytes, picture, form, chunks, steps.turn);
}
