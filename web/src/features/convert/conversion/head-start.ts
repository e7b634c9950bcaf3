import type { ConvertResult, JobOptions, NamedConvertOptions } from '@stillpix/engine';
import { keyOf } from './asked-options.ts';
import type { Convert } from './batch.ts';

/** In bytes. Larger files are converted only on request. */
const maxBytes = 16e6;

/** In bytes of results that were not requested yet. Once reached, nothing more is started. */
const maxKeptBytes = 100e6;

/** A file and its options. */
interface Wish {
  file: File;
  options: NamedConvertOptions;
}

/**
 * Converts one file after another before the visitor asks for it, while the list is being looked
 * at.
 */
export interface HeadStart {
  /**
   * Sets what is most likely requested next, in order. Work on anything else is canceled. After a
   * request for other options, nothing more is started until the list of wishes is empty. The first
   * file is started when everything that the list shows is known, and rendered.
   */
  want: (wishes: readonly Wish[], whenKnown: Promise<void>) => void;
  /** Cancels what was started, and starts nothing until the list of wishes is empty. */
  rest: () => void;
  /** Milliseconds already spent on these. */
  spentOn: (wishes: readonly Wish[]) => number;
  /**
   * Continues work that was started for exactly this file and options; otherwise converts as usual.
   */
  convert: Convert;
}

interface Begun {
  key: string;
  controller: AbortController;
  result: Promise<ConvertResult>;
  startedAt: number;
  /** Null while running. */
  ended: { at: number; isFailed: boolean; bytes: number } | null;
  progress: number;
  follow: (fraction: number) => void;
}

/**
 * @param now Time in milliseconds.
 * @param whenDrawn Resolves once the list is painted, which must not wait for workers.
 */
export function createHeadStart(
  convert: Convert,
  now: () => number,
  whenDrawn: () => Promise<void>,
): HeadStart {
  const begun = new Map<File, Begun>();
  let wanted: readonly Wish[] = [];
  /**
   * The visitor is changing options, or wants no work done: current options may not be the final
   * ones.
   */
  let isResting = false;

  function find({ file, options }: Wish): Begun | undefined {
    const one = begun.get(file);
    return one?.key === keyOf(options) ? one : undefined;
  }

  function begin({ file, options }: Wish): void {
    const controller = new AbortController();
    const onProgress = (fraction: number): void => {
      one.progress = fraction;
      one.follow(fraction);
    };
    const one: Begun = {
      key: keyOf(options),
      controller,
      startedAt: now(),
      ended: null,
      progress: 0,
      follow() {},
      result: convert(file, options, { signal: controller.signal, onProgress }),
    };
    begun.set(file, one);
    const end = (isFailed: boolean, bytes: number): void => {
      one.ended = { at: now(), isFailed, bytes };
      work();
    };
    one.result.then(
      ({ blob }) => end(false, blob.size),
      () => end(true, 0),
    );
  }

  function work(): void {
    const all = [...begun.values()];
    const isBusy = all.some(({ ended }) => ended === null);
    const kept = all.reduce((sum, { ended }) => sum + (ended?.bytes ?? 0), 0);
    if (isBusy || isResting || kept >= maxKeptBytes) return;
    const next = wanted.find(({ file }) => file.size <= maxBytes && !begun.has(file));
    if (next) begin(next);
  }

  async function goOn(
    one: Begun,
    { signal, onProgress = () => {} }: JobOptions,
  ): Promise<ConvertResult> {
    const cancel = (): void => one.controller.abort();
    if (signal?.aborted) cancel();
    signal?.addEventListener('abort', cancel);
    one.follow = onProgress;
    if (one.progress > 0) onProgress(one.progress);
    try {
      return await one.result;
    } finally {
      signal?.removeEventListener('abort', cancel);
    }
  }

  return {
    want(wishes, whenKnown) {
      wanted = wishes;
      isResting = wishes.length > 0 && isResting;
      for (const [file, { key, controller }] of begun) {
        const wish = wishes.find((each) => each.file === file);
        if (wish && keyOf(wish.options) === key) continue;
        isResting ||= wish !== undefined;
        controller.abort();
        begun.delete(file);
      }
      void whenKnown.then(whenDrawn).then(work);
    },
    rest() {
      for (const { controller } of begun.values()) controller.abort();
      begun.clear();
      isResting = true;
    },
    spentOn(wishes) {
      return wishes.reduce((sum, wish) => {
        const one = find(wish);
        return one ? sum + (one.ended?.at ?? now()) - one.startedAt : sum;
      }, 0);
    },
    convert(file, options, job) {
      const one = find({ file, options });
      wanted = [];
      // A failure before a request is retried once.
      const isUseful = one !== undefined && one.ended?.isFailed !== true;
      if (!isUseful) begun.get(file)?.controller.abort();
      begun.delete(file);
      return isUseful ? goOn(one, job) : convert(file, options, job);
    },
  };
}
