import { canceled } from '../errors.ts';

/** Settles as the promise does, or rejects with `canceled` once the signal is aborted. */
export function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const onAbort = (): void => reject(canceled());
  if (signal.aborted) onAbort();
  signal.addEventListener('abort', onAbort);
  return Promise.race([aborted, promise]).finally(() =>
    signal.removeEventListener('abort', onAbort),
  );
}
