import type { Size } from '../../geometry.ts';
import { reachSize, type PartRunners } from '../../strips/limit/reach-size.ts';
import { bytesBeside, webpCoder } from '../../strips/limit/reach-webp.ts';
import type { CollectedPicture } from '../../strips/collecting.ts';
import type { LimitedPlan } from '../../strips/tasks/plan.ts';
import { codedBytesOf } from '../../strips/tasks/result.ts';
import type { WebpFrame } from '../../strips/tasks/webp-frame.ts';
import { type LimitRunners, type Made, requireLimited, stripsFor } from './limit-runners.ts';

type WebpPlan = LimitedPlan<'webp'>;

/** Remembers what was last made, for the size that it was made for. */
function rememberLatest<T>(make: (size: Size) => Promise<T>): (size: Size) => Promise<T> {
  let latest: (Size & { made: Promise<T> }) | null = null;
  return ({ width, height }) => {
    if (latest?.width !== width || latest.height !== height)
      latest = { width, height, made: make({ width, height }) };
    return latest.made;
  };
}

/** Makes a plan's WebP within its limit of bytes. */
export async function makeWebpInLimit(
  plan: WebpPlan,
  { collect, makeAlpha, makeStrips, makeWebp, replan, writeWebp, ...runners }: LimitRunners,
): Promise<Made> {
  const { limit, collecting } = plan;
  const planAt = rememberLatest(async (size): Promise<WebpPlan> => {
    if (size.width === plan.width && size.height === plan.height) return plan;
    return requireLimited(await replan({ quality: limit.quality.max, size }), 'webp');
  });
  const picture: CollectedPicture = limit.decodesAgain
    ? { collecting, parts: null, counted: [] }
    : await collect(plan.tasks, collecting);
  const { webp = null, alpha = null } = picture.found ?? {};
  const frameAt = rememberLatest(async (size): Promise<WebpFrame> => {
    const coding = alpha && makeAlpha(alpha, size);
    const [{ frame }, coded] = await Promise.all([planAt(size), coding]);
    return { ...frame, ...webp, alpha: coded };
  });
  const coder = webpCoder({
    frameAt,
    writeWebp,
    tryAll: async (trials) =>
      codedBytesOf(await makeStrips(stripsFor(plan, trials), trials), 'trials'),
  });
  const partRunners: PartRunners = {
    ...runners,
    roomAt: async (size) => limit.bytes - bytesBeside(await frameAt(size)),
    async collectAt(size) {
      const again = await planAt(size);
      return collect(again.tasks, again.collecting);
    },
    async codeAt({ size, quality }) {
      const { frame, ...again } = await planAt(size);
      const { width, height } = frame;
      const tasks = again.tasks.map((task) => ({ ...task, quality }));
      const output = { kind: 'macroblocks', picture: { width, height } } as const;
      return [await makeWebp(stripsFor({ ...again, tasks }, output), { ...frame, quality })];
    },
  };
  const reached = await reachSize(picture, limit, partRunners, coder);
  const { width, height, parts, fits } = reached!;
  const notes = new Set(plan.notes);
  if (width !== plan.width || height !== plan.height) notes.add('fewer-pixels');
  if (!fits) notes.add('target-not-reached');
  return { width, height, hasGainMap: false, notes: [...notes], parts };
}
