import type { ErrorCode } from '@stillpix/contract/errors';

/** An error to be reported to the caller. `message` stays in the log. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly code: ErrorCode;
  readonly fields: Record<string, string> | undefined;
  readonly retryAfter: number | undefined;
  /** The methods that the path accepts, for `method-not-allowed`. */
  readonly allowed: readonly string[] | undefined;

  constructor(
    code: ErrorCode,
    options: {
      fields?: Record<string, string>;
      retryAfter?: number;
      allowed?: readonly string[];
      cause?: unknown;
    } = {},
  ) {
    super(code, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.fields = options.fields;
    this.retryAfter = options.retryAfter;
    this.allowed = options.allowed;
  }
}
