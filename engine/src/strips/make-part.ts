import type { Planes } from '../planes/planes.ts';
import { makeStrip } from './make-strip.ts';
import { type StripResult, wholeOf } from './tasks/result.ts';
import type { JpegStripTask } from './tasks/task.ts';

const noFile = { slice: () => ({ arrayBuffer: async () => new ArrayBuffer(0) }) };

/**
 * Encodes a strip from decoded planes, within this thread's current task. Throws as `makeStrip`
 * does.
 */
export async function makePart(task: JpegStripTask, planes: Planes): Promise<StripResult> {
  return wholeOf(await makeStrip(task, noFile, () => {}, { planes }));
}
