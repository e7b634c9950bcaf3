import { availableParallelism } from 'node:os';
import { convertOne, type Context } from './convert-one.ts';
import type { Outcome, Summary } from './outcome.ts';
import type { Source } from './sources.ts';
import { makeCollector } from '../src/node/garbage.ts';

/** Photos under way beside those that the threads are at: read, written, or planned ahead. */
const ahead = 1;

/** Bytes of photos and results after which memory is given back. */
const collectBytes = 24 * 2 ** 20;

/** Converts photos as they are listed, a few at a time. A photo that fails keeps no other back. */
export async function convertAll(
  sources: AsyncIterable<Source>,
  context: Context,
  onOutcome: (outcome: Outcome) => void,
): Promise<Summary> {
  const { signal } = context;
  const summary: Summary = {
    converted: 0,
    wouldConvert: 0,
    skipped: 0,
    failed: 0,
    interrupted: false,
  };
  const collect = makeCollector(collectBytes);
  const count = (outcome: Outcome): void => {
    if (outcome.status === 'converted') collect(outcome.sourceBytes + outcome.bytes);
    // What was stopped is neither done nor failed.
    if (signal.aborted && outcome.status === 'failed') return;
    if (outcome.status === 'would-convert') summary.wouldConvert += 1;
    else summary[outcome.status] += 1;
    onOutcome(outcome);
  };
  const limit = (context.settings.jobs ?? availableParallelism()) + ahead;
  const running = new Set<Promise<void>>();
  for await (const source of sources) {
    if (signal.aborted) break;
    const run: Promise<void> = convertOne(source, context)
      .then(count)
      .finally(() => running.delete(run));
    running.add(run);
    if (running.size >= limit) await Promise.race(running);
  }
  await Promise.all(running);
  summary.interrupted = signal.aborted;
  return summary;
}
