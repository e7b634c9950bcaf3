import type { WholeTask } from '../strips/tasks/task.ts';
import { secondsToLoad } from '../strips/deadlines.ts';
import type { StripHooks } from '../strips/run-jpeg.ts';
import type { Applied } from './apply-steps.ts';
import { type Job, secondsFor } from './plan/job.ts';
import { loadCodecs, renderPicture, requirePossible } from './make-picture.ts';
import { prepareJob } from './prepare-job.ts';

export interface WholeHooks extends StripHooks {
  onDeadline: (seconds: number) => void;
}

/** The picture of a task, ready to be encoded. Throws as `convertHere` does. */
export async function renderWhole(
  { name, options }: WholeTask,
  file: Blob,
  { onDeadline, onProgress }: WholeHooks,
): Promise<Applied & { job: Job }> {
  const job = await prepareJob(file, name, options, { onDeadline });
  requirePossible(job, 0);
  await loadCodecs(job);
  const header = job.source.pictures[0]!;
  const onLoad = (state: 'begins' | 'done'): void =>
    onDeadline(state === 'begins' ? secondsToLoad : secondsFor(header, options));
  onLoad('done');
  const onShare = (share: number): void => onProgress?.(share);
  return { ...(await renderPicture(job, 0, { onLoad, onShare })), job };
}
