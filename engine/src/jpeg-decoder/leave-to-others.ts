import { EngineError } from '../errors.ts';

/** What other decoders have to do, and to complain of. */
export function leaveToOthers(why: string, cause?: unknown): EngineError {
  return new EngineError('unsupported-feature', `JPEG: ${why}`, { feature: 'jpeg-planes', cause });
}
