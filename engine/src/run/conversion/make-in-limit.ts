import type { LimitedPlan } from '../../strips/tasks/plan.ts';
import type { LimitRunners, Made } from './limit-runners.ts';
import { makeJpegInLimit } from './make-jpeg-in-limit.ts';

/** Makes a plan's file within its limit of bytes. */
export async function makeInLimit(plan: LimitedPlan, runners: LimitRunners): Promise<Made> {
  if (plan.kind === 'jpeg') return makeJpegInLimit(plan, runners);
  const { makeWebpInLimit } = await import('./make-webp-in-limit.ts');
  return makeWebpInLimit(plan, runners);
}
