import type { Planes } from '../planes/planes.ts';
import { makeStrip } from './make-strip.ts';
import type { JpegStripTask, StripResult } from './task.ts';

const noFile = { slice: () => ({ arrayBuffer: async () => new ArrayBuffer(0) }) };

/** Encodes a strip whose planes are there, as a part of what this thread does anyway. Fails as `makeStrip`. */
export function makePart(task: JpegStripTask, planes: Planes): Promise<StripResult> {
  return makeStrip(task, noFile, () => {}, { planes });
}
