import type { Planes } from '../planes/planes.ts';
import { makeStrip } from './make-strip.ts';
import type { JpegStripTask, StripResult } from './task.ts';

const noFile = { slice: () => ({ arrayBuffer: async () => new ArrayBuffer(0) }) };

/**
 * Encodes a strip from decoded planes, within this thread's current task. Throws as `makeStrip`
 * does.
 */
export function makePart(task: JpegStripTask, planes: Planes): Promise<StripResult> {
  return makeStrip(task, noFile, () => {}, { planes });
}
