import { makeGainMap } from '../src/convert/make-gain-map.ts';
import type { PlannedConversion } from '../src/strips/tasks/plan.ts';
import { convertInStrips } from '../src/run/conversion/convert-in-strips.ts';
import type { Runners, StripRunners } from '../src/run/conversion/runners.ts';
import { makeTask } from '../src/run/conversion/make-task.ts';
import { makeAlpha } from '../src/strips/make-alpha.ts';
import { makeScan } from '../src/strips/make-strip.ts';
import { makeWebp } from '../src/strips/make-webp.ts';
import { wholeOf } from '../src/strips/tasks/result.ts';
import type { ConvertResult } from '../src/options.ts';

const noDeadline = (): void => {};

/**
 * Does what a pool of one worker does, but for falling back on making the picture in one piece.
 *
 * @param start Plans it again, for pictures in no more than so many bytes.
 */
export function runInStrips(
  planned: PlannedConversion,
  file: Blob,
  start: Runners['start'] = () => Promise.reject(new Error('planned already')),
): Promise<ConvertResult> {
  // One encoder makes all strips, so they take turns.
  let last: Promise<unknown> = Promise.resolve();
  const runners: StripRunners = {
    start,
    runTask(task, _signal, _plan, _onProgress, planes) {
      const turn = last.then(async () =>
        wholeOf(await makeTask(task, file, noDeadline, { planes })),
      );
      last = turn.catch(() => {});
      return turn;
    },
    runWebp: makeWebp,
    runAlpha: makeAlpha,
    runMap: makeGainMap,
    runScan: (tokens, huffman) => makeScan(tokens, huffman, noDeadline),
  };
  return convertInStrips(planned, runners, {});
}
