/** Every reason a conversion can fail with. The list is closed: callers may switch over it. */
export const engineErrorCodes = [
  'empty-file',
  'unsupported-format',
  'unsupported-feature',
  'corrupt-file',
  'too-large',
  'out-of-memory',
  'timed-out',
  'cancelled',
  'worker-crashed',
  'code-not-loaded',
  'encode-failed',
  'invalid-options',
] as const;

export type EngineErrorCode = (typeof engineErrorCodes)[number];

/**
 * The only error that leaves the engine. `code` is for programs, `message` for logs and developers;
 * words for users are the caller's business. `feature` names what is missing when `code` is
 * `unsupported-feature` or `unsupported-format` (for example `uncompressed-item`, `text`).
 */
export class EngineError extends Error {
  readonly code: EngineErrorCode;
  readonly feature: string | undefined;

  constructor(
    code: EngineErrorCode,
    message: string,
    details: { feature?: string; cause?: unknown } = {},
  ) {
    super(message, { cause: details.cause });
    this.name = 'EngineError';
    this.code = code;
    this.feature = details.feature;
  }
}

/** Wraps whatever was thrown: an EngineError as it is, everything else as `fallback`. */
export function toEngineError(thrown: unknown, fallback: EngineErrorCode): EngineError {
  if (thrown instanceof EngineError) return thrown;
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return new EngineError(fallback, message, { cause: thrown });
}
