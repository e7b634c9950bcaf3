import { EngineError } from '../errors.ts';

/** The error for files that another decoder must handle, or report as broken. */
export function leaveToOthers(why: string, cause?: unknown): EngineError {
  return new EngineError('unsupported-feature', `JPEG: ${why}`, { feature: 'jpeg-planes', cause });
}
