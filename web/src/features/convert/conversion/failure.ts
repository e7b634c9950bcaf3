import type { EngineError, EngineErrorCode } from '@stillpix/engine';

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

// The engine loads lazily, so its list of codes cannot be imported as a value here. The type makes
// this table complete: a new code in the engine fails the type check until it is known to the page.
const known: Record<EngineErrorCode, true> = {
  'empty-file': true,
  'unsupported-format': true,
  'unsupported-feature': true,
  'corrupt-file': true,
  'too-large': true,
  'out-of-memory': true,
  'timed-out': true,
  canceled: true,
  'worker-crashed': true,
  'code-not-loaded': true,
  'encode-failed': true,
  'invalid-options': true,
};

function isEngineErrorCode(code: unknown): code is EngineErrorCode {
  return typeof code === 'string' && Object.hasOwn(known, code);
}
