import type { ConvertResult, JobOptions, NamedConvertOptions } from '@stillpix/engine';
import { keyOf } from '../asked-options.ts';
import type { Convert } from '../batch.ts';

/** A file and its options. */
export interface Wish {
  file: File;
  options: NamedConvertOptions;
}

/** A conversion that nobody has asked for yet. */
export interface AheadJob {
  /** Whether it is for exactly these options. */
  isFor: (options: NamedConvertOptions) => boolean;
  isRunning: () => boolean;
  hasFailed: () => boolean;
  /** Bytes of its result; 0 before it is there. */
  bytes: () => number;
  /** Milliseconds that it took, or has taken so far. */
  spent: () => number;
  cancel: () => void;
  /** Makes it the job of someone who asks for it now, who may cancel it and sees its progress. */
  continueAs: (job: JobOptions) => Promise<ConvertResult>;
}

/**
 * @param now Time in milliseconds.
 * @param onEnd Called when it has a result or has failed.
 */
export function startAheadJob(
  convert: Convert,
  { file, options }: Wish,
  now: () => number,
  onEnd: () => void,
): AheadJob {
  const key = keyOf(options);
  const controller = new AbortController();
  const startedAt = now();
  /** Null while running. */
  let ended: { at: number; isFailed: boolean; bytes: number } | null = null;
  let progress = 0;
  let follow: (fraction: number) => void = () => {};
  const cancel = (): void => controller.abort();

  const result = convert(file, options, {
    signal: controller.signal,
    onProgress(fraction) {
      progress = fraction;
      follow(fraction);
    },
  });
  const end = (isFailed: boolean, bytes: number): void => {
    ended = { at: now(), isFailed, bytes };
    onEnd();
  };
  result.then(
    ({ blob }) => end(false, blob.size),
    () => end(true, 0),
  );

  return {
    isFor: (others) => keyOf(others) === key,
    isRunning: () => ended === null,
    hasFailed: () => ended?.isFailed === true,
    bytes: () => ended?.bytes ?? 0,
    spent: () => (ended?.at ?? now()) - startedAt,
    cancel,
    async continueAs({ signal, onProgress = () => {} }) {
      if (signal?.aborted) cancel();
      signal?.addEventListener('abort', cancel);
      follow = onProgress;
      if (progress > 0) onProgress(progress);
      try {
        return await result;
      } finally {
        signal?.removeEventListener('abort', cancel);
      }
    },
  };
}
