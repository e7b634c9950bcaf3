import type { StripPart } from '../../strips/parts.ts';
import { decodedShare } from '../../strips/progress.ts';
import {
  joinResults,
  type MadeStrip,
  type StripResult,
  wholeOf,
} from '../../strips/tasks/result.ts';
import type { SharedStripTask } from '../../strips/tasks/task.ts';

/**
 * Has a strip made by one worker that may hand parts of it over to others. Rejects with the first
 * failure of either. `onProgress` gets the share done by all of them, 0 to 1.
 *
 * @param rows Number of rows in the strip.
 * @param runStrip Its result has only the parts that the worker kept, if it handed any over.
 */
export function runShared<Task extends SharedStripTask>(
  rows: number,
  runStrip: (
    onPart: (part: StripPart<Task>) => void,
    onProgress: (fraction: number) => void,
  ) => Promise<MadeStrip>,
  runPart: (part: StripPart<Task>) => Promise<MadeStrip>,
  onProgress: (fraction: number) => void,
): Promise<StripResult> {
  return new Promise((resolve, reject) => {
    const parts: Promise<StripResult>[] = [];
    let own = 0;
    let handedDone = 0;
    const report = (): void => onProgress(own + ((1 - decodedShare) * handedDone) / rows);
    const follow = async (part: StripPart<Task>): Promise<StripResult> => {
      const result = wholeOf(await runPart(part));
      handedDone += part.task.rows;
      report();
      return result;
    };
    const onPart = (part: StripPart<Task>): void => {
      parts[part.index] = follow(part);
      parts[part.index]!.catch(reject);
    };
    const onOwnProgress = (fraction: number): void => {
      own = fraction;
      report();
    };
    runStrip(onPart, onOwnProgress)
      .then(async (strip) => {
        if (strip.kind !== 'kept') return strip;
        for (const { index, result } of strip.parts) parts[index] = Promise.resolve(result);
        return joinResults(await Promise.all(parts));
      })
      .then(resolve, reject);
  });
}
