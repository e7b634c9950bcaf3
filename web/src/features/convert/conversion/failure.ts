import type { EngineError, EngineErrorCode, EngineFeature } from '@stillpix/engine';
import { engineErrorCodes } from '@stillpix/engine/facts';

/**
 * Why a file failed, as plain data for the state. Without classes and stacks it can be compared,
 * tested and copied into diagnostics.
 */
export interface Failure {
  code: EngineErrorCode;
  /** What is missing, for `unsupported-feature` and `unsupported-format`. */
  feature: EngineFeature | null;
  /** The engine's message, for developers. */
  detail: string;
  /** Size in pixels of a smaller result that would work, if there is one. */
  fits?: { width: number; height: number };
}

/**
 * An `EngineError` has a code from the closed list. Anything else is our bug, and reported as such.
 */
export function toFailure(thrown: unknown): Failure {
  if (thrown instanceof Error) {
    const { code, feature, fits } = thrown as Partial<EngineError>;
    return {
      code: isEngineErrorCode(code) ? code : 'internal-error',
      feature: typeof feature === 'string' ? feature : null,
      detail: thrown.message,
      ...(fits && { fits: { width: fits.width, height: fits.height } }),
    };
  }
  return { code: 'internal-error', feature: null, detail: String(thrown) };
}

function isEngineErrorCode(code: unknown): code is EngineErrorCode {
  return engineErrorCodes.some((known) => known === code);
}
