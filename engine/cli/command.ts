import { resolve } from 'node:path';
import { stat } from 'node:fs/promises';
import { keepYoungObjectsInLittleRoom } from '../src/node/garbage.ts';
import { createPool } from '../src/node/index.ts';
import { writeCompletion } from './completion.ts';
import { convertAll } from './convert-all.ts';
import type { Context } from './convert-one.ts';
import { writeHelp, writeVersion } from './help.ts';
import { optionTable } from './options.ts';
import type { Summary } from './outcome.ts';
import { Report } from './report.ts';
import { readArguments, readSettings, UsageError, type Settings } from './settings.ts';
import { canListTwice, isResult, listSources, type Listing, type Source } from './sources.ts';
import { readDestination, targetOf, type Destination } from './targets.ts';
import { watchFor } from './watch.ts';

const exitCodes = { done: 0, someFailed: 1, wrongUsage: 2, interrupted: 130 } as const;

/** Runs the command; the number is for the shell. Never rejects for what a user can do. */
export async function runCommand(args: string[]): Promise<number> {
  try {
    const typed = readArguments(args);
    const { values } = typed;
    if (values.help || values['help-all']) {
      process.stdout.write(writeHelp(values['help-all'] === true));
      return exitCodes.done;
    }
    if (values.version) {
      process.stdout.write(writeVersion());
      return exitCodes.done;
    }
    if (values.completion !== undefined) {
      const shells: readonly string[] = optionTable.completion.choices;
      if (!shells.includes(values.completion))
        throw new UsageError(`--completion takes one of ${shells.join(', ')}.`);
      process.stdout.write(writeCompletion(values.completion));
      return exitCodes.done;
    }
    return await convertWhatIsNamed(readSettings(typed));
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    process.stderr.write(`stillpix: ${error.message}\nTry stillpix --help.\n`);
    return exitCodes.wrongUsage;
  }
}

/**
 * Aborts at the first Ctrl-C, or when it is told to end. The second one ends the process as if nobody had
 * listened: leaving by itself would wait for files that do not answer.
 */
function onInterrupt(): { signal: AbortSignal; forget: () => void } {
  const controller = new AbortController();
  const names = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  const forget = (): void => {
    for (const name of names) process.off(name, stop);
  };
  const stop = (name: NodeJS.Signals): void => {
    if (controller.signal.aborted) {
      forget();
      process.kill(process.pid, name);
    } else controller.abort();
  };
  for (const name of names) process.on(name, stop);
  return { signal: controller.signal, forget };
}

function listingOf(settings: Settings, destination: Destination, signal: AbortSignal): Listing {
  const { inputs, filesFrom, recursive, shard } = settings;
  const outputFolder = destination.kind === 'folder' ? resolve(destination.path) : null;
  return { inputs, filesFrom, recursive, shard, outputFolder, signal };
}

async function countInto(report: Report, listing: Listing, signal: AbortSignal): Promise<void> {
  if (!(await canListTwice(listing))) return;
  let photos = 0;
  for await (const _ of listSources(listing)) {
    if (signal.aborted) return;
    photos += 1;
  }
  report.total = photos;
}

async function convertWhatIsNamed(settings: Settings): Promise<number> {
  const destination = await readDestination(settings);
  await requireFolders(settings);
  const report = new Report(settings, process.stdout, process.stderr);
  const { signal, forget } = onInterrupt();
  const listing = listingOf(settings, destination, signal);
  const { jobs } = settings;
  keepYoungObjectsInLittleRoom();
  const pool = createPool(jobs === undefined ? {} : { workers: jobs });
  const context: Context = { pool, settings, destination, signal, taken: new Map() };
  try {
    if (report.wantsTotal) void countInto(report, listing, signal).catch(() => {});
    const onOutcome = report.add.bind(report);
    const arrivals = settings.watch
      ? settings.inputs.map((folder) => {
          const sources = watchFor(folder, settings.recursive, signal);
          return withoutResults(sources, folder, listing.outputFolder, context);
        })
      : [];
    const summary = await convertAll(listSources(listing), context, onOutcome);
    await convertArrivals(arrivals, context, onOutcome, summary);
    report.end(summary);
    return exitCodeOf(summary, settings);
  } finally {
    forget();
    pool.destroy();
  }
}

function exitCodeOf(summary: Summary, { watch }: Settings): number {
  // Stopping is how watching ends.
  if (summary.interrupted && !watch) return exitCodes.interrupted;
  return summary.failed > 0 ? exitCodes.someFailed : exitCodes.done;
}

/** Only folders can be watched. */
async function requireFolders({ watch, inputs }: Settings): Promise<void> {
  if (!watch) return;
  for (const input of inputs) {
    const found = await stat(input).catch(() => null);
    if (!found?.isDirectory()) throw new UsageError(`--watch takes folders, and ${input} is none.`);
  }
}

/** Leaves out what this command writes into the folders itself. */
async function* withoutResults(
  sources: AsyncIterable<Source>,
  folder: string,
  outputFolder: string | null,
  { destination, settings }: Context,
): AsyncGenerator<Source> {
  for await (const source of sources) {
    const { path } = source;
    const isItself = resolve(targetOf(source, destination, settings.format)) === resolve(path);
    if (!isItself && !isResult(path, folder, outputFolder)) yield source;
  }
}

/** What comes into the folders, until it is stopped. */
async function convertArrivals(
  arrivals: AsyncIterable<Source>[],
  context: Context,
  onOutcome: Parameters<typeof convertAll>[2],
  summary: Summary,
): Promise<void> {
  const runs = arrivals.map((sources) => convertAll(sources, context, onOutcome));
  for (const { converted, failed, skipped } of await Promise.all(runs)) {
    summary.converted += converted;
    summary.failed += failed;
    summary.skipped += skipped;
  }
}
