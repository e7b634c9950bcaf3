import type { ConvertResult, JobOptions, NamedConvertOptions } from '@stillpix/engine';
import { keyOf } from './asked-options.ts';
import type { Convert } from './batch.ts';

/** Bytes. Larger files take their time and memory when they are asked for. */
const maxBytes = 16e6;

/** Bytes of results that nobody has asked for. Where they are reached, nothing more is begun. */
const maxKeptBytes = 100e6;

/** A file and what is asked of it. */
interface Wish {
  file: File;
  options: NamedConvertOptions;
}

/** Converts ahead of the visitor's asking for it, one file after the other, while the list is looked at. */
export interface HeadStart {
  /**
   * What is most likely asked for next, in this order, until something is. What was begun and is not among it is
   * given up; once something else is asked of a file, nothing more is begun until nothing is wanted. The first begins
   * when all is known that the list says of them, and drawn.
   */
  want: (wishes: readonly Wish[], whenKnown: Promise<void>) => void;
  /** Gives up what was begun, and begins nothing until nothing is wanted. */
  rest: () => void;
  /** Milliseconds that have gone into what was begun of these. */
  spentOn: (wishes: readonly Wish[]) => number;
  /** Goes on with what was begun, if that is it. */
  convert: Convert;
}

interface Begun {
  key: string;
  controller: AbortController;
  result: Promise<ConvertResult>;
  startedAt: number;
  /** Null while it runs. */
  ended: { at: number; isFailed: boolean; bytes: number } | null;
  progress: number;
  follow: (fraction: number) => void;
}

/**
 * @param now Milliseconds.
 * @param whenDrawn Resolves once the list is drawn, which is not to wait for workers.
 */
export function createHeadStart(
  convert: Convert,
  now: () => number,
  whenDrawn: () => Promise<void>,
): HeadStart {
  const begun = new Map<File, Begun>();
  let wanted: readonly Wish[] = [];
  /** The visitor is choosing, or wants no work done: what is asked now may not be what is asked in the end. */
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
      // What failed before anybody asked for it is tried once more.
      const isUseful = one !== undefined && one.ended?.isFailed !== true;
      if (!isUseful) begun.get(file)?.controller.abort();
      begun.delete(file);
      return isUseful ? goOn(one, job) : convert(file, options, job);
    },
  };
}
