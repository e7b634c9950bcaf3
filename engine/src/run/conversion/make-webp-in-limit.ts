import type { Size } from '../../geometry.ts';
import { reachSize, type PartRunners } from '../../strips/limit/reach-size.ts';
import { bytesBeside, webpCoder } from '../../strips/limit/reach-webp.ts';
import type { LimitedPlan } from '../../strips/tasks/plan.ts';
import { codedBytesOf } from '../../strips/tasks/result.ts';
import { type LimitRunners, type Made, requireLimited, stripsFor } from './limit-runners.ts';

type WebpPlan = LimitedPlan<'webp'>;

/** Makes a plan's WebP within its limit of bytes. */
export async function makeWebpInLimit(
  plan: WebpPlan,
  { collect, makeStrips, makeWebp, replan, writeWebp, ...runners }: LimitRunners,
): Promise<Made> {
  const { limit, collecting } = plan;
  const planAgain = async (size: Size): Promise<WebpPlan> =>
    requireLimited(await replan({ quality: limit.quality.max, size }), 'webp');
  let latest = { width: plan.width, height: plan.height, plan: Promise.resolve(plan) };
  const planAt = ({ width, height }: Size): Promise<WebpPlan> => {
    if (width !== latest.width || height !== latest.height)
      latest = { width, height, plan: planAgain({ width, height }) };
    return latest.plan;
  };
  const coder = webpCoder({
    frameAt: async (size) => (await planAt(size)).frame,
    writeWebp,
    tryAll: async (trials) =>
      codedBytesOf(await makeStrips(stripsFor(plan, trials), trials), 'trials'),
  });
  const partRunners: PartRunners = {
    ...runners,
    roomAt: async (size) => limit.bytes - bytesBeside((await planAt(size)).frame),
    async collectAt(size) {
      const again = await planAt(size);
      return collect(again.tasks, again.collecting);
    },
    async codeAt({ size, quality }) {
      const { frame, ...again } = await planAt(size);
      const picture = { width: frame.width, height: frame.height };
      const tasks = again.tasks.map((task) => ({ ...task, quality }));
      const strips = stripsFor({ ...again, tasks }, { kind: 'macroblocks', picture });
      return [await makeWebp(strips, { ...frame, quality })];
    },
  };
  const picture = limit.decodesAgain
    ? { collecting, parts: null, counted: [] }
    : await collect(plan.tasks, collecting);
  const reached = await reachSize(picture, limit, partRunners, coder);
  const { width, height, parts, fits } = reached!;
  const notes = new Set(plan.notes);
  if (width !== plan.width || height !== plan.height) notes.add('fewer-pixels');
  if (!fits) notes.add('target-not-reached');
  return { width, height, hasGainMap: false, notes: [...notes], parts };
}
