import type { EngineError, EngineErrorCode } from '@stillpix/engine';
import { engineErrorCodes } from '@stillpix/engine/facts';

/**
 * Why a file failed, in the engine's words and ready to be kept in state: classes and stacks stay
 * out, so that a failure can be compared, tested and copied into diagnostics.
 */
export interface Failure {
  code: EngineErrorCode;
  /** What is missing, for `unsupported-feature` and `unsupported-format`. */
  feature: string | null;
  /** The engine's message, for developers. */
  detail: string;
  /** Pixels of a result that would work, where a smaller one does. */
  fits?: { width: number; height: number };
}

/** An `EngineError` has a code of the closed list; anything else is a fault of ours while encoding. */
export function toFailure(thrown: unknown): Failure {
  if (thrown instanceof Error) {
    const { code, feature, fits } = thrown as Partial<EngineError>;
    return {
      code: isEngineErrorCode(code) ? code : 'encode-failed',
      feature: typeof feature === 'string' ? feature : null,
      detail: thrown.message,
      ...(fits && { fits: { width: fits.width, height: fits.height } }),
    };
  }
  return { code: 'encode-failed', feature: null, detail: String(thrown) };
}

function isEngineErrorCode(code: unknown): code is EngineErrorCode {
  return engineErrorCodes.some((known) => known === code);
}
