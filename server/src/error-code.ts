/** The `code` that Node, drivers and SDKs put on their errors, or an empty string. */
export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : '';
}

/** An error and its causes: drizzle wraps what the driver threw. */
export function* errorChain(
  error: unknown,
): Generator<Error & { code?: unknown; syscall?: unknown }> {
  for (let depth = 0; error instanceof Error && depth < 6; depth++) {
    yield error;
    error = error.cause;
  }
}
