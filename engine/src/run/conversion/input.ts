import { EngineError } from '../../errors.ts';

/** A File's own name, or none. Throws `invalid-options` for what is no Blob, whatever the caller's types say. */
export function nameOf(input: Blob): string {
  if (!(input instanceof Blob)) throw new EngineError('invalid-options', 'The input is no Blob');
  return (input as Partial<File>).name ?? '';
}

/** Throws `invalid-options` for what is given and no signal; one of another realm is one. */
export function requireSignal(signal: unknown): void {
  if (!signal) return;
  const isSignal = typeof signal === 'object' && 'aborted' in signal;
  if (!isSignal || !('addEventListener' in signal))
    throw new EngineError('invalid-options', 'signal is an AbortSignal');
}
