import { type MakeOptions, makeStrip } from '../../strips/make-strip.ts';
import type { MadeStrip } from '../../strips/tasks/result.ts';
import type { StripTask, WholeTask } from '../../strips/tasks/task.ts';

const loadMakers = {
  'png-rows': async () => (await import('../../convert/make-whole-png.ts')).makeWholePng,
  macroblocks: async () => (await import('../../convert/make-whole-webp.ts')).makeWholeWebp,
} satisfies Record<WholeTask['coding'], unknown>;

/** Runs one task of a plan, of any kind. Throws as `makeStrip` does. */
export async function makeTask(
  task: StripTask,
  file: Blob,
  onDeadline: (seconds: number) => void,
  options: MakeOptions = {},
): Promise<MadeStrip> {
  if (task.kind !== 'whole') return makeStrip(task, file, onDeadline, options);
  const hooks = { ...options, onDeadline };
  const make = await loadMakers[task.coding]();
  return make(task, file, hooks);
}
