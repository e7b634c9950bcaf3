import type { WholeTask } from '../strips/tasks/task.ts';
import { secondsToLoad } from '../strips/deadlines.ts';
import type { StripHooks } from '../strips/run-jpeg.ts';
import { type Job, secondsFor } from './plan/job.ts';
import { loadCodecs, type PictureHooks, requirePossible } from './make-picture.ts';
import { prepareJob } from './prepare-job.ts';

export interface WholeHooks extends StripHooks {
  onDeadline: (seconds: number) => void;
}

/** The job of a task, with its codecs loaded, and what it reports. Throws as `convertHere` does. */
export async function openWhole(
  { name, options }: WholeTask,
  file: Blob,
  { onDeadline, onProgress }: WholeHooks,
): Promise<{ job: Job; hooks: PictureHooks }> {
  const job = await prepareJob(file, name, options, { onDeadline });
  requirePossible(job, 0);
  await loadCodecs(job);
  const header = job.source.pictures[0]!;
  const onLoad = (state: 'begins' | 'done'): void =>
    onDeadline(state === 'begins' ? secondsToLoad : secondsFor(header, options));
  onLoad('done');
  return { job, hooks: { onLoad, onShare: (share) => onProgress?.(share) } };
}
