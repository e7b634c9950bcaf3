import { type MakeOptions, makeStrip } from '../../strips/make-strip.ts';
import type { StripResult, StripTask } from '../../strips/task.ts';

/** Runs one task of a plan, of any kind. Throws as `makeStrip` does. */
export async function makeTask(
  task: StripTask,
  file: Blob,
  onDeadline: (seconds: number) => void,
  options: MakeOptions = {},
): Promise<StripResult> {
  if (task.kind !== 'whole') return makeStrip(task, file, onDeadline, options);
  const hooks = { ...options, onDeadline };
  if (task.options.format === 'webp') {
    const { makeWholeWebp } = await import('../../convert/make-whole-webp.ts');
    return makeWholeWebp(task, file, hooks);
  }
  const { makeWholePng } = await import('../../convert/make-whole-png.ts');
  return makeWholePng(task, file, hooks);
}
