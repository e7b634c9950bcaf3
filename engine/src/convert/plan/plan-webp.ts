import type { PictureHeader } from '../../codec/picture-header.ts';
import { profileFor } from '../../color/profile-for.ts';
import type { ToSrgb } from '../../color/to-srgb.ts';
import type { PlanarPicture } from '../../tiles/planar-picture.ts';
import { prepareMetadata } from '../../metadata/prepare.ts';
import type { ConvertOptions } from '../../options.ts';
import { planStrips } from '../../strips/plan-strips.ts';
import type { WebpPlan } from '../../strips/tasks/plan.ts';
import type { WebpFrame } from '../../strips/tasks/webp-frame.ts';
import { detach } from '../../tiles/coded-tile.ts';
import { sizeLimit } from './encode.ts';
import { mostCollected } from './memory-budget.ts';
import { encodingOf, hasStep, type PlannedSteps } from './plan.ts';

/**
 * A lossy WebP, whose chroma is always halved; `null` if strips cannot make it.
 *
 * @param toSrgb Conversion to sRGB, `null` for none.
 */
export async function planWebpPicture(
  { bytes, options }: { bytes: Uint8Array; options: ConvertOptions },
  picture: PlanarPicture,
  header: PictureHeader,
  steps: PlannedSteps,
  toSrgb: ToSrgb | 'same' | null,
): Promise<WebpPlan | null> {
  const { quality, lossless } = encodingOf(steps).settings;
  if (lossless || toSrgb === null || picture.chroma === '4:0:0') return null;
  const { color, metadata } = header;
  const { turn, area, width, height } = steps;
  const limit = sizeLimit(options, quality);
  const maxCollected = mostCollected();
  const decodesAgain = width * height > maxCollected;
  const shown = { area, size: { width, height }, halfChroma: true, kernel: 'lanczos' } as const;
  const isFramed = hasStep(steps, 'crop', 'resize') || picture.chroma !== '4:2:0';
  const plan = planStrips(bytes, picture, quality, [], {
    turn,
    frame: isFramed ? shown : undefined,
    collects: limit !== null,
    toSrgb: toSrgb === 'same' ? null : toSrgb,
    maxCollected,
  });
  if (!plan || (plan.collecting ?? plan.tasks[0]!).chroma !== '4:2:0') return null;
  const size = { width: plan.width, height: plan.height };
  const output = { kind: 'macroblocks', picture: size } as const;
  const icc = hasStep(steps, 'convert-to-srgb') ? undefined : profileFor(color);
  const frame: WebpFrame = {
    ...size,
    quality,
    metadata: await prepareMetadata(metadata, options.metadata ?? 'keep', steps),
    // Copied, because the file is released before the WebP is written.
    icc: icc && detach(icc),
    alpha: null,
  };
  const file = { kind: 'webp', ...size, notes: [], frame } as const;
  const { tasks, collecting } = plan;
  if (!collecting) {
    const coded = tasks.map((task) => ({ ...task, output }));
    return { ...file, tasks: coded, collecting, limit: null };
  }
  const collected = { ...file, tasks, collecting };
  if (!limit) return { ...collected, limit };
  return { ...collected, limit: { ...limit, decodesAgain } };
}
