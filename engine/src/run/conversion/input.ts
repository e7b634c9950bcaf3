import { EngineError } from '../../errors.ts';

/**
 * The name of a File, if it is one. Throws `invalid-options` if the input is no Blob, whatever its
 * declared type.
 */
export function nameOf(input: Blob): string {
  if (!(input instanceof Blob)) throw new EngineError('invalid-options', 'The input is no Blob');
  return (input as Partial<File>).name ?? '';
}

/**
 * Throws `invalid-options` for a value that is not an AbortSignal. Signals of other realms pass.
 */
export function requireSignal(signal: unknown): void {
  if (!signal) return;
  const isSignal = typeof signal === 'object' && 'aborted' in signal;
  if (!isSignal || !('addEventListener' in signal))
    throw new EngineError('invalid-options', 'signal is an AbortSignal');
}
