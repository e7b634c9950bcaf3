import { type AheadJob, startAheadJob, type Wish } from './ahead-job.ts';
import type { Convert } from '../batch.ts';

/** In bytes. Larger files are converted only on request. */
const maxBytes = 16e6;

/** In bytes of results that were not requested yet. Once reached, nothing more is started. */
const maxKeptBytes = 100e6;

/**
 * Converts one file after another before the visitor asks for it, while the list is being looked
 * at.
 */
export interface ConvertingAhead {
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

/**
 * @param now Time in milliseconds.
 * @param whenDrawn Resolves once the list is painted, which must not wait for workers.
 */
export function createConvertingAhead(
  convert: Convert,
  now: () => number,
  whenDrawn: () => Promise<void>,
): ConvertingAhead {
  const jobs = new Map<File, AheadJob>();
  let wanted: readonly Wish[] = [];
  /**
   * The visitor is changing options, or wants no work done: current options may not be the final
   * ones.
   */
  let isResting = false;

  function find({ file, options }: Wish): AheadJob | undefined {
    const job = jobs.get(file);
    return job?.isFor(options) ? job : undefined;
  }

  function startNext(): void {
    const all = [...jobs.values()];
    const isBusy = all.some((job) => job.isRunning());
    const kept = all.reduce((sum, job) => sum + job.bytes(), 0);
    if (isBusy || isResting || kept >= maxKeptBytes) return;
    const next = wanted.find(({ file }) => file.size <= maxBytes && !jobs.has(file));
    if (next) jobs.set(next.file, startAheadJob(convert, next, now, startNext));
  }

  return {
    want(wishes, whenKnown) {
      wanted = wishes;
      isResting = wishes.length > 0 && isResting;
      for (const [file, job] of jobs) {
        const wish = wishes.find((each) => each.file === file);
        if (wish && job.isFor(wish.options)) continue;
        isResting ||= wish !== undefined;
        job.cancel();
        jobs.delete(file);
      }
      void whenKnown.then(whenDrawn).then(startNext);
    },
    rest() {
      for (const job of jobs.values()) job.cancel();
      jobs.clear();
      isResting = true;
    },
    spentOn: (wishes) => wishes.reduce((sum, wish) => sum + (find(wish)?.spent() ?? 0), 0),
    convert(file, options, asked) {
      const job = find({ file, options });
      wanted = [];
      // A failure before a request is retried once.
      const isUseful = job !== undefined && !job.hasFailed();
      if (!isUseful) jobs.get(file)?.cancel();
      jobs.delete(file);
      return isUseful ? job.continueAs(asked) : convert(file, options, asked);
    },
  };
}
