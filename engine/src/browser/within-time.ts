import { EngineError } from '../errors.ts';

/**
 * Some decoders claim to support a format but never answer (Windows without its codec extension).
 */
const patienceMilliseconds = 15_000;

/** Rejects with `timed-out` when the browser takes too long. */
export function withinTime<T>(work: Promise<T>, milliseconds = patienceMilliseconds): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new EngineError('timed-out', 'The browser gave no picture')),
      milliseconds,
    );
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
